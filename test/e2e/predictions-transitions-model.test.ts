import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  act,
  cash,
  done,
  type Flock,
  type Named,
  type PredictionWorld,
  refusal,
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

const WBTC = '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh';
/** Whether bitcoin is higher at 16:00 than at 15:00; the result is known some minutes later. */
const HOUR: Named = {
  eventId: 'bitcoin-up-or-down-in-the-hour-march-3-2026-15h',
  marketId: 'will-bitcoin-rise-in-the-hour-march-3-2026-15h',
};
const CLOSE = '2026-03-03T16:00:00.000Z';
const minute = (n: number) => new Date(Date.parse(CLOSE) + n * 60_000).toISOString();

/** Proposals of both sides, $20 each. */
const bothSides = async ({ open }: Flock, named: Named) => ({
  yes: (await open({ ...named, amountUsd: '20' })).proposal,
  no: (await open({ ...named, isYes: false, amountUsd: '20' })).proposal,
});
const proposalOf = async (id: string) => (await seen(flock.leader, id)).proposal;
const marketOf = async (named: Named, { leader }: Flock = flock) => {
  const { markets } = await leader.get(`/predictions/events/${named.eventId}`);
  return markets.find((each: { marketTicker: string }) => each.marketTicker === named.marketId);
};

it('a market closes and resolves by itself, and its proposals with it', async () => {
  const { yes, no } = await bothSides(flock, HOUR);
  expect(await marketOf(HOUR)).toMatchObject({ status: 'active', closeTime: CLOSE });
  await world.at('2026-03-03T15:59:59.999Z');
  expect((await proposalOf(yes.id)).status).toBe('ACTIVE');
  const early = await act(flock.leader, yes.id, 'sell', { amountUsd: '4.6' });
  expect(early.status).toBe(200);

  // It has closed, and nobody knows yet how it has ended.
  await world.at(CLOSE);
  expect(await marketOf(HOUR)).toMatchObject({ status: 'closed', result: null });
  for (const { id } of [yes, no]) {
    expect(await proposalOf(id)).toMatchObject({
      status: 'CLOSED',
      result: null,
      resolvedAt: null,
      updatedAt: CLOSE,
    });
    expect(refusal(await act(flock.leader, id, 'sell', { max: true }))).toEqual([
      400,
      'MARKET_NOT_ACTIVE',
      { marketStatus: 'closed', nextOpen: null },
    ]);
    expect(refusal(await act(flock.leader, id, 'claim'))).toEqual([400, 'NOT_CLAIMABLE', {}]);
  }

  let known = 0;
  while (known < 10 && (await marketOf(HOUR)).status === 'closed') {
    known += 1;
    await world.at(minute(known));
  }
  const [candle] = await flock.leader.get(
    `/spot/tokens/${WBTC}/candles?interval=1h&from=2026-03-03T15:00:00.000Z&to=${CLOSE}`,
  );
  expect(candle.t).toBe('2026-03-03T15:00:00.000Z');
  const result = Number(candle.close) > Number(candle.open) ? 'YES' : 'NO';
  expect(await marketOf(HOUR)).toMatchObject({ status: 'resolved', result });
  const ended = {
    status: 'RESOLVED',
    result,
    resolvedAt: minute(known),
    updatedAt: minute(known),
  };
  expect(await proposalOf(yes.id)).toEqual({ ...yes, ...ended, didWin: result === 'YES' });
  expect(await proposalOf(no.id)).toEqual({ ...no, ...ended, didWin: result === 'NO' });
  const [won, lost] = result === 'YES' ? [yes, no] : [no, yes];
  const held = (await seen(flock.leader, won.id)).remainingTokenAmount;
  const { trade, amountClaimedUsd } = await done(flock.leader, won.id, 'claim');
  expect([trade.tokenAmount, trade.totalCostUsd, amountClaimedUsd]).toEqual([held, held, held]);
  expect(refusal(await act(flock.leader, lost.id, 'claim'))).toEqual([400, 'NOT_CLAIMABLE', {}]);

  // A clock that is set on in one leap finds the same, as of the same minute.
  const leap = await startPredictionWorld();
  try {
    const other = await leap.flock();
    const { yes: far } = await bothSides(other, HOUR);
    await leap.at('2026-03-05T12:00:00.000Z');
    expect((await seen(other.leader, far.id)).proposal).toMatchObject({
      status: 'RESOLVED',
      result,
      resolvedAt: minute(known),
      updatedAt: '2026-03-05T12:00:00.000Z',
    });
    // Midnight has been, so that the winner has been paid.
    const [first] = (await other.leader.get('/account/ledger?limit=1')).entries;
    expect(first.kind).toBe('claim');
    await leap.test.audit();
  } finally {
    await leap.test.stop();
  }
});

it('of an event of which one market wins, one call wins', async () => {
  const eventId = 'highest-temperature-in-london-on-march-3-2026';
  const { markets } = await flock.leader.get(`/predictions/events/${eventId}`);
  expect(markets.length).toBeGreaterThan(4);
  const ids: string[] = [];
  for (const { marketTicker } of markets) {
    await world.pin('0.5', marketTicker);
    // 8 × 0.5125 = 4.1
    const { proposal } = await flock.open({ eventId, marketId: marketTicker, amountUsd: '4.1' });
    ids.push(proposal.id);
  }
  // Beyond the close at midnight and the longest wait for a result.
  await world.at('2026-03-04T06:00:00.000Z');
  const ends = await Promise.all(ids.map(proposalOf));
  expect(ends.map(({ status }) => status)).toEqual(ids.map(() => 'RESOLVED'));
  const winners = ends.filter(({ didWin }) => didWin);
  expect(winners.map(({ result }) => result)).toEqual(['YES']);
  expect(ends.filter(({ result }) => result === 'NO')).toHaveLength(ids.length - 1);
  for (const { id, didWin } of ends) {
    const answer = await act(flock.leader, id, 'claim');
    expect(refusal(answer)).toEqual(didWin ? [200] : [400, 'NOT_CLAIMABLE', {}]);
  }
  // $1000 less 4.1 for each, and 8 shares that have won: 6 markets are 24.6.
  expect([ids.length, await cash(flock.leader)]).toEqual([6, '983.4']);
});

it('what was resolved by hand stays so when the model would have ended it', async () => {
  const { yes } = await bothSides(flock, HOUR);
  await world.resolve('VOID', HOUR.marketId);
  const ended = await proposalOf(yes.id);
  expect(ended).toMatchObject({ status: 'RESOLVED', result: 'VOID' });
  await world.at(minute(60));
  expect(await proposalOf(yes.id)).toEqual(ended);
  expect(await marketOf(HOUR)).toMatchObject({ status: 'resolved', result: 'VOID' });
});

it('a pause by hand outlasts the end of a market until it is taken back', async () => {
  const { yes } = await bothSides(flock, HOUR);
  await world.status('paused', HOUR.marketId);
  await world.at(minute(60));
  expect((await proposalOf(yes.id)).status).toBe('ACTIVE');
  await world.status(null, HOUR.marketId);
  const { status, resolvedAt, updatedAt } = await proposalOf(yes.id);
  expect([status, resolvedAt, updatedAt]).toEqual(['RESOLVED', minute(60), minute(60)]);
});
