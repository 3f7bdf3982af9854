import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { AAPL_MINT, refusal, type StockWorld, startStockWorld } from './stock-world.ts';
import { mints } from './world.ts';

let world: StockWorld;

beforeEach(async () => {
  world = await startStockWorld();
});
afterEach(async () => {
  await world.test.audit();
  await world.test.stop();
});

async function follower(name: string, settings: object): Promise<TestUser> {
  const { test, groupId } = world;
  const user = await test.user(name);
  await user.post(`/groups/${groupId}/join`);
  await user.post(`/groups/${groupId}/auto-buy`, { enabled: true, amountUsd: '10', ...settings });
  return user;
}
const hold = (held: boolean) => world.test.sandbox('PUT', '/follow', { hold: held });
const drain = () => world.test.sandbox('POST', '/drain');
const region = (user: TestUser, country: string | null) =>
  world.test.sandbox('PUT', '/region', { userId: user.userId, country });
const history = (user: TestUser) => user.get(`/groups/${world.groupId}/auto-buy/history`);
const results = async (users: readonly TestUser[]) =>
  Promise.all(
    users.map(async (user) => {
      const [newest] = await history(user);
      return [user.name, newest?.status, newest?.code];
    }),
  );

it('follows the opening of a stock, and its exits, like a token', async () => {
  const { leader, order } = world;
  const all = await follower('all', { mirrorExits: true });
  const stocks = await follower('stocks', { verticals: ['STOCK'] });
  const spot = await follower('spot', { verticals: ['SPOT'] });
  const opened = (await order(leader, 'buy', { amountUsd: '100' })).body.data;
  await drain();
  expect(await results([all, stocks, spot])).toEqual([
    ['all', 'FILLED', undefined],
    ['stocks', 'FILLED', undefined],
    ['spot', 'SKIPPED', 'VERTICAL_OFF'],
  ]);
  const [filled] = await history(all);
  // $10 less 0.05 at 250.
  expect(filled).toMatchObject({
    vertical: 'STOCK',
    side: 'BUY',
    leaderTradeId: opened.trade.id,
    proposalId: opened.proposal.id,
    trade: { tokenAmount: '0.0398', tradingProposalId: opened.proposal.id },
  });
  // Later buys by ticker are not the opening trade.
  await order(leader, 'buy', { amountUsd: '10' });
  await drain();
  expect(await history(stocks)).toHaveLength(1);
  // All of the leader's tokens, so all of the follower's.
  await order(leader, 'sell', { max: true });
  await drain();
  const [exit] = await history(all);
  expect(exit).toMatchObject({
    vertical: 'STOCK',
    side: 'SELL',
    status: 'FILLED',
    trade: { tokenAmount: '0.0398', totalCostUsd: '9.95', svcFeeUsd: '0.04975' },
  });
  // 1000 − 10 + 9.95 − 0.04975
  expect((await all.get('/account')).cashBalanceUsd).toBe('999.90025');
  expect((await stocks.get('/account')).stocksValueUsd).toBe('9.95');
});

it('skips what the market or the region does not allow, in the order of precedence', async () => {
  const { leader, order } = world;
  const plain = await follower('plain', {});
  const small = await follower('small', { amountUsd: '0.5' });
  const poor = await follower('poor', { amountUsd: '5000' });
  const american = await follower('american', {});
  await region(american, 'US');
  const users = [plain, small, poor, american];
  await hold(true);
  await order(leader, 'buy', { amountUsd: '100' });
  await world.status('PAUSED');
  await hold(false);
  await drain();
  expect(await results(users)).toEqual([
    ['plain', 'SKIPPED', 'MARKET_NOT_ACTIVE'],
    ['small', 'SKIPPED', 'MARKET_NOT_ACTIVE'],
    ['poor', 'SKIPPED', 'MARKET_NOT_ACTIVE'],
    ['american', 'SKIPPED', 'GEO_RESTRICTED'],
  ]);
  await world.status(null);
  await world.pin('TSLA', '400');
  await hold(true);
  await order(leader, 'buy', { amountUsd: '100' }, 'TSLA');
  await world.test.sandbox('PUT', '/trading/stocks', { mode: 'halted' });
  await world.status('CLOSED');
  await hold(false);
  await drain();
  expect(await results([plain, american])).toEqual([
    ['plain', 'SKIPPED', 'TRADING_HALTED'],
    ['american', 'SKIPPED', 'GEO_RESTRICTED'],
  ]);
  await world.status(null);
  await world.test.sandbox('PUT', '/trading/stocks', { mode: 'enabled' });
  await world.pin('SPY', '600');
  await order(leader, 'buy', { amountUsd: '100' }, 'SPY');
  await drain();
  expect(await results(users)).toEqual([
    ['plain', 'FILLED', undefined],
    ['small', 'SKIPPED', 'BELOW_MINIMUM'],
    ['poor', 'SKIPPED', 'INSUFFICIENT_FUNDS'],
    ['american', 'SKIPPED', 'GEO_RESTRICTED'],
  ]);
});

