import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  done,
  type Flock,
  MARKET,
  NOW,
  type PredictionWorld,
  runner,
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

const accountOf = async (user: TestUser) => {
  const { deposit: _, ...values } = await user.get('/account');
  return values;
};
const worth = (cashBalanceUsd: string, predictionsValueUsd: string, totalValueUsd: string) => ({
  totalValueUsd,
  cashBalanceUsd,
  spotValueUsd: '0',
  stocksValueUsd: '0',
  predictionsValueUsd,
  perpsValueUsd: '0',
  reservedUsd: '0',
});
const marketOf = async ({ eventId, marketId }: { eventId: string; marketId: string }) => {
  const { markets } = await flock.leader.get(`/predictions/events/${eventId}`);
  return markets.find((each: { marketTicker: string }) => each.marketTicker === marketId);
};

it('an account is worth its cash and its shares of both sides at the price of the moment', async () => {
  await flock.open();
  await flock.open({ isYes: false, amountUsd: '20.5' });
  // 1000 − 61.5; 80 × 0.5 + 40 × 0.5.
  expect(await accountOf(flock.leader)).toEqual(worth('938.5', '60', '998.5'));
  await world.pin('0.7123');
  // 80 × 0.7123 = 56.984, 40 × 0.2877 = 11.508.
  expect(await accountOf(flock.leader)).toEqual(worth('938.5', '68.492', '1006.992'));
  // Of two groups the shares of a side are one holding.
  const other = await world.flock();
  await other.join(flock.leader);
  const { proposal } = await other.open();
  // 0.7123 + 0.05 × 0.7123 × 0.2877 = 0.7225464355; 56.74 come to 40.415902 + 0.58138275…:
  // 938.5 − 40.997282.
  await done(flock.leader, proposal.id, 'predict', { amountUsd: '41' });
  const held = await flock.leader.get('/account/balances');
  expect(held.map(({ symbol, balance }: Record<string, string>) => [symbol, balance])).toEqual([
    ['USDC', '897.502718'],
    [`YES:${MARKET.marketId}`, '136.74'],
    [`NO:${MARKET.marketId}`, '40'],
  ]);
});

it('shows shares among balances and holdings, by their token, with exact values', async () => {
  await flock.open({ isYes: false });
  await world.pin('0.3333');
  const market = await marketOf(MARKET);
  const event = await flock.leader.get(`/predictions/events/${MARKET.eventId}`);
  expect(market.title).not.toBe(event.title);
  // 80 × 0.6667
  const shares = {
    tokenAddress: market.noOutcomeId,
    symbol: `NO:${MARKET.marketId}`,
    name: `${market.title}: No`,
    decimals: 6,
    balanceRaw: '80000000',
    balance: '80',
    availableRaw: '80000000',
    priceUsd: '0.6667',
    valueUsd: '53.336',
  };
  const balances = await flock.leader.get('/account/balances');
  expect(balances).toEqual([expect.objectContaining({ symbol: 'USDC', balance: '959' }), shares]);
  expect(await flock.leader.get('/account/positions')).toEqual({
    positions: [
      {
        tokenAddress: shares.tokenAddress,
        tokenSymbol: shares.symbol,
        tokenName: shares.name,
        balance: '80',
        value: '53.336',
        price: '0.6667',
        chainId: 'solana',
        decimals: 6,
        currency: 'usd',
        lastUpdated: NOW,
      },
    ],
    nextCursor: null,
  });
});

it('after the end winning shares count 1, VOID ones 0.5, lost ones nothing', async () => {
  const race = { ...runner('no-change'), amountUsd: '41' };
  await world.pin('0.5', race.marketId);
  const yes = (await flock.open()).proposal.id;
  await flock.open({ isYes: false });
  const half = (await flock.open(race)).proposal.id;
  expect(await accountOf(flock.leader)).toEqual(worth('877', '120', '997'));
  await world.resolve('YES');
  // 80 × 1 + 80 × 0 + 80 × 0.5
  expect(await accountOf(flock.leader)).toEqual(worth('877', '120', '997'));
  await world.pin('0.2');
  await world.resolve('VOID', race.marketId);
  await world.pin('0.9', race.marketId);
  expect(await accountOf(flock.leader)).toEqual(worth('877', '120', '997'));
  await done(flock.leader, yes, 'claim');
  expect(await accountOf(flock.leader)).toEqual(worth('957', '40', '997'));
  await done(flock.leader, half, 'claim');
  // What was lost stays in the wallet, worth nothing.
  expect(await accountOf(flock.leader)).toEqual(worth('997', '0', '997'));
  const { positions } = await flock.leader.get('/account/positions');
  expect(
    positions.map(({ tokenSymbol, balance, value }: Record<string, string>) => [
      tokenSymbol,
      balance,
      value,
    ]),
  ).toEqual([[`NO:${MARKET.marketId}`, '80', '0']]);
});

