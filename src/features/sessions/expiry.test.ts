import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { usdc } from '../../money/fixed.ts';
import { fixedClock } from '../../platform/clock.ts';
import { createAuthenticator, createIdentity } from '../identity/index.ts';
import { openSignIn, type SignIn } from './create-sessions.ts';
import { inTransaction } from './transaction.ts';

const DAY_MS = 86_400_000;
const monotonic = { elapsedMs: () => 0 };
const origin = { ip: null, userAgent: null };

let backend: Backend;
let signIn: SignIn;
let userId = '';
/** Real time; business time stands still. */
const wallClock = fixedClock(Date.UTC(2026, 0, 1));

beforeAll(async () => {
  backend = await openBackend();
  const authenticator = createAuthenticator({ ...backend, monotonic });
  const identity = createIdentity({ ...backend, authenticator });
  const made = await identity.createUser({
    username: 'ada',
    mode: 'paper',
    deposit: null,
    key: null,
  });
  userId = made.userId;
  signIn = await openSignIn({
    ...backend,
    identity,
    wallClock,
    monotonic,
    config: {
      publicUrl: 'http://localhost:3000',
      mode: 'paper',
      paperDeposit: usdc(0n),
      authSecret: null,
      oidc: null,
      trustedProxies: [],
    },
  });
  await authenticator.close();
});
afterAll(async () => {
  signIn.close();
  await backend.close();
});

const begin = () =>
  inTransaction(backend.database, (run) =>
    signIn.store.start(run, { userId, method: 'password', origin }),
  );
const isIn = async (token: string): Promise<boolean> => {
  try {
    await signIn.authenticator.authenticate(`Bearer ${token}`);
    return true;
  } catch {
    return false;
  }
};

test('a token ends after 10 minutes of real time, also when it is in memory', async () => {
  const { id } = await begin();
  const { token, expiresAt } = await signIn.tokens.issue({ userId, sessionId: id }, 600);
  expect(expiresAt).toBe(wallClock.now() + 600_000);
  expect(await isIn(token)).toBe(true);
  wallClock.advance(599_000);
  expect(await isIn(token)).toBe(true);
  wallClock.advance(1_000);
  expect(await isIn(token)).toBe(false);
  // It was forgotten; read anew it is still over, once processes cannot disagree any more.
  wallClock.advance(5_000);
  expect(await isIn(token)).toBe(false);
});

test('a session that is not used ends after 14 days', async () => {
  const [one, two] = [await begin(), await begin()];
  wallClock.advance(14 * DAY_MS - 1);
  expect((await signIn.store.ofSecret(one.secret))?.id).toBe(one.id);
  wallClock.advance(1);
  expect(await signIn.store.ofSecret(two.secret)).toBeNull();
  expect((await signIn.store.ofSecret(one.secret))?.id).toBe(one.id);
});

test('a session that is used ends after 90 days', async () => {
  const { id, secret } = await begin();
  for (const days of [10, 10, 10, 10, 10, 10, 10, 10, 9]) {
    wallClock.advance(days * DAY_MS);
    expect((await signIn.store.ofSecret(secret))?.id).toBe(id);
  }
  wallClock.advance(DAY_MS);
  expect(await signIn.store.ofSecret(secret)).toBeNull();
});
