import { plainFetch, tokens } from '../api/client.ts';
import { sendOnce } from '../api/http.ts';

/** Ends the session here and at the service, and leads to the sign-in page. */
export async function signOut(): Promise<void> {
  try {
    await sendOnce(plainFetch, { method: 'POST', url: '/auth/sign-out', body: {} });
  } finally {
    tokens.forget();
  }
}
