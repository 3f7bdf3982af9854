import { plainFetch, tokens } from '../api/client.ts';
import { sendOnce } from '../api/http.ts';

/**
 * Ends the session here and at the service, and leads to the sign-in page. The token is forgotten
 * first, so that nothing is asked for any more with a session that is about to end.
 */
export async function signOut(): Promise<void> {
  tokens.forget();
  await sendOnce(plainFetch, { method: 'POST', url: '/auth/sign-out', body: {} });
}
