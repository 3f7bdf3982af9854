import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { testId } from '../../../test/helpers/state.ts';
import { fixedClock, isoTime } from '../../platform/clock.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { createIdentity, type Identity } from './identity.ts';

let backend: Backend;
let identity: Identity;
let userId: string;
const real = { elapsedMs: 0 };
const monotonic = { elapsedMs: () => real.elapsedMs };
let authenticator: Authenticator;
/** Another process on the same database. */
let elsewhere: Authenticator;
const lookups = vi.fn();

const unauthorized = expect.objectContaining({ code: 'UNAUTHORIZED' });
const wish = { label: 'bot', scopes: null, expiresAt: null };
const bearer = (key: string) => `Bearer ${key}`;
/** A promise for a miss, an exception or a principal at once for everything else. */
const authenticate = async (header: string | undefined, by = authenticator) =>
  by.authenticate(header);
/** The answer at once; fails when it takes a read. */
function fromMemory(key: string, by = authenticator): Principal {
  const principal = by.authenticate(bearer(key));
  if (principal instanceof Promise) throw new Error('the key was not in memory');
  return principal;
}

beforeAll(async () => {
  backend = await openBackend();
  const { database, bus, clock, log } = backend;
  const reads: typeof database.reads = {
    ...database.reads,
    query: (statement, values) => {
      lookups(statement.name);
      return database.reads.query(statement, values);
    },
  };
  const counted = { reads, withClient: database.withClient };
  authenticator = createAuthenticator({ database: counted, bus, clock, monotonic, log });
  elsewhere = createAuthenticator({ database, bus, clock, monotonic, log });
  identity = createIdentity({ ...backend, authenticator });
  const made = await identity.createUser({
    username: 'ada',
    mode: 'paper',
    deposit: null,
    key: null,
  });
  userId = made.userId;
});

beforeEach(() => {
  lookups.mockClear();
});

afterAll(async () => {
  await authenticator.close();
  await elsewhere.close();
  await backend.close();
});

test('a key proves its user after one read, and from then on from memory', async () => {
  const { id, apiKey } = await identity.createKey(userId, wish);
  const now = isoTime(backend.clock.now());
  const principal = await authenticate(bearer(apiKey));
  expect(principal).toEqual({
    userId,
    idpId: `idp_${userId}`,
    username: 'ada',
    avatar: '',
    walletAddress: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    authMethod: 'apiKey',
    scopes: new Set(['read', 'trade:spot', 'trade:predictions', 'trade:perps', 'groups', 'chat']),
    budgetKey: id,
    sessionId: null,
    apiKey: {
      id,
      label: 'bot',
      prefix: apiKey.slice(0, 10),
      lastUsedAt: now,
      expiresAt: null,
      createdAt: now,
    },
  });
  expect(fromMemory(apiKey)).toBe(principal);
  expect(lookups.mock.calls).toEqual([['api key of hash']]);
});

test('requests that meet during the first read share it', async () => {
  const { apiKey } = await identity.createKey(userId, wish);
  const all = await Promise.all([1, 2, 3].map(() => authenticate(bearer(apiKey))));
  expect(new Set(all).size).toBe(1);
  expect(lookups).toHaveBeenCalledTimes(1);
});

test('the scopes of a key are those it was given', async () => {
  const { apiKey } = await identity.createKey(userId, { ...wish, scopes: ['chat', 'groups:pay'] });
  const { scopes } = await authenticate(bearer(apiKey));
  expect([...scopes]).toEqual(['chat', 'groups:pay']);
});

test('a header that is missing, malformed or of no key is refused', async () => {
  const key = `svc_${'0'.repeat(43)}`;
  for (const header of [undefined, '', key, `Bearer ${key}0`, `Basic ${key}`, 'Bearer svc_']) {
    await expect(authenticate(header)).rejects.toEqual(unauthorized);
  }
  expect(lookups).not.toHaveBeenCalled();
});

test('an unknown key costs one read a second', async () => {
  const header = bearer(`svc_${'1'.repeat(43)}`);
  real.elapsedMs += 10_000;
  await expect(authenticate(header)).rejects.toEqual(unauthorized);
  await expect(authenticate(header)).rejects.toEqual(unauthorized);
  expect(lookups).toHaveBeenCalledTimes(1);
  real.elapsedMs += 1_001;
  await expect(authenticate(header)).rejects.toEqual(unauthorized);
  expect(lookups).toHaveBeenCalledTimes(2);
});

