import { OIDC_ANSWER_BYTES, OIDC_TIMEOUT_MS } from './oidc-limits.ts';

/** What kept the issuer from being asked, as opposed to what it refused. The text is for the log. */
export class IssuerTrouble extends Error {}

export interface IssuerAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Asks the issuer and reads its JSON: within 5 s in all, 64 kB at most, without following anywhere.
 * Rejects with IssuerTrouble for everything that is no JSON object.
 */
export async function askIssuer(url: string, request: RequestInit = {}): Promise<IssuerAnswer> {
  try {
    const answer = await fetch(url, {
      ...request,
      headers: { accept: 'application/json', ...request.headers },
      signal: AbortSignal.timeout(OIDC_TIMEOUT_MS),
      redirect: 'error',
    });
    return { status: answer.status, body: objectOf(await textOf(answer)) };
  } catch (problem) {
    if (problem instanceof IssuerTrouble) throw problem;
    throw new IssuerTrouble('the issuer could not be asked', { cause: problem });
  }
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > OIDC_ANSWER_BYTES) throw new IssuerTrouble('the answer of the issuer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new IssuerTrouble('the answer of the issuer is no JSON object');
  }
  return value as Readonly<Record<string, unknown>>;
}
