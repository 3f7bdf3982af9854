import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export const CLIENT_ID = 'skein-console';

/** A key of an issuer, with its public half as it is published. */
export interface IssuerKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export async function newKey(kid: string, alg = 'RS256'): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } };
}

/** How the token endpoint answers the next codes. */
export type Exchange = 'ok' | 'html' | '500' | 'silent' | 'stalled' | 'huge' | 'elsewhere';

/** What an issuer sends back to the console. */
export interface Returned {
  readonly state: string;
  readonly code: string;
  readonly iss?: string;
}

interface Grant {
  readonly asked: URLSearchParams;
  readonly claims: object;
  readonly exchange: Exchange;
  readonly key: IssuerKey;
}

/** An OpenID Connect issuer on this machine that does what a test tells it. */
export interface ScriptedIssuer {
  readonly url: string;
  /** What it publishes and signs with; the first one signs. */
  keys: IssuerKey[];
  /** More of its discovery document. */
  document: object;
  /** Whom its page signs in. */
  person: object;
  /** How often its keys were read. */
  reads: number;
  /** What was sent to its token endpoint, the newest last. */
  readonly exchanges: { readonly form: URLSearchParams; readonly authorization: string | null }[];
  /** A token as the issuer signs it: good for five minutes unless the claims say otherwise. */
  sign(claims: object, key?: IssuerKey): Promise<string>;
  /** What comes back when a person says yes at the address; claims change the ID token. */
  consent(
    address: string,
    claims: object,
    change?: { readonly exchange?: Exchange; readonly key?: IssuerKey },
  ): Returned;
  close(): Promise<void>;
}

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

export async function startIssuer(): Promise<ScriptedIssuer> {
  const grants = new Map<string, Grant>();
  const server = createServer((request, reply) => {
    answer(request, reply).catch((error: unknown) => reply.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const issuer: ScriptedIssuer = {
    url,
    keys: [await newKey('one')],
    document: {},
    person: {},
    reads: 0,
    exchanges: [],
    sign(claims, key = issuer.keys[0] as IssuerKey) {
      const now = nowSeconds();
      const all = { iss: url, aud: CLIENT_ID, iat: now, exp: now + 300, ...claims };
      const header = { alg: key.alg, kid: key.kid };
      return new SignJWT(all).setProtectedHeader(header).sign(key.privateKey);
    },
    consent(address, claims, { exchange = 'ok', key = issuer.keys[0] as IssuerKey } = {}) {
      const { searchParams: asked } = new URL(address);
      const code = randomUUID();
      grants.set(code, { asked, claims, exchange, key });
      return { state: asked.get('state') ?? '', code, iss: url };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { pathname, href } = new URL(request.url ?? '/', url);
    if (pathname === '/.well-known/openid-configuration') {
      return json(reply, 200, {
        issuer: url,
        jwks_uri: `${url}/keys`,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        ...issuer.document,
      });
    }
    if (pathname === '/keys') {
      issuer.reads += 1;
      return json(reply, 200, { keys: issuer.keys.map(({ jwk }) => jwk) });
    }
    if (pathname === '/authorize') {
      const yes = href.replace('/authorize', '/consent').replaceAll('&', '&amp;');
      reply.setHeader('content-type', 'text/html').end(
        `<!doctype html><html lang="en"><title>Issuer</title><link rel="icon" href="data:,">
        <h1>Who are you?</h1><a href="${yes}">Continue as yourself</a></html>`,
      );
      return;
    }
    if (pathname === '/consent') {
      const { state, code } = issuer.consent(href, issuer.person);
      const back = new URL(grants.get(code)?.asked.get('redirect_uri') ?? '');
      for (const [name, value] of [
        ['code', code],
        ['state', state],
        ['iss', url],
      ] as const) {
        back.searchParams.set(name, value);
      }
      reply.writeHead(302, { location: back.href }).end();
      return;
    }
    if (pathname === '/token') return token(request, reply);
    reply.writeHead(404).end();
  }

  async function token(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request));
    issuer.exchanges.push({ form, authorization: request.headers.authorization ?? null });
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    // A code works once, and only with the verifier of its challenge and the same address.
    grants.delete(code);
    const { asked } = grant ?? {};
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      request.method === 'POST' &&
      form.get('grant_type') === 'authorization_code' &&
      asked?.get('code_challenge_method') === 'S256' &&
      asked.get('code_challenge') === proof &&
      asked.get('redirect_uri') === form.get('redirect_uri');
    if (!grant || !isGood) return json(reply, 400, { error: 'invalid_grant' });
    if (grant.exchange !== 'ok') return trouble(reply, grant.exchange);
    const claims = { nonce: grant.asked.get('nonce'), ...grant.claims };
    const idToken = await issuer.sign(claims, grant.key);
    json(reply, 200, { token_type: 'Bearer', access_token: 'for nobody', id_token: idToken });
  }
  return issuer;
}

function json(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Answers that are none. */
function trouble(reply: ServerResponse, exchange: Exclude<Exchange, 'ok'>): void {
  if (exchange === 'html') reply.setHeader('content-type', 'text/html').end('<h1>Sign in</h1>');
  if (exchange === '500') json(reply, 500, { error: 'server_error' });
  if (exchange === 'stalled') reply.writeHead(200).write('{"id_token": "');
  if (exchange === 'huge') json(reply, 200, { padding: 'x'.repeat(300_000), id_token: 'x' });
  if (exchange === 'elsewhere') reply.writeHead(307, { location: '/keys' }).end();
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