test('a key ends at its expiry by business time, also when it is in memory', async () => {
  const expiresAt = backend.clock.now() + 5_000;
  const { apiKey } = await identity.createKey(userId, { ...wish, expiresAt });
  expect((await authenticate(bearer(apiKey))).apiKey?.expiresAt).toBe(isoTime(expiresAt));
  backend.clock.advance(4_999);
  expect(fromMemory(apiKey).userId).toBe(userId);
  backend.clock.advance(1);
  expect(() => authenticator.authenticate(bearer(apiKey))).toThrow(unauthorized);
  // Out of memory now, and refused by what the database says.
  await expect(authenticate(bearer(apiKey))).rejects.toEqual(unauthorized);
});

test('a revoked key is refused in every process and its listeners are told', async () => {
  const { id, apiKey } = await identity.createKey(userId, wish);
  const other = await identity.createKey(userId, wish);
  const told: string[] = [];
  const stop = elsewhere.onRevoked((keyId) => told.push(keyId));
  for (const key of [apiKey, other.apiKey]) {
    await authenticate(bearer(key));
    await authenticate(bearer(key), elsewhere);
  }
  expect(await identity.revokeKey(id)).toEqual({ id });
  await expect(authenticate(bearer(apiKey))).rejects.toEqual(unauthorized);
  await eventually('the other process hears of it', () => told.length > 0);
  expect(told).toEqual([id]);
  await expect(authenticate(bearer(apiKey), elsewhere)).rejects.toEqual(unauthorized);
  expect(fromMemory(other.apiKey, elsewhere).apiKey?.id).toBe(other.id);
  stop();
  expect(await identity.revokeKey(id)).toEqual({ id });
  for (const unknown of [testId(1), 'nothing']) {
    await expect(identity.revokeKey(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

test('a key that is revoked while it is read is not remembered', async () => {
  const { apiKey } = await identity.createKey(userId, wish);
  const reading = authenticate(bearer(apiKey));
  authenticator.revoked(testId(3));
  await reading;
  expect(authenticator.authenticate(bearer(apiKey))).toBeInstanceOf(Promise);
});

test('when messages may have been lost everything is read again', async () => {
  let reset = () => {};
  const bus = {
    subscribe: () => () => {},
    onReset(handler: () => void) {
      reset = handler;
      return () => {};
    },
  };
  const deaf = createAuthenticator({ ...backend, bus, monotonic });
  const told: string[] = [];
  deaf.onRevoked((keyId) => told.push(keyId));
  const { id, apiKey } = await identity.createKey(userId, wish);
  await authenticate(bearer(apiKey), deaf);
  await identity.revokeKey(id);
  expect(fromMemory(apiKey, deaf).userId).toBe(userId);
  reset();
  await expect(authenticate(bearer(apiKey), deaf)).rejects.toEqual(unauthorized);
  await eventually('the listeners are told', () => told.length === 1);
  await deaf.close();
});

test('the last use is brought up to date once a minute and written on close', async () => {
  const { database, bus, log } = backend;
  const clock = fixedClock(backend.clock.now());
  const brief = createAuthenticator({ database, bus, clock, monotonic, log });
  const { id, apiKey } = await identity.createKey(userId, wish);
  const start = clock.now();
  await authenticate(bearer(apiKey), brief);
  clock.advance(59_999);
  expect(fromMemory(apiKey, brief).apiKey?.lastUsedAt).toBe(isoTime(start));
  clock.advance(1);
  expect(fromMemory(apiKey, brief).apiKey?.lastUsedAt).toBe(isoTime(start + 60_000));
  clock.advance(59_000);
  fromMemory(apiKey, brief);
  await brief.close();
  const [row] = await database.reads.query<{ last_used_at: number }>(
    { name: 'test key use', text: 'select last_used_at from api_key_use where key_id = $1' },
    [id],
  );
  expect(row?.last_used_at).toBe(start + 60_000);
});

test('a secret is stored as its hash alone', async () => {
  const { id, apiKey } = await identity.createKey(userId, wish);
  const [row] = await backend.database.reads.query<{ row: string }>(
    { name: 'test whole key', text: 'select k::text as row from api_key k where id = $1' },
    [id],
  );
  expect(row?.row).toContain(apiKey.slice(0, 10));
  expect(row?.row).not.toContain(apiKey.slice(10));
});

test('users of many batches and names that meet: one gets the name', async () => {
  const make = (username: string) =>
    identity.createUser({ username, mode: 'paper', deposit: null, key: wish });
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => make(n % 2 === 0 ? 'Twin' : `user_${n}`)),
  );
  const made = results.filter(({ status }) => status === 'fulfilled');
  expect(made).toHaveLength(11);
  for (const result of results) {
    if (result.status === 'rejected') {
      expect(result.reason).toMatchObject({ problems: ['username is taken'] });
    }
  }
});
