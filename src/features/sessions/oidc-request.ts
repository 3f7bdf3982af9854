import { boundedFetch } from './bounded-fetch.ts';
import { OIDC_TIMEOUT_MS } from './oidc-limits.ts';

/** What kept the issuer from being asked, as opposed to what it refused. The text is for the log. */
export class IssuerTrouble extends Error {}

export interface IssuerAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Asks the issuer and reads its JSON: within 5 s in all, 256 KiB at most, without following anywhere.
 * Rejects with IssuerTrouble for everything that is no JSON object.
 */
export async function askIssuer(url: string, request: RequestInit = {}): Promise<IssuerAnswer> {
  try {
    const answer = await boundedFetch(url, {
      ...request,
      headers: { accept: 'application/json', ...request.headers },
      signal: AbortSignal.timeout(OIDC_TIMEOUT_MS),
    });
    return { status: answer.status, body: objectOf(await answer.text()) };
  } catch (problem) {
    if (problem instanceof IssuerTrouble) throw problem;
    throw new IssuerTrouble('the issuer could not be asked', { cause: problem });
  }
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new IssuerTrouble('the answer of the issuer is no JSON object');
  }
  return value as Readonly<Record<string, unknown>>;
}
