import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  act,
  at,
  cash,
  checkIdentities,
  closeAll,
  type Flock,
  NOW,
  type PerpWorld,
  pick,
  position,
  proposal,
  realized,
  refusal,
  startPerpWorld,
} from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;
let leader: TestUser;
beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock();
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const NOT_CLAIMABLE = [400, 'NOT_CLAIMABLE', {}];
const claim = (user: TestUser, id: string) => act(user, id, 'claim');
/** $100 long SOL at 10x with a take profit at 104 that a pin at 105 has crossed. */
async function taken(user: TestUser = leader) {
  const opened = await flock.open({ takeProfitPct: '40' }, user);
  await world.move('105');
  return opened;
}

it('keeps the proceeds of a take-profit until they are claimed', async () => {
  const { assignmentId, proposalId } = await taken();
  // 10 × 5, fee 1050 × 0.00035 = 0.3675: 50 − 0.35 − 0.3675 = 49.2825.
  const waiting = await position(leader, assignmentId);
  expect(waiting).toMatchObject({
    status: 'CLOSED',
    closeReason: 'TAKE_PROFIT',
    closedAt: NOW,
    exitPriceUsd: '105',
    isClaimable: true,
    claimedAt: null,
  });
  expect(realized(waiting)).toEqual(['50', '0', '0.7175', '0', '49.2825', '149.2825']);
  checkIdentities(waiting, '100');
  expect(await leader.get('/account')).toMatchObject({
    cashBalanceUsd: '900',
    perpsValueUsd: '149.2825',
    reservedUsd: '0',
    totalValueUsd: '1049.2825',
  });
  expect(await leader.get('/perps/positions')).toEqual([]);
  expect(await leader.get('/perps/positions?filter=past')).toEqual([waiting]);
  // The call is over for those who would join.
  expect(await proposal(leader, proposalId)).toMatchObject({
    closedAt: NOW,
    exitPnlUsd: '49.2825',
    exitPnlPct: '49.2825',
    currentPnlPct: '49.2825',
  });

  await world.at(at('16:05:00.000'));
  const { status, body } = await claim(leader, assignmentId);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    assignmentId,
    proposalId,
    marketSymbol: 'SOL',
    side: 'LONG',
    closePnlUsd: '49.2825',
    closePnlPct: '49.2825',
    closeProceedsUsd: '149.2825',
    closedBaseUnits: '10',
    claimedAt: at('16:05:00.000'),
  });
  expect(await position(leader, assignmentId)).toEqual({
    ...waiting,
    isClaimable: false,
    claimedAt: at('16:05:00.000'),
  });
  expect(await leader.get('/account')).toMatchObject({
    cashBalanceUsd: '1049.2825',
    perpsValueUsd: '0',
    totalValueUsd: '1049.2825',
  });
  const [line] = (await leader.get('/account/ledger?limit=1')).entries;
  expect(pick(line, 'kind', 'amount', 'balanceAfter')).toEqual(['claim', '149.2825', '1049.2825']);
  expect(refusal(await claim(leader, assignmentId))).toEqual(NOT_CLAIMABLE);
});

it('claims a short, of which a part was closed before', async () => {
  const { assignmentId } = await flock.open({ side: 'SHORT', takeProfitPct: '50' });
  await world.pin('SOL', '98');
  // 3 × 2 = 6, fee 294 × 0.00035 = 0.1029; the take profit stays at 95.
  await leader.post(`/perps/positions/${assignmentId}/reduce`, {
    reduceFraction: '0.3',
    isFullClose: false,
  });
  await world.move('95');
  const { body } = await claim(leader, assignmentId);
  // 7 × 5 = 35, fee 665 × 0.00035 = 0.23275: 41 − 0.35 − 0.1029 − 0.23275.
  expect(
    pick(body.data, 'side', 'closePnlUsd', 'closePnlPct', 'closeProceedsUsd', 'closedBaseUnits'),
  ).toEqual(['SHORT', '40.31435', '40.31435', '140.31435', '10']);
  expect(await cash(leader)).toBe('1040.31435');
});

it('claims nothing else', async () => {
  const open = await flock.open();
  expect(refusal(await claim(leader, open.assignmentId))).toEqual(NOT_CLAIMABLE);
  await closeAll(leader, open.assignmentId);
  expect(refusal(await claim(leader, open.assignmentId))).toEqual(NOT_CLAIMABLE);
  const stopped = await flock.open({ stopLossPct: '20' });
  await world.move('97');
  expect((await position(leader, stopped.assignmentId)).closeReason).toBe('STOP_LOSS');
  expect(refusal(await claim(leader, stopped.assignmentId))).toEqual(NOT_CLAIMABLE);
  await world.reset();
  const won = await taken();
  expect(refusal(await claim(flock.member, won.assignmentId))).toEqual([404, 'NOT_FOUND', {}]);
  const nowhere = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
  expect(refusal(await claim(leader, nowhere))).toEqual([404, 'NOT_FOUND', {}]);
  // What waits cannot be traded any more.
  const more = { collateralUsd: '5' };
  expect(refusal(await act(leader, won.assignmentId, 'add', more)).slice(0, 2)).toEqual([
    400,
    'NO_POSITION',
  ]);
  const all = { reduceFraction: '1', isFullClose: true };
  expect(refusal(await act(leader, won.assignmentId, 'reduce', all)).slice(0, 2)).toEqual([
    400,
    'NO_POSITION',
  ]);
});

it('is open to everyone: in a barred region, halted, suspended, out of the group', async () => {
  const { member } = flock;
  await flock.promote(member);
  const { assignmentId } = await taken(member);
  await leader.post(`/groups/${flock.groupId}/members/${member.userId}/kick`);
  await world.test.sandbox('PUT', '/region', { userId: member.userId, country: 'US' });
  await world.halt('halted');
  try {
    expect((await claim(member, assignmentId)).status).toBe(200);
  } finally {
    await world.halt('enabled');
  }
  expect(await cash(member)).toBe('1049.2825');
});

it('pays once for many claims, and answers a key again', async () => {
  const { assignmentId } = await taken();
  const answers = await Promise.all(Array.from({ length: 5 }, () => claim(leader, assignmentId)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  expect(await cash(leader)).toBe('1049.2825');

  const second = await flock.open({ takeProfitPct: '10', collateralUsd: '10' });
  await world.move('106.1');
  const keyed = () =>
    leader.call(
      'POST',
      `/perps/positions/${second.assignmentId}/claim`,
      {},
      {
        'idempotency-key': 'once',
      },
    );
  const [first, again] = [await keyed(), await keyed()];
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

it('claims for those who have not in seven days', async () => {
  const begun = Date.parse((await world.test.sandbox('GET', '/clock')).now);
  const { assignmentId } = await taken();
  const WEEK_MS = 7 * 86_400_000;
  const after = (ms: number) => new Date(begun + WEEK_MS + ms).toISOString();
  await world.at(after(0));
  expect((await position(leader, assignmentId)).isClaimable).toBe(true);
  expect(await cash(leader)).toBe('900');
  await world.at(after(1));
  expect(pick(await position(leader, assignmentId), 'isClaimable', 'claimedAt')).toEqual([
    false,
    after(1),
  ]);
  expect(await cash(leader)).toBe('1049.2825');
  expect(refusal(await claim(leader, assignmentId))).toEqual(NOT_CLAIMABLE);
  const events = (await leader.get('/account/events?limit=200')).events;
  const claims = events.filter(({ type }: { type: string }) => type === 'perp.claimed');
  expect(claims.map(({ data }: { data: { claimedAt: string } }) => data.claimedAt)).toEqual([
    after(1),
  ]);
});
