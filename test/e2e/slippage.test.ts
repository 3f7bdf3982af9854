import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { act, actOn, type Flock } from './perp-world.ts';
import { MARKETS, type PortfolioWorld, startPortfolioWorld } from './portfolio-world.ts';
import { mints } from './world.ts';

let world: PortfolioWorld;
let flock: Flock;
let leader: TestUser;
beforeAll(async () => {
  world = await startPortfolioWorld();
  flock = await world.flock({ depositUsd: '100000' });
  ({ leader } = flock);
  await world.test.sandbox('PUT', '/stocks/status', { marketStatus: 'OPEN' });
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

/** A bound that the walking books of this world never give, and one that they always give. */
const NARROW = { maxSlippageBps: 0 };
const WIDE = { maxSlippageBps: 2_000 };

const code = ({ status, body }: { status: number; body: { code?: string } }) =>
  status < 300 ? status : body.code;

describe('a bound of its own narrows or widens', () => {
  it('every order of a token: opening, buy, sale, quote', async () => {
    await world.test.sandbox('DELETE', `/prices/token/${mints.sol}`);
    const open = { groupId: flock.groupId, contractAddress: mints.sol, amountUsd: '50' };
    const quote = { contractAddress: mints.sol, amountUsd: '50' };
    const post = async (path: string, body: object) => code(await leader.call('POST', path, body));
    expect(await post('/spot/quote', { ...quote, ...NARROW })).toBe('NO_LIQUIDITY');
    expect(await post('/spot/quote', { ...quote, ...WIDE })).toBe(200);
    expect(await post('/spot/proposals', { ...open, ...NARROW })).toBe('NO_LIQUIDITY');
    const { proposal } = await leader.post('/spot/proposals', { ...open, ...WIDE });
    for (const [way, body] of [
      ['buy', { amountUsd: '20' }],
      ['sell', { max: true }],
    ] as const) {
      const path = `/spot/proposals/${proposal.id}/${way}`;
      expect([way, await post(path, { ...body, ...NARROW })]).toEqual([way, 'NO_LIQUIDITY']);
      expect([way, await post(path, { ...body, ...WIDE })]).toEqual([way, 200]);
    }
  });

  it('every order of a stock', async () => {
    const order = async (way: string, body: object) => {
      const whole = { groupId: flock.groupId, ...body };
      return code(await leader.call('POST', `/spot/stocks/AAPL/${way}`, whole));
    };
    expect(await order('buy', { amountUsd: '50', ...NARROW })).toBe('NO_LIQUIDITY');
    expect(await order('buy', { amountUsd: '50', ...WIDE })).toBe(201);
    expect(await order('sell', { max: true, ...NARROW })).toBe('NO_LIQUIDITY');
    expect(await order('sell', { max: true, ...WIDE })).toBe(200);
  });

  it('every order of a prediction', async () => {
    await world.test.sandbox('DELETE', `/prices/market/${MARKETS.gas.marketId}`);
    const call = { groupId: flock.groupId, ...MARKETS.gas, isYes: true, amountUsd: '20', ...WIDE };
    const { proposal } = await leader.post('/predictions/proposals', call);
    const act = async (way: string, body: object) =>
      code(await leader.call('POST', `/predictions/proposals/${proposal.id}/${way}`, body));
    expect(await act('predict', { amountUsd: '20', ...WIDE })).toBe(200);
    const { groupId: _, ...quote } = call;
    expect(code(await leader.call('POST', '/predictions/quote', quote))).toBe(200);
    expect(await act('sell', { max: true, ...WIDE })).toBe(200);
  });

  it('every order of a perpetual', async () => {
    await world.unpin('SOL');
    // $200,000 are more than the best level of the book holds.
    const size = { collateralUsd: '20000', leverage: '10' };
    expect(code(await flock.propose({ ...size, ...NARROW }))).toBe('NO_LIQUIDITY');
    const { proposalId, assignmentId } = await flock.open({ ...size, ...WIDE });
    const position = (way: 'add' | 'reduce', body: object) =>
      act(leader, assignmentId, way, body).then(code);
    const half = { reduceFraction: '0.5', isFullClose: false };
    for (const [how, increased, added, reduced] of [
      [NARROW, 'NO_LIQUIDITY', 'NO_LIQUIDITY', 'NO_LIQUIDITY'],
      [WIDE, 200, 200, 200],
    ] as const) {
      const joined = await actOn(leader, proposalId, 'increase', { ...size, ...how });
      expect(code(joined)).toBe(increased);
      expect(await position('add', { ...size, ...how })).toBe(added);
      expect(await position('reduce', { ...half, ...how })).toBe(reduced);
    }
  });
});
