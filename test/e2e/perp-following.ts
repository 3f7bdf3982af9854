import type { TestUser } from '../helpers/app.ts';
import type { Flock, PerpWorld } from './perp-world.ts';

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
  // biome-ignore lint/suspicious/noExplicitAny: the trade of a follow.
  readonly trade?: any;
  readonly settledAt?: string;
}

/** Following in a group of perpetuals. */
export interface Following {
  /** A member who follows with $50, unless it is said otherwise. */
  follower(autoBuy?: object, user?: Parameters<PerpWorld['user']>[0]): Promise<TestUser>;
  autoBuy(user: TestUser, autoBuy?: object): Promise<void>;
  /** Keeps follows waiting. */
  hold(): Promise<void>;
  /** Lets go what is held and waits until every follow has its result. */
  release(): Promise<void>;
  /** The user's follows, newest first. */
  history(user: TestUser): Promise<Follow[]>;
  /** Of the newest follow, its status and code. */
  result(user: TestUser): Promise<[status: string | undefined, code: string | undefined]>;
  /** The newest position of the user. */
  // biome-ignore lint/suspicious/noExplicitAny: the data of the answer.
  held(user: TestUser): Promise<any>;
}

export function following(world: PerpWorld, flock: Flock): Following {
  const path = `/groups/${flock.groupId}/auto-buy`;
  const set = (hold: boolean) => world.test.sandbox('PUT', '/follow', { hold });
  const autoBuy: Following['autoBuy'] = async (user, wish = {}) => {
    await user.post(path, { enabled: true, amountUsd: '50', ...wish });
  };
  const history: Following['history'] = (user) => user.get(`${path}/history`);
  return {
    autoBuy,
    history,
    async follower(wish, options) {
      const user = await world.user(options);
      await flock.join(user);
      await autoBuy(user, wish);
      return user;
    },
    hold: () => set(true),
    async release() {
      await set(false);
      await world.drain();
    },
    async result(user) {
      const [newest] = await history(user);
      return [newest?.status, newest?.code];
    },
    async held(user) {
      const [newest] = await user.get('/perps/positions?filter=all');
      return newest;
    },
  };
}