it('a close in the session is mirrored only while the market is open', async () => {
  const { leader, order } = world;
  const mirror = await follower('mirror', { mirrorExits: true });
  const { proposal } = (await order(leader, 'buy', { amountUsd: '100' })).body.data;
  await drain();
  await hold(true);
  await leader.post(`/spot/proposals/${proposal.id}/close`);
  await world.status('CLOSED');
  await hold(false);
  await drain();
  expect(await results([mirror])).toEqual([['mirror', 'SKIPPED', 'MARKET_NOT_ACTIVE']]);
  await world.status(null);
  const sold = await order(mirror, 'sell', { max: true });
  expect(sold.body.data.trade.tokenAmount).toBe('0.0398');
});

it('bars buys and proposals of stocks in the United States, nothing else', async () => {
  const { test, leader, groupId, order } = world;
  await test.pin(mints.sol, '150');
  const { proposal } = (await order(leader, 'buy', { amountUsd: '100' })).body.data;
  await region(leader, 'US');
  const post = (path: string, body: object) => leader.call('POST', path, body);
  const barred = [
    await order(leader, 'buy', { amountUsd: '5' }),
    await order(leader, 'buy', { amountUsd: '5' }, 'NVDA'),
    await order(leader, 'buy', { amountUsd: '5' }, 'NOPE'),
    await post(`/spot/proposals/${proposal.id}/buy`, { amountUsd: '5' }),
    await post('/spot/proposals', { groupId, ticker: 'NVDA', amountUsd: '5' }),
    await post('/spot/proposals', { groupId, ticker: 'NOPE', amountUsd: '5' }),
    await post('/spot/proposals', { groupId, contractAddress: AAPL_MINT, amountUsd: '5' }),
    await post('/spot/swap', { sell: 'USDC', buy: AAPL_MINT, amountUsd: '5' }),
  ];
  for (const answer of barred) {
    expect(refusal(answer)).toEqual([403, 'GEO_RESTRICTED', { country: 'US' }]);
  }
  const free = [
    await leader.call('GET', '/spot/stocks'),
    await post('/spot/quote', { ticker: 'AAPL', amountUsd: '5' }),
    await order(leader, 'sell', { amountUsd: '5' }),
    await post(`/spot/proposals/${proposal.id}/sell`, { amountUsd: '5' }),
    await post('/spot/swap', { sell: 'USDC', buy: mints.sol, amountUsd: '5' }),
    await post(`/spot/proposals/${proposal.id}/close`, {}),
  ];
  expect(free.map(({ status }) => status)).toEqual(free.map(() => 200));
  expect(refusal(await order(leader, 'sell', { max: true }, 'NOPE')).slice(0, 2)).toEqual([
    404,
    'STOCK_NOT_FOUND',
  ]);
});

it('has a kill switch of its own', async () => {
  const { test, leader, order } = world;
  await test.pin(mints.sol, '150');
  await order(leader, 'buy', { amountUsd: '100' });
  const swap = { sell: 'USDC', buy: mints.sol, amountUsd: '5' };
  const outcome = async (mode: string) => {
    await test.sandbox('PUT', '/trading/stocks', { mode });
    const answers = [
      await order(leader, 'buy', { amountUsd: '5' }),
      await order(leader, 'sell', { amountUsd: '5' }),
      await leader.call('POST', '/spot/swap', swap),
    ];
    return answers.map(({ status, body }) => (status < 300 ? status : body.code));
  };
  expect(await outcome('reduce-only')).toEqual(['TRADING_HALTED', 200, 200]);
  expect(await outcome('halted')).toEqual(['TRADING_HALTED', 'TRADING_HALTED', 200]);
  expect(await outcome('enabled')).toEqual([200, 200, 200]);
});
