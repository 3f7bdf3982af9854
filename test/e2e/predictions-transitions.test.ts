import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  act,
  cash,
  done,
  type Flock,
  fillOf,
  MARKET,
  type PredictionWorld,
  refusal,
  runner,
  seen,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;
let flock: Flock;

beforeEach(async () => {
  world = await startPredictionWorld();
  flock = await world.flock();
});
afterEach(async () => {
  await world.test.audit();
  await world.test.stop();
});

const LATER = '2026-03-03T16:00:00.000Z';
const notActive = (marketStatus: string) => [
  400,
  'MARKET_NOT_ACTIVE',
  { marketStatus, nextOpen: null },
];
const PROPOSAL_CLOSED = [400, 'PROPOSAL_CLOSED', {}];
const NOT_CLAIMABLE = [400, 'NOT_CLAIMABLE', {}];

const buy = { amountUsd: '41' };
const tried = async (...order: Parameters<typeof act>) => refusal(await act(...order));
const proposalOf = async (id: string) => (await seen(flock.leader, id)).proposal;
const told = async (user: TestUser) => {
  const { events } = await user.get('/account/events?limit=200');
  return events
    .filter(({ type }: { type: string }) => /^prediction\.(proposal|resolved)/.test(type))
    .map(({ type, data }: { type: string; data: object }) => [type, data]);
};

it('ACTIVE → CLOSED when the market stops trading: sell-only, and nothing sells meanwhile', async () => {
  const { proposal } = await flock.open();
  await done(flock.member, proposal.id, 'predict', buy);
  await world.at(LATER);
  await world.status('closed');
  expect(await proposalOf(proposal.id)).toEqual({
    ...proposal,
    status: 'CLOSED',
    updatedAt: LATER,
  });
  const closed = notActive('closed');
  expect(await tried(flock.leader, proposal.id, 'sell', { max: true })).toEqual(closed);
  expect(await tried(flock.member, proposal.id, 'predict', buy)).toEqual(PROPOSAL_CLOSED);
  expect(await tried(flock.leader, proposal.id, 'close')).toEqual(PROPOSAL_CLOSED);
  expect(await tried(flock.leader, proposal.id, 'claim')).toEqual(NOT_CLAIMABLE);
  expect(refusal(await flock.propose())).toEqual(closed);
  const quote = { ...MARKET, isYes: true, amountUsd: '41' };
  expect(refusal(await flock.leader.call('POST', '/predictions/quote', quote))).toEqual(closed);
  expect(await told(flock.leader)).toEqual([
    ['prediction.proposalClosed', { proposalId: proposal.id }],
  ]);

  // Trading goes on: who holds sells, the call stays closed, and there may be a new one.
  await world.status('active');
  const sold = await done(flock.leader, proposal.id, 'sell', { max: true });
  expect(fillOf(sold.trade)).toEqual(['80', '0.5', '40', '1']);
  expect(await tried(flock.member, proposal.id, 'predict', buy)).toEqual(PROPOSAL_CLOSED);
  expect((await flock.open()).proposal.id).not.toBe(proposal.id);
  expect((await proposalOf(proposal.id)).status).toBe('CLOSED');
});

it('a paused market refuses every order and closes nothing', async () => {
  const { proposal } = await flock.open();
  await world.status('paused');
  const paused = notActive('paused');
  expect(refusal(await flock.propose({ isYes: false }))).toEqual(paused);
  expect(await tried(flock.member, proposal.id, 'predict', buy)).toEqual(paused);
  expect(await tried(flock.leader, proposal.id, 'sell', { max: true })).toEqual(paused);
  expect(await tried(flock.leader, proposal.id, 'close')).toEqual(paused);
  const sale = { proposalId: proposal.id, max: true };
  expect(refusal(await flock.leader.call('POST', '/predictions/quote', sale))).toEqual(paused);
  expect(await proposalOf(proposal.id)).toEqual(proposal);

  await world.status(null);
  await done(flock.member, proposal.id, 'predict', buy);
  const { trade } = await done(flock.leader, proposal.id, 'close');
  expect(trade.tokenAmount).toBe('80');
});

