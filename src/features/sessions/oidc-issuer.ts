import { hash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { OidcConfig } from '../../platform/config.ts';
import { OIDC_KEYS_MAX_AGE_MS } from './oidc-limits.ts';
import { askIssuer, IssuerTrouble } from './oidc-request.ts';

/** What the issuer says of itself (OpenID Connect Discovery, 3). */
export interface IssuerDocument {
  readonly jwksUrl: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** Whether every answer to a sign-in must name the issuer (RFC 9207). */
  readonly namesItself: boolean;
  /** Whether the secret of a client goes into the body, since no header is taken. */
  readonly secretInBody: boolean;
}

/** The configured issuer, as far as it is asked by this service itself. */
export interface Issuer {
  document(): Promise<IssuerDocument>;
  /** Where a person says yes at the issuer. Rejects with IssuerTrouble when there is no such page. */
  authorizationUrl(
    ask: CodeProof & { readonly state: string; readonly nonce: string },
  ): Promise<string>;
  /**
   * The ID token for a code; null when the issuer refuses the code. Rejects with IssuerTrouble for
   * an answer that is none.
   */
  exchange(code: string, proof: CodeProof): Promise<string | null>;
}

/** What shows that a code is given back by who began the sign-in (RFC 7636). */
export interface CodeProof {
  readonly verifier: string;
  readonly redirectUri: string;
}

export function createIssuer(config: OidcConfig, wallClock: Clock): Issuer {
  let known: { document: IssuerDocument; readAt: number } | null = null;

  async function document(): Promise<IssuerDocument> {
    const now = wallClock.now();
    if (known && now - known.readAt < OIDC_KEYS_MAX_AGE_MS) return known.document;
    known = { document: await discover(config.issuer), readAt: now };
    return known.document;
  }

  return {
    document,
    async authorizationUrl({ state, nonce, verifier, redirectUri }) {
      const { authorizationEndpoint } = await document();
      if (authorizationEndpoint === '') throw new IssuerTrouble('the issuer signs nobody in');
      const url = new URL(authorizationEndpoint);
      const asked = {
        response_type: 'code',
        client_id: config.clientId,
        redirect_uri: redirectUri,
        scope: config.scope,
        state,
        nonce,
        code_challenge: hash('sha256', verifier, 'base64url'),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchange(code, { verifier, redirectUri }) {
      const { tokenEndpoint, secretInBody } = await document();
      if (tokenEndpoint === '') throw new IssuerTrouble('the issuer exchanges no codes');
      const form = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      const headers: Record<string, string> = {};
      const { clientId, clientSecret } = config;
      if (clientSecret === null || secretInBody) form.set('client_id', clientId);
      if (clientSecret !== null) {
        if (secretInBody) form.set('client_secret', clientSecret);
        else headers.authorization = basic(clientId, clientSecret);
      }
      const { status, body } = await askIssuer(tokenEndpoint, {
        method: 'POST',
        headers,
        body: form,
      });
      const { id_token: idToken, error } = body;
      if (status === 200 && typeof idToken === 'string') return idToken;
      if (status === 400 && error === 'invalid_grant') return null;
      const named = typeof error === 'string' ? ` (${error.slice(0, 64)})` : '';
      throw new IssuerTrouble(`the token endpoint answered ${status}${named} without an ID token`);
    },
  };
}

/** Client id and secret in a header, each written as in a form (RFC 6749, 2.3.1). */
function basic(clientId: string, secret: string): string {
  const written = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2);
  const both = `${written(clientId)}:${written(secret)}`;
  return `Basic ${Buffer.from(both).toString('base64')}`;
}

/** Reads the discovery document (OpenID Connect Discovery, 4). */
async function discover(issuer: string): Promise<IssuerDocument> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { status, body } = await askIssuer(url);
  if (status !== 200) throw new IssuerTrouble(`discovery answered ${status}`);
  if (body.issuer !== issuer) throw new IssuerTrouble('discovery names another issuer');
  const methods = body.token_endpoint_auth_methods_supported;
  const taken = Array.isArray(methods) ? methods : ['client_secret_basic'];
  // An endpoint that is missing stays empty: tokens are checked by the keys alone.
  const addressOf = (name: string): string => {
    const { [name]: address } = body;
    return typeof address === 'string' ? checkedAddress(address, issuer) : '';
  };
  const jwksUrl = addressOf('jwks_uri');
  if (jwksUrl === '') throw new IssuerTrouble('discovery has no keys');
  return {
    jwksUrl,
    authorizationEndpoint: addressOf('authorization_endpoint'),
    tokenEndpoint: addressOf('token_endpoint'),
    namesItself: body.authorization_response_iss_parameter_supported === true,
    secretInBody: !taken.includes('client_secret_basic') && taken.includes('client_secret_post'),
  };
}

/** An address of the document: https, or http where the issuer itself is on this machine. */
function checkedAddress(text: string, issuer: string): string {
  const allowed = issuer.startsWith('https:') ? ['https:'] : ['https:', 'http:'];
  if (!URL.canParse(text) || !allowed.includes(new URL(text).protocol)) {
    throw new IssuerTrouble('discovery names an address without https');
  }
  return text;
}
