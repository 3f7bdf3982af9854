import type { Answer } from '../../platform/http/answer.ts';
import type { SignIn } from './create-sessions.ts';
import type { OriginOf } from './origin.ts';
import { authContext } from './routes.ts';
import type { tokenExample } from './schemas.ts';
import { inTransaction } from './transaction.ts';

type Request = Parameters<OriginOf>[0];

/**
 * Begins a session of a user without a sign-in, for the users of the demo alone: sets its cookie
 * and answers its first token. FORBIDDEN, UNSUPPORTED_MEDIA_TYPE for a request of another site.
 */
export function openEntrance(
  signIn: SignIn,
): (request: Request, userId: string) => Promise<Answer<typeof tokenExample>> {
  const { own, enter } = authContext({ signIn });
  return async (request, userId) => {
    const origin = own(request);
    const session = await inTransaction(signIn.database, (run) =>
      signIn.store.start(run, { userId, method: 'sandbox', origin }),
    );
    return enter(request, session, (token) => token);
  };
}
