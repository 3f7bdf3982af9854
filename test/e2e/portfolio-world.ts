import type { TestUser } from '../helpers/app.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { type Flock, type PerpWorld, startPerpWorld } from './perp-world.ts';
import { MARKET, type Named, runner } from './prediction-world.ts';
import { mints } from './world.ts';

/** Prediction markets that are pinned at 0.5: no two of them end together. */
export const MARKETS = {
  gas: MARKET,
  rates: runner('no-change'),
  cut: runner('25-bps-decrease'),
} as const;

/** A service with markets of every kind pinned: SOL at 150, JUP at 0.5, perps at their PINS. */
export interface PortfolioWorld extends PerpWorld {
  pinToken(mint: string, priceUsd: string): Promise<void>;
  /** Pins the price of YES. */
  pinMarket(priceUsd: string, market?: Named): Promise<void>;
  resolve(result: 'YES' | 'NO' | 'VOID', market: Named): Promise<void>;
  status(status: 'active' | 'closed', market: Named): Promise<void>;
}

export async function startPortfolioWorld(
  env: Readonly<Record<string, string>> = {},
  options: { database?: TestDatabase } = {},
): Promise<PortfolioWorld> {
  const world = await startPerpWorld(env, options);
  const { test, drain } = world;
  const pinMarket: PortfolioWorld['pinMarket'] = async (priceUsd, market = MARKETS.gas) => {
    await test.sandbox('PUT', `/prices/market/${market.marketId}`, { priceUsd });
  };
  const control = async (market: Named, action: string, body: object) => {
    await test.sandbox('POST', `/predictions/markets/${market.marketId}/${action}`, body);
    await drain();
  };
  const whole: PortfolioWorld = {
    ...world,
    pinMarket,
    pinToken: test.pin,
    async reset() {
      await world.reset();
      await test.pin(mints.sol, '150');
      await test.pin(mints.decimals6, '0.5');
      for (const market of Object.values(MARKETS)) await pinMarket('0.5', market);
    },
    resolve: (result, market) => control(market, 'resolve', { result }),
    status: (status, market) => control(market, 'status', { status }),
  };
  await whole.reset();
  return whole;
}

/** Calls of a leader in every vertical; the ids of what they have opened. */
export const callSpot = async ({ groupId }: Flock, user: TestUser, mint: string = mints.sol) =>
  (await user.post('/spot/proposals', { groupId, contractAddress: mint, amountUsd: '100' }))
    .proposal.id as string;

export const callPrediction = async (
  { groupId }: Flock,
  user: TestUser,
  body: Partial<Named & { isYes: boolean }> = {},
) => {
  const call = { groupId, ...MARKETS.gas, isYes: true, amountUsd: '41', ...body };
  return (await user.post('/predictions/proposals', call)).proposal.id as string;
};

export const swap = (user: TestUser, amountUsd: string, mint: string = mints.sol) =>
  user.post('/spot/swap', { sell: 'USDC', buy: mint, amountUsd });

export const deposit = (world: PortfolioWorld, user: TestUser, amountUsd: string) =>
  world.test.sandbox('POST', `/users/${user.userId}/deposits`, { amountUsd });

// biome-ignore lint/suspicious/noExplicitAny: parts of answers of any route.
export type Json = any;

/** What names the positions of an answer: the assignment, or the proposal. */
export const idsOf = ({ perps, spot, predictions }: Json) => ({
  perps: perps.map(({ id }: Json) => id),
  spot: spot.map(({ proposal }: Json) => proposal.id),
  predictions: predictions.map(({ proposal }: Json) => proposal.id),
});

/** The ids of what is open and of what is past. */
export async function portfolio(user: TestUser) {
  const [open, past] = [await user.get('/positions'), await user.get('/positions/past')];
  return { open: idsOf(open), past: idsOf(past) };
}

export const none = { perps: [], spot: [], predictions: [] };
