import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { openGroup } from './world.ts';

/** Tuesday, 3 March 2026, 10:30 in New York: a regular session until 15:59. */
export const OPEN_TIME = '2026-03-03T15:30:00.000Z';

export const AAPL_MINT = '123mYEnRLM2LLYsJW3K6oyYh8uP1fngj732iG638ondo';

/** A service whose clock stands in an open session, with a leader, a member and their group. */
export interface StockWorld {
  readonly test: TestApp;
  readonly leader: TestUser;
  readonly member: TestUser;
  readonly groupId: string;
  /** Moves the standing clock to an instant that must not be before. */
  at(iso: string): Promise<void>;
  status(marketStatus: string | null): Promise<void>;
  pin(ticker: string, priceUsd: string): Promise<void>;
  /** An order by ticker in the group, whatever its answer. */
  order(user: TestUser, way: 'buy' | 'sell', body: object, ticker?: string): Promise<Answer>;
}

/** The world, AAPL pinned at 250. */
export async function startStockWorld(
  env: Readonly<Record<string, string>> = {},
): Promise<StockWorld> {
  const test = await startTestApp({ SKEIN_REPLAY_START: OPEN_TIME, ...env });
  await test.sandbox('POST', '/clock', { freeze: true });
  const leader = await test.user('leader');
  const member = await test.user('member');
  const groupId = await openGroup(leader);
  await member.post(`/groups/${groupId}/join`);
  const pin = async (ticker: string, priceUsd: string) => {
    await test.sandbox('PUT', `/prices/stock/${ticker}`, { priceUsd });
  };
  await pin('AAPL', '250');
  return {
    test,
    leader,
    member,
    groupId,
    async at(iso) {
      await test.sandbox('POST', '/clock', { set: iso });
    },
    async status(marketStatus) {
      await test.sandbox('PUT', '/stocks/status', { marketStatus });
    },
    pin,
    order: (user, way, body, ticker = 'AAPL') =>
      user.call('POST', `/spot/stocks/${ticker}/${way}`, { groupId, ...body }),
  };
}

/** Status, code and details of a refusal; the status alone of a success. */
export const refusal = ({ status, body }: Answer) =>
  status < 300 ? [status] : [status, body.code, body.details];