it('→ RESOLVED YES: the winners claim a dollar a share, once; the losers nothing', async () => {
  const yes = (await flock.open()).proposal;
  const no = (await flock.open({ isYes: false }, flock.leader)).proposal;
  await done(flock.member, yes.id, 'predict', { amountUsd: '20.5' });
  await done(flock.member, no.id, 'predict', { amountUsd: '10.25' });
  const left = await world.user();
  await flock.join(left);
  await done(left, yes.id, 'predict', buy);
  await done(left, yes.id, 'sell', { max: true });
  expect([yes.didWin, no.didWin]).toEqual([false, false]);
  expect(await tried(flock.leader, yes.id, 'claim')).toEqual(NOT_CLAIMABLE);

  await world.at(LATER);
  await world.resolve('YES');
  const ended = { status: 'RESOLVED', result: 'YES', resolvedAt: LATER, updatedAt: LATER };
  expect(await proposalOf(yes.id)).toEqual({ ...yes, ...ended, didWin: true });
  expect(await proposalOf(no.id)).toEqual({ ...no, ...ended, didWin: false });

  expect(await tried(flock.leader, yes.id, 'sell', buy)).toEqual(notActive('resolved'));
  // 80 shares that cost $41: 39 more, of 41 = 95.1219512195121951219…%
  const claimed = await done(flock.leader, yes.id, 'claim');
  expect(claimed).toEqual({
    trade: {
      id: claimed.actionJobId,
      proposalId: yes.id,
      groupId: flock.groupId,
      walletAddress: (await flock.leader.get('/account')).deposit.walletAddress,
      tradeType: 'CLAIM',
      tokenAmount: '80',
      tokenDecimals: 6,
      pricePerTokenUsd: '1',
      totalCostUsd: '80',
      venueFeeUsd: '0',
      pnlUsd: '39',
      pnlPct: '95.121951219512195122',
      txSignature: `paper_${claimed.actionJobId}`,
      createdAt: LATER,
    },
    amountClaimedUsd: '80',
    pending: false,
    actionJobId: claimed.actionJobId,
  });
  expect((await done(flock.member, yes.id, 'claim')).amountClaimedUsd).toBe('40');
  // 1000 − 41 − 41 + 80; 1000 − 20.5 − 10.25 + 40.
  expect([await cash(flock.leader), await cash(flock.member)]).toEqual(['998', '1009.25']);

  for (const [user, id] of [
    [flock.leader, yes.id],
    [flock.member, yes.id],
    [flock.leader, no.id],
    [flock.member, no.id],
  ] as const) {
    expect(await tried(user, id, 'claim')).toEqual(NOT_CLAIMABLE);
  }
  expect(await tried(flock.leader, no.id, 'sell', { max: true })).toEqual(notActive('resolved'));
  expect(await tried(flock.leader, yes.id, 'sell', { max: true })).toEqual([
    400,
    'NO_POSITION',
    {},
  ]);
  expect(await tried(flock.member, no.id, 'predict', buy)).toEqual(PROPOSAL_CLOSED);
  expect(await tried(flock.leader, yes.id, 'close')).toEqual(PROPOSAL_CLOSED);
  expect(refusal(await flock.propose())).toEqual(notActive('resolved'));
  // Who never held, who has sold all of it, who is no member.
  const none = await world.user();
  expect(await tried(none, yes.id, 'claim')).toEqual([403, 'NOT_GROUP_MEMBER', {}]);
  await flock.join(none);
  expect(await tried(none, yes.id, 'claim')).toEqual([400, 'NO_POSITION', {}]);
  expect(await tried(left, yes.id, 'claim')).toEqual([400, 'NO_POSITION', {}]);
  expect(await tried(left, none.userId, 'claim')).toEqual([404, 'NOT_FOUND', {}]);
  expect(await told(flock.member)).toEqual([
    ['prediction.resolved', resolved(yes.id, true, '40')],
    ['prediction.resolved', resolved(no.id, false, '0')],
  ]);

  function resolved(proposalId: string, didWin: boolean, claimableUsd: string) {
    const { groupId } = flock;
    return {
      proposalId,
      groupId,
      marketId: MARKET.marketId,
      result: 'YES',
      didWin,
      claimableUsd,
    };
  }
});

it('→ RESOLVED NO: the NO side has won', async () => {
  const yes = (await flock.open()).proposal.id;
  const no = (await flock.open({ isYes: false })).proposal.id;
  await world.resolve('NO');
  expect(await proposalOf(yes)).toMatchObject({ result: 'NO', didWin: false });
  expect(await proposalOf(no)).toMatchObject({ result: 'NO', didWin: true });
  expect(await tried(flock.leader, yes, 'claim')).toEqual(NOT_CLAIMABLE);
  expect((await done(flock.leader, no, 'claim')).trade).toMatchObject({
    pricePerTokenUsd: '1',
    totalCostUsd: '80',
    pnlUsd: '39',
  });
});

