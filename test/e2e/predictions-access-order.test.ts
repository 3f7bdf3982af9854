import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  act,
  type Flock,
  MARKET,
  type PredictionWorld,
  refusal,
  seen,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;
let flock: Flock;

beforeAll(async () => {
  world = await startPredictionWorld();
});
beforeEach(async () => {
  flock = await world.flock();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const LEADER_REQUIRED = [403, 'LEADER_REQUIRED', {}];
const NOT_MEMBER = [403, 'NOT_GROUP_MEMBER', {}];
const NOWHERE = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';

const propose = async (body: object, user: TestUser) => refusal(await flock.propose(body, user));
const tried = async (...order: Parameters<typeof act>) => refusal(await act(...order));

it('every write wants the scope of predictions', async () => {
  const { proposal } = await flock.open();
  const reader = await world.user({ scopes: ['read', 'groups', 'trade:spot', 'chat'] });
  await flock.join(reader);
  const scope = [403, 'SCOPE_REQUIRED', { scope: 'trade:predictions' }];
  expect(await propose({ isYes: false }, reader)).toEqual(scope);
  expect(await tried(reader, proposal.id, 'predict', { amountUsd: '41' })).toEqual(scope);
  expect(await tried(reader, proposal.id, 'sell', { max: true })).toEqual(scope);
  expect(await tried(reader, proposal.id, 'close')).toEqual(scope);
  expect(await tried(reader, proposal.id, 'claim')).toEqual(scope);
  expect((await seen(reader, proposal.id)).proposal.status).toBe('ACTIVE');
});

it('refuses in order: shape, scope, region, what is not there, membership, role, business', async () => {
  const { proposal } = await flock.open();
  const outsider = await world.user();
  const region = (country: string | null) =>
    world.test.sandbox('PUT', '/region', { userId: outsider.userId, country });
  const reader = await world.user({ scopes: ['read'] });
  const unknown = { eventId: 'no-such-event', amountUsd: '1' };
  expect((await propose({ ...unknown, amountUsd: 'x' }, reader)).slice(0, 2)).toEqual([
    400,
    'VALIDATION_FAILED',
  ]);
  expect((await propose(unknown, reader)).slice(0, 2)).toEqual([403, 'SCOPE_REQUIRED']);
  await region('SY');
  const barred = [403, 'GEO_RESTRICTED', { country: 'SY' }];
  expect(await propose(unknown, outsider)).toEqual(barred);
  expect(await propose({ marketId: 'none' }, outsider)).toEqual(barred);
  expect(await propose({}, outsider)).toEqual(barred);
  for (const id of [NOWHERE, proposal.id]) {
    expect(await tried(outsider, id, 'predict', { amountUsd: '1' })).toEqual(barred);
  }
  // What cannot be an id is no route at all.
  expect((await tried(outsider, 'none', 'predict', { amountUsd: '1' })).slice(0, 2)).toEqual([
    404,
    'NOT_FOUND',
  ]);
  await region(null);
  expect(await propose(unknown, outsider)).toEqual([
    404,
    'EVENT_NOT_FOUND',
    { eventId: 'no-such-event' },
  ]);
  expect(await propose({ marketId: 'none' }, outsider)).toEqual([
    404,
    'MARKET_NOT_FOUND',
    { marketId: 'none' },
  ]);
  expect(await propose({ amountUsd: '1' }, outsider)).toEqual(NOT_MEMBER);
  expect(await propose({ amountUsd: '1' }, flock.member)).toEqual(LEADER_REQUIRED);
  expect((await propose({ amountUsd: '1' }, flock.leader)).slice(0, 2)).toEqual([
    400,
    'AMOUNT_BELOW_MINIMUM',
  ]);
  expect(await tried(outsider, NOWHERE, 'predict', { amountUsd: '1' })).toEqual([
    404,
    'NOT_FOUND',
    {},
  ]);
  expect(await tried(outsider, proposal.id, 'predict', { amountUsd: '1' })).toEqual(NOT_MEMBER);
  expect((await outsider.get('/account/ledger')).entries).toHaveLength(1);
});

it('a used key comes before region and unknown markets', async () => {
  const send = (body: object) =>
    flock.leader.call(
      'POST',
      '/predictions/proposals',
      { groupId: flock.groupId, ...MARKET, isYes: true, amountUsd: '41', ...body },
      { 'idempotency-key': 'once' },
    );
  expect((await send({})).status).toBe(201);
  await world.test.sandbox('PUT', '/region', { userId: flock.leader.userId, country: 'KP' });
  expect((await send({})).status).toBe(201);
  expect(refusal(await send({ eventId: 'none' })).slice(0, 2)).toEqual([
    422,
    'IDEMPOTENCY_KEY_REUSED',
  ]);
});
