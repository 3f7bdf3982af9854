import { OIDC_ANSWER_BYTES } from './oidc-limits.ts';

/**
 * `fetch` that follows no redirect and reads no more than `OIDC_ANSWER_BYTES`; it rejects when the
 * answer is larger, so that nobody's mistake fills our memory.
 */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the rest.
    if (size > OIDC_ANSWER_BYTES) throw new Error('the answer of the issuer is too large');
    chunks.push(chunk);
  }
  const { status, headers } = answer;
  return new Response(Buffer.concat(chunks), { status, headers });
}
