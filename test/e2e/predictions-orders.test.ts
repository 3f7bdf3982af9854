import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  act,
  cash,
  MARKET,
  type PredictionWorld,
  refusal,
  runner,
  seen,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;

beforeAll(async () => {
  world = await startPredictionWorld();
});
beforeEach(() => world.pin('0.5'));
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

it('shows an opening whole: proposal, trade and action', async () => {
  const { leader, groupId, propose } = await world.flock();
  const opened = await propose({ reason: 'Cheap refineries. 🪿' });
  expect(opened.status).toBe(201);
  const { proposal, trade, pending, actionJobId } = opened.body.data;
  const event = await leader.get(`/predictions/events/${MARKET.eventId}`);
  const market = event.markets.find(
    ({ marketTicker }: { marketTicker: string }) => marketTicker === MARKET.marketId,
  );
  expect(proposal).toEqual({
    id: expect.any(String),
    groupId,
    createdById: leader.userId,
    ...MARKET,
    outcomeMint: market.yesOutcomeId,
    eventTitle: event.title,
    marketTitle: market.title,
    eventImageUrl: event.imageUrl,
    isYes: true,
    status: 'ACTIVE',
    result: null,
    didWin: false,
    reason: 'Cheap refineries. 🪿',
    resolvedAt: null,
    createdAt: '2026-03-03T15:30:00.000Z',
    updatedAt: '2026-03-03T15:30:00.000Z',
  });
  expect(trade).toEqual({
    id: actionJobId,
    proposalId: proposal.id,
    groupId,
    walletAddress: (await leader.get('/account')).deposit.walletAddress,
    tradeType: 'BUY',
    tokenAmount: '80',
    tokenDecimals: 6,
    pricePerTokenUsd: '0.5',
    totalCostUsd: '41',
    venueFeeUsd: '1',
    pnlUsd: '0',
    pnlPct: '0',
    txSignature: `paper_${trade.id}`,
    createdAt: '2026-03-03T15:30:00.000Z',
  });
  expect(pending).toBe(false);
  expect(await leader.get(`/actions/${actionJobId}`)).toMatchObject({
    id: actionJobId,
    status: 'SETTLED',
    proposalId: proposal.id,
    trade,
  });
});

it('a reason has at most 500 characters and need not be', async () => {
  const { propose, open } = await world.flock();
  const long = await propose({ reason: 'x'.repeat(501) });
  expect(refusal(long).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
  expect((await open({ reason: 'x'.repeat(500) })).proposal.reason).toHaveLength(500);
  expect((await open({ isYes: false })).proposal.reason).toBeNull();
});

it('refuses what the wallet does not hold, and nothing moves', async () => {
  const { leader, member, propose, open } = await world.flock();
  expect(refusal(await propose({ amountUsd: '1000.000001' }))).toEqual([
    400,
    'INSUFFICIENT_FUNDS',
    { required: '1000.000001', available: '1000', currency: 'USDC' },
  ]);
  const { proposal } = await open();
  const into = await act(member, proposal.id, 'predict', { amountUsd: '1000.01' });
  expect(refusal(into)).toEqual([
    400,
    'INSUFFICIENT_FUNDS',
    { required: '1000.01', available: '1000', currency: 'USDC' },
  ]);
  // What is asked is the whole amount, though not all of it would be spent.
  const most = await act(member, proposal.id, 'predict', { amountUsd: '1000.000001' });
  expect(refusal(most).slice(0, 2)).toEqual([400, 'INSUFFICIENT_FUNDS']);
  expect([await cash(leader), await cash(member)]).toEqual(['959', '1000']);
  expect((await seen(member, proposal.id)).remainingTokenAmount).toBeNull();
});

it('answers a repeated key with the first answer, and the order is one', async () => {
  const { leader, member, groupId } = await world.flock();
  const body = { groupId, ...runner('no-change'), isYes: true, amountUsd: '41' };
  await world.pin('0.5', runner('no-change').marketId);
  const keyed = (user: typeof leader, path: string, sent: unknown, key: string) =>
    user.call('POST', `/predictions/${path}`, sent, { 'idempotency-key': key });
  const first = await keyed(leader, 'proposals', body, 'one');
  const again = await keyed(leader, 'proposals', body, 'one');
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect([
    first.headers.get('idempotency-replayed'),
    again.headers.get('idempotency-replayed'),
  ]).toEqual([null, 'true']);
  // Without the key, or with another, it is a duplicate.
  const other = await keyed(leader, 'proposals', body, 'two');
  expect(refusal(other).slice(0, 2)).toEqual([400, 'DUPLICATE_PROPOSAL']);
  const reused = await keyed(leader, 'proposals', { ...body, amountUsd: '42' }, 'one');
  expect(refusal(reused).slice(0, 2)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);

  const { id } = first.body.data.proposal;
  const both = await Promise.all(
    [1, 2, 3, 4].map(() => keyed(member, `proposals/${id}/predict`, { amountUsd: '41' }, 'in')),
  );
  const settled = both.filter(({ status }) => status === 200);
  expect(settled.length).toBeGreaterThanOrEqual(1);
  for (const { body: one } of settled) expect(one).toEqual(settled[0]?.body);
  const unsettled = both.filter(({ status }) => status !== 200);
  for (const { status, body: one } of unsettled) {
    expect([status, one.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
  }
  expect(await cash(member)).toBe('959');
  const out = await keyed(member, `proposals/${id}/sell`, { max: true }, 'out');
  const repeated = await keyed(member, `proposals/${id}/sell`, { max: true }, 'out');
  expect([repeated.status, repeated.body]).toEqual([200, out.body]);
  // 959 + 40 − 1; and the leader's 1000 − 41.
  expect([await cash(member), await cash(leader)]).toEqual(['998', '959']);
});
