import type { TestApp } from '../helpers/app.ts';
import { type Answer, dataOf, send } from '../helpers/client.ts';
import type { Exchange, IssuerKey, Returned, ScriptedIssuer } from '../helpers/oidc-issuer.ts';

/** A browser with a jar of cookies by their names. */
export interface Jar {
  readonly cookies: Map<string, string>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** `cookie` begins with one that is there already, such as that of a session. */
export function jar(app: TestApp, cookie: string | null = null): Jar {
  const cookies = new Map<string, string>();
  const keep = (pair: string): void => {
    const [name = '', value = ''] = pair.split('=');
    cookies.set(name, value);
  };
  if (cookie !== null) keep(cookie);
  return {
    cookies,
    async post(path, body = {}, headers = {}) {
      const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const { origin } = app;
      const all = { origin, ...(sent === '' ? {} : { cookie: sent }), ...headers };
      const answer = await send(origin, { method: 'POST', path, body, headers: all });
      for (const set of answer.headers.getSetCookie()) keep(set.split(';')[0] ?? '');
      return answer;
    },
  };
}

export interface Change {
  readonly purpose?: 'sign-in' | 'link';
  readonly exchange?: Exchange;
  readonly key?: IssuerKey;
}

/** Begins in a browser and says yes at the issuer: what the issuer sends back. */
export async function begin(
  browser: Jar,
  issuer: ScriptedIssuer,
  claims: object,
  { purpose = 'sign-in', ...change }: Change = {},
): Promise<Returned> {
  const { url } = dataOf(await browser.post('/auth/oidc/start', { purpose, to: '/groups' }));
  return issuer.consent(url, claims, change);
}

export const finish = (browser: Jar, returned: object): Promise<Answer> =>
  browser.post('/auth/oidc/finish', returned);

/** A whole sign-in or link in a browser; the answer to its end. */
export const signInAt = async (
  browser: Jar,
  issuer: ScriptedIssuer,
  claims: object,
  change: Change = {},
): Promise<Answer> => finish(browser, await begin(browser, issuer, claims, change));