it('→ RESOLVED VOID: half a dollar a share on both sides, and nobody has won', async () => {
  const yes = (await flock.open()).proposal.id;
  const no = (await flock.open({ isYes: false })).proposal.id;
  // A share with its fee: 0.5125; 7.81 of them 3.905 + 0.097625, half-up 0.09763.
  await done(flock.member, yes, 'predict', { amountUsd: '4.00263' });
  await world.resolve('VOID');
  for (const id of [yes, no]) {
    expect(await proposalOf(id)).toMatchObject({
      status: 'RESOLVED',
      result: 'VOID',
      didWin: false,
    });
    // 80 × 0.5 − 41 = −1, of 41 = −2.4390243902439024390…%
    expect((await done(flock.leader, id, 'claim')).trade).toMatchObject({
      tradeType: 'CLAIM',
      pricePerTokenUsd: '0.5',
      totalCostUsd: '40',
      pnlUsd: '-1',
      pnlPct: '-2.439024390243902439',
    });
    expect(await tried(flock.leader, id, 'claim')).toEqual(NOT_CLAIMABLE);
  }
  // 7.81 × 0.5
  expect((await done(flock.member, yes, 'claim')).amountClaimedUsd).toBe('3.905');
  // 1000 − 82 + 80; 1000 − 4.00263 + 3.905.
  expect([await cash(flock.leader), await cash(flock.member)]).toEqual(['998', '999.90237']);
});

it('CLOSED → RESOLVED: a call that its leader has closed resolves, too', async () => {
  const { proposal } = await flock.open();
  await done(flock.member, proposal.id, 'predict', buy);
  await done(flock.leader, proposal.id, 'close');
  await world.at(LATER);
  await world.resolve('YES');
  expect(await proposalOf(proposal.id)).toEqual({
    ...proposal,
    status: 'RESOLVED',
    result: 'YES',
    didWin: true,
    resolvedAt: LATER,
    updatedAt: LATER,
  });
  expect((await done(flock.member, proposal.id, 'claim')).amountClaimedUsd).toBe('80');
  expect(await tried(flock.leader, proposal.id, 'claim')).toEqual([400, 'NO_POSITION', {}]);
});

it('of an event of which one market wins, YES ends the others with NO', async () => {
  const [winner, loser, third] = [
    runner('no-change'),
    runner('25-bps-decrease'),
    runner('50-bps-decrease'),
  ];
  for (const { marketId } of [winner, loser, third]) await world.pin('0.5', marketId);
  const won = (await flock.open({ ...winner })).proposal.id;
  const lost = (await flock.open({ ...loser })).proposal.id;
  const against = (await flock.open({ ...third, isYes: false })).proposal.id;
  const beside = (await flock.open()).proposal.id;
  await world.resolve('YES', winner.marketId);
  const ends = await Promise.all(
    [won, lost, against, beside].map(async (id) => {
      const { status, result, didWin } = await proposalOf(id);
      return [status, result, didWin];
    }),
  );
  expect(ends).toEqual([
    ['RESOLVED', 'YES', true],
    ['RESOLVED', 'NO', false],
    ['RESOLVED', 'NO', true],
    ['ACTIVE', null, false],
  ]);
  expect((await done(flock.leader, against, 'claim')).amountClaimedUsd).toBe('80');
  expect(await tried(flock.leader, lost, 'claim')).toEqual(NOT_CLAIMABLE);
  const again = { result: 'YES' };
  const path = `/predictions/markets/${loser.marketId}/resolve`;
  await expect(world.test.sandbox('POST', path, again)).rejects.toThrow('MARKET_NOT_ACTIVE');
  const last = runner('25-bps-increase').marketId;
  const book = await flock.leader.get(`/predictions/markets/${last}/book`);
  expect(book.yes).toEqual({ bids: [], asks: [] });
});

it.each(['NO', 'VOID'] as const)('%s of one of them leaves the others trading', async (result) => {
  const { marketId } = runner('50-bps-decrease');
  await world.pin('0.5', runner('no-change').marketId);
  const { proposal } = await flock.open({ ...runner('no-change') });
  await world.resolve(result, marketId);
  expect((await proposalOf(proposal.id)).status).toBe('ACTIVE');
  expect((await done(flock.leader, proposal.id, 'sell', { max: true })).trade.tokenAmount).toBe(
    '80',
  );
});
