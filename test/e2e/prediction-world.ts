import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { openGroup } from './world.ts';

const START = '2026-03-03T15:29:00.000Z';
/** Where the clock stands: a Tuesday on which every market of March trades. */
export const NOW = '2026-03-03T15:30:00.000Z';

/** A market as orders name it. */
export interface Named {
  readonly eventId: string;
  readonly marketId: string;
}

/** Ends with March: fee rate 0.05, at least 5 shares, a tick of a cent; others may win beside it. */
export const MARKET: Named = {
  eventId: 'us-gas-price-at-the-end-of-march-2026',
  marketId: 'us-gas-price-3-10-at-the-end-of-march-2026',
};

/** An event of which one market wins, also to the end of March: fee rate 0.05, at least 5 shares. */
export const RACE = 'fed-rate-change-in-march-2026';
export const runner = (
  outcome: 'no-change' | '25-bps-decrease' | '50-bps-decrease' | '25-bps-increase',
): Named => ({ eventId: RACE, marketId: `fed-rate-change-${outcome}-in-march-2026` });

export type Way = 'predict' | 'sell' | 'close' | 'claim';

/** A leader and a member with $1000 each, and their group. */
export interface Flock {
  readonly leader: TestUser;
  readonly member: TestUser;
  readonly groupId: string;
  /** A proposal of the leader, of $41 for YES of MARKET unless the body says otherwise. */
  propose(body?: object, user?: TestUser): Promise<Answer>;
  /** The same, when it must open; the data of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: the data of the answer.
  open(body?: object, user?: TestUser): Promise<any>;
  join(user: TestUser): Promise<void>;
  promote(user: TestUser, to?: 'LEADER' | 'ADMIN'): Promise<void>;
}

/** A service whose clock stands, with MARKET pinned at 0.5. */
export interface PredictionWorld {
  readonly test: TestApp;
  flock(): Promise<Flock>;
  /** A user of no group, with $1000 unless told otherwise. */
  user(options?: Parameters<TestApp['user']>[1]): Promise<TestUser>;
  /** Pins the price of YES. */
  pin(priceUsd: string, marketId?: string): Promise<void>;
  unpin(marketId?: string): Promise<void>;
  /** Resolves a market and waits until its proposals and holders know. */
  resolve(result: 'YES' | 'NO' | 'VOID', marketId?: string): Promise<void>;
  status(status: 'active' | 'paused' | 'closed' | null, marketId?: string): Promise<void>;
  /** Moves the standing clock on, and waits until what is due by then is done. */
  at(iso: string): Promise<void>;
  drain(): Promise<void>;
}

export async function startPredictionWorld(
  env: Readonly<Record<string, string>> = {},
  options: { database?: TestDatabase } = {},
): Promise<PredictionWorld> {
  const test = await startTestApp({ SKEIN_REPLAY_START: START, ...env }, options);
  await test.sandbox('POST', '/clock', { freeze: true, set: NOW });
  const control = (marketId: string, action: string, body: object) =>
    test.sandbox('POST', `/predictions/markets/${marketId}/${action}`, body);
  const drain = async () => {
    await test.sandbox('POST', '/drain');
  };
  let count = 0;
  const user: PredictionWorld['user'] = (options) => {
    count += 1;
    return test.user(`user_${count}`, options);
  };
  const pin: PredictionWorld['pin'] = async (priceUsd, marketId = MARKET.marketId) => {
    await test.sandbox('PUT', `/prices/market/${marketId}`, { priceUsd });
  };
  await pin('0.5');
  return {
    test,
    user,
    pin,
    drain,
    flock: () => gather(user),
    async unpin(marketId = MARKET.marketId) {
      await test.sandbox('DELETE', `/prices/market/${marketId}`);
    },
    async resolve(result, marketId = MARKET.marketId) {
      await control(marketId, 'resolve', { result });
      await drain();
    },
    async status(status, marketId = MARKET.marketId) {
      await control(marketId, 'status', { status });
      await drain();
    },
    async at(iso) {
      await test.sandbox('POST', '/clock', { set: iso });
      await drain();
    },
  };
}

async function gather(user: PredictionWorld['user']): Promise<Flock> {
  const [leader, member] = [await user(), await user()];
  const groupId = await openGroup(leader);
  const join: Flock['join'] = async (other) => {
    await other.post(`/groups/${groupId}/join`);
  };
  await join(member);
  const whole = (body: object) => ({
    groupId,
    ...MARKET,
    isYes: true,
    amountUsd: '41',
    ...body,
  });
  return {
    leader,
    member,
    groupId,
    join,
    propose: (body = {}, by = leader) => by.call('POST', '/predictions/proposals', whole(body)),
    open: (body = {}, by = leader) => by.post('/predictions/proposals', whole(body)),
    async promote(other, to = 'LEADER') {
      await leader.post(`/groups/${groupId}/members/${other.userId}/promote`, { to });
    },
  };
}

/** What a user does with a proposal, whatever the answer. */
export const act = (user: TestUser, proposalId: string, way: Way, body?: object): Promise<Answer> =>
  user.call('POST', `/predictions/proposals/${proposalId}/${way}`, body);

/** The same, when it must succeed; the data of the answer. */
export const done = (user: TestUser, proposalId: string, way: Way, body?: object) =>
  user.post(`/predictions/proposals/${proposalId}/${way}`, body);

/** A proposal as the user sees it. */
export const seen = (user: TestUser, proposalId: string) =>
  user.get(`/predictions/proposals/${proposalId}`);

export const cash = async (user: TestUser): Promise<string> =>
  (await user.get('/account')).cashBalanceUsd;

/** Status, code and details of a refusal; the status alone of a success. */
export const refusal = ({ status, body }: Answer) =>
  status < 300 ? [status] : [status, body.code, body.details];

/** Of a trade what its size and price decide. */
export const fillOf = ({
  tokenAmount,
  pricePerTokenUsd,
  totalCostUsd,
  venueFeeUsd,
}: Readonly<
  Record<'tokenAmount' | 'pricePerTokenUsd' | 'totalCostUsd' | 'venueFeeUsd', string>
>) => [tokenAmount, pricePerTokenUsd, totalCostUsd, venueFeeUsd];

/** A decimal string in units of that many decimals; fails when it has more. */
export function units(text: string, decimals: number): bigint {
  const [whole = '', part = ''] = text.split('.');
  if (part.length > decimals) throw new Error(`${text} has more than ${decimals} decimals`);
  return BigInt(whole + part.padEnd(decimals, '0'));
}

/** Plain notation of units of that many decimals. */
export function plain(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const part = digits.slice(-decimals).replace(/0+$/, '');
  return digits.slice(0, -decimals) + (part === '' ? '' : `.${part}`);
}