it('the statement tells every movement of dollars and shares, newest first', async () => {
  const { proposal, trade } = await flock.open();
  await world.pin('0.4');
  await world.at('2026-03-03T15:31:00.000Z');
  const sold = await done(flock.leader, proposal.id, 'sell', { amountUsd: '10' });
  await world.at('2026-03-03T15:32:00.000Z');
  await world.resolve('YES');
  const claimed = await done(flock.leader, proposal.id, 'claim');
  const { entries, nextCursor } = await flock.leader.get('/account/ledger');
  const asset = `YES:${MARKET.marketId}`;
  const rows = entries.map((entry: Record<string, string>) => [
    entry.kind,
    entry.asset,
    entry.amount,
    entry.balanceAfter,
    entry.ref,
    entry.at,
  ]);
  const [claim, sale, buy] = [claimed.trade, sold.trade, trade];
  // 55 shares are left of 80; 959 + 10 − 0.3 = 968.7, and 55 more.
  expect(rows).toHaveLength(7);
  expect(rows.slice(0, 2).toSorted()).toEqual([
    ['claim', 'USDC', '55', '1023.7', claim.id, '2026-03-03T15:32:00.000Z'],
    ['claim', asset, '-55', '0', claim.id, '2026-03-03T15:32:00.000Z'],
  ]);
  expect(rows.slice(2, 4).toSorted()).toEqual([
    ['trade', 'USDC', '9.7', '968.7', sale.id, '2026-03-03T15:31:00.000Z'],
    ['trade', asset, '-25', '55', sale.id, '2026-03-03T15:31:00.000Z'],
  ]);
  expect(rows.slice(4, 6).toSorted()).toEqual([
    ['trade', 'USDC', '-41', '959', buy.id, NOW],
    ['trade', asset, '80', '80', buy.id, NOW],
  ]);
  expect(rows[6].slice(0, 4)).toEqual(['deposit', 'USDC', '1000', '1000']);
  expect(nextCursor).toBeNull();
  // Page by page the same.
  const paged: object[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? 'limit=3' : `limit=3&cursor=${cursor}`;
    const page = await flock.leader.get(`/account/ledger?${query}`);
    paged.push(...page.entries);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(entries);
});

it('each trade is an event of its owner and an action that has settled', async () => {
  const { leader, member } = flock;
  const { proposal, trade } = await flock.open();
  const bought = await done(member, proposal.id, 'predict', { amountUsd: '41' });
  const sold = await done(leader, proposal.id, 'sell', { amountUsd: '10' });
  const closed = await done(leader, proposal.id, 'close');
  await world.resolve('YES');
  const claimed = await done(member, proposal.id, 'claim');
  const tradesOf = async (user: TestUser) =>
    (await user.get('/account/events?limit=200')).events
      .filter(({ type }: { type: string }) => type === 'prediction.trade')
      .map(({ data }: { data: object }) => data);
  expect(await tradesOf(leader)).toEqual([trade, sold.trade, closed.trade]);
  expect(await tradesOf(member)).toEqual([bought.trade, claimed.trade]);
  for (const [user, made, kind] of [
    [leader, trade, 'prediction.open'],
    [leader, sold.trade, 'prediction.manual'],
    [leader, closed.trade, 'prediction.close'],
    [member, claimed.trade, 'prediction.claim'],
  ] as const) {
    expect(await user.get(`/actions/${made.id}`)).toEqual({
      id: made.id,
      kind,
      status: 'SETTLED',
      proposalId: proposal.id,
      trade: made,
      createdAt: NOW,
      updatedAt: NOW,
    });
  }
  // An action is for its owner alone.
  const { status, body } = await leader.call('GET', `/actions/${claimed.trade.id}`);
  expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
});
