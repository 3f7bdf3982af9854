import { bundledTokens } from '../../src/market/tokens.ts';
import { startTestApp, type TestApp, type TestUser, type UserOptions } from '../helpers/app.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';

/** The mint of a bundled token. */
export function mintOf(symbol: string): string {
  const token = bundledTokens.find((bundled) => bundled.symbol === symbol);
  if (!token) throw new Error(`no token ${symbol}`);
  return token.mint;
}

/** SOL has 9 decimals; it is pinned at $200 in every world. */
export const SOL = mintOf('SOL');
export const SOL_PRICE = '200';

/** What the body of `POST /groups/{id}/auto-buy` takes beside `enabled`. */
export interface AutoBuy {
  readonly amountUsd: string;
  readonly mirrorExits?: boolean;
  readonly verticals?: readonly string[];
  readonly dailyLimitUsd?: string;
}

/** One entry of the follow history. */
export interface Follow {
  readonly id: string;
  readonly vertical: string;
  readonly proposalId: string;
  readonly leaderTradeId: string;
  readonly side: string;
  readonly status: string;
  readonly code?: string;
  readonly message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the trade of any vertical.
  readonly trade?: any;
  readonly createdAt: string;
  readonly settledAt?: string;
}

export interface Call {
  readonly proposalId: string;
  readonly tradeId: string;
}

/** A service with a leader and a PUBLIC group; its clock stands, SOL is pinned at $200. */
export interface FollowWorld {
  readonly service: TestApp;
  readonly leader: TestUser;
  readonly groupId: string;
  /** A user who has joined the group; with auto-buy when it is given. */
  member(name: string, autoBuy?: AutoBuy | null, options?: UserOptions): Promise<TestUser>;
  autoBuy(user: TestUser, autoBuy: AutoBuy): Promise<void>;
  /** The leader opens a proposal. */
  open(mint?: string, amountUsd?: string): Promise<Call>;
  sell(user: TestUser, proposalId: string, body: object): Promise<void>;
  close(proposalId: string): Promise<void>;
  hold(hold: boolean): Promise<void>;
  /** Lets go what is held and waits until every follow has its result. */
  release(): Promise<void>;
  drain(): Promise<void>;
  /** Moves the standing clock on. */
  advance(ms: number): Promise<void>;
  /** The user's follows, newest first. */
  history(user: TestUser): Promise<Follow[]>;
  /** Of the newest follow, its status and code. */
  result(user: TestUser): Promise<[status: string | undefined, code: string | undefined]>;
  cash(user: TestUser): Promise<string>;
  /** Tokens the user holds, in base units. */
  units(user: TestUser, mint?: string): Promise<string>;
  /** Waits until every one of the users has a newest follow of this status. */
  eventually(status: string, ...users: TestUser[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startFollowWorld(
  env: Readonly<Record<string, string>> = {},
  options: { database?: TestDatabase } = {},
): Promise<FollowWorld> {
  const service = await startTestApp(env, options);
  await service.sandbox('POST', '/clock', { freeze: true });
  await service.pin(SOL, SOL_PRICE);
  const leader = await service.user('leader', { depositUsd: '100000' });
  const { groupId } = await leader.post('/groups', { name: 'Geese', groupAccessType: 'PUBLIC' });

  const hold = (held: boolean): Promise<void> => service.sandbox('PUT', '/follow', { hold: held });
  const drain = (): Promise<void> => service.sandbox('POST', '/drain');
  const autoBuy = async (user: TestUser, wish: AutoBuy): Promise<void> => {
    await user.post(`/groups/${groupId}/auto-buy`, { enabled: true, ...wish });
  };
  const history = (user: TestUser): Promise<Follow[]> =>
    user.get(`/groups/${groupId}/auto-buy/history`);
  return {
    service,
    leader,
    groupId,
    async member(name, wish, userOptions) {
      const user = await service.user(name, userOptions);
      await user.post(`/groups/${groupId}/join`);
      if (wish) await autoBuy(user, wish);
      return user;
    },
    autoBuy,
    async open(mint = SOL, amountUsd = '100') {
      const { proposal, trade } = await leader.post('/spot/proposals', {
        groupId,
        contractAddress: mint,
        amountUsd,
      });
      return { proposalId: proposal.id, tradeId: trade.id };
    },
    async sell(user, proposalId, body) {
      await user.post(`/spot/proposals/${proposalId}/sell`, body);
    },
    async close(proposalId) {
      await leader.post(`/spot/proposals/${proposalId}/close`);
    },
    hold,
    async release() {
      await hold(false);
      await drain();
    },
    drain,
    async advance(ms) {
      await service.sandbox('POST', '/clock', { advanceMs: ms });
    },
    history,
    async result(user) {
      const [newest] = await history(user);
      return [newest?.status, newest?.code];
    },
    async cash(user) {
      return (await user.get('/account')).cashBalanceUsd;
    },
    async units(user, mint = SOL) {
      const balances = await user.get('/account/balances');
      const held = balances.find((row: { tokenAddress: string }) => row.tokenAddress === mint);
      return held?.balanceRaw ?? '0';
    },
    eventually: (status, ...users) =>
      eventually(`follows are ${status}`, async () => {
        const newest = await Promise.all(users.map((user) => history(user)));
        return newest.every(([follow]) => follow?.status === status);
      }),
    stop: () => service.stop(),
  };
}
