import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { usdc } from '../../money/fixed.ts';
import { fixedClock } from '../../platform/clock.ts';
import { createAuthenticator, createIdentity, type Identity } from '../identity/index.ts';
import { openSignIn, type SignIn } from './create-sessions.ts';
import { createThrottle } from './throttle.ts';
import { inTransaction } from './transaction.ts';

const DAY_MS = 86_400_000;
const monotonic = { elapsedMs: () => 0 };
const origin = { ip: null, userAgent: null };

let backend: Backend;
let signIn: SignIn;
let identity: Identity;
let userId = '';
/** Real time; business time stands still. */
const wallClock = fixedClock(Date.UTC(2026, 0, 1));

beforeAll(async () => {
  backend = await openBackend();
  const authenticator = createAuthenticator({ ...backend, monotonic });
  identity = createIdentity({ ...backend, authenticator });
  const made = await identity.createUser({
    username: 'ada',
    mode: 'paper',
    deposit: null,
    key: null,
  });
  userId = made.userId;
  signIn = await open(null);
  await authenticator.close();
});
afterAll(async () => {
  signIn.close();
  await backend.close();
});

/** Another process on the same database, with a secret of the operator or without. */
const open = (authSecret: string | null): Promise<SignIn> =>
  openSignIn({
    ...backend,
    identity,
    wallClock,
    monotonic,
    config: {
      publicUrl: 'http://localhost:3000',
      mode: 'paper',
      paperDeposit: usdc(0n),
      authSecret,
      oidc: null,
      trustedProxies: [],
    },
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

test('processes sign with one key; another secret of the operator makes another key', async () => {
  const { id } = await begin();
  const { token } = await signIn.tokens.issue({ userId, sessionId: id }, 600);
  const same = await open(null);
  expect(same.tokens.jwks).toEqual(signIn.tokens.jwks);
  expect((await same.tokens.check(token)).sessionId).toBe(id);
  const secret = 'a secret of the operator that is long enough';
  const other = await open(secret);
  const again = await open(secret);
  const unauthorized = expect.objectContaining({ code: 'UNAUTHORIZED' });
  await expect(other.tokens.check(token)).rejects.toEqual(unauthorized);
  const next = await other.tokens.issue({ userId, sessionId: id }, 600);
  expect((await again.tokens.check(next.token)).sessionId).toBe(id);
  for (const one of [same, other, again]) one.close();
});

test('attempts are counted within 15 minutes, each key by itself', async () => {
  const throttle = createThrottle({ database: backend.database, wallClock });
  const [ada, bea] = ['ada', 'bea'].map((of) => ({ kind: 'code', of }) as const);
  if (!ada || !bea) throw new Error('two keys');
  for (let n = 0; n < 5; n += 1) await throttle.take(ada, bea);
  wallClock.advance(100_000);
  // The window began 100 of 900 seconds ago.
  const refused = expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: 800 });
  await expect(throttle.take(ada)).rejects.toEqual(refused);
  await throttle.forget(bea);
  await throttle.take(bea);
  // Being refused does not make the window longer.
  wallClock.advance(799_999);
  expect(await throttle.allows(ada)).toBe(false);
  wallClock.advance(1);
  expect(await throttle.allows(ada)).toBe(true);
  expect(await throttle.allows({ kind: 'mail', of: 'ada' })).toBe(true);
});
