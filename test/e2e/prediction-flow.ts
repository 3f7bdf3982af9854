import { expect } from 'vitest';
import type { TestApp, TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Flock, MARKET, type Named, type PredictionWorld } from './prediction-world.ts';

const storms = (count: string): Named => ({
  eventId: 'atlantic-named-storms-in-2026',
  marketId: `atlantic-named-storms-${count}-or-more-in-2026`,
});
const gas = (price: string): Named => ({
  eventId: MARKET.eventId,
  marketId: `us-gas-price-${price}-at-the-end-of-march-2026`,
});

/** Markets beside MARKET, like it of a fee rate of 0.05 and at least 5 shares; each by itself. */
export const OTHERS: readonly Named[] = [
  gas('3-20'),
  gas('3-00'),
  gas('3-30'),
  storms('12'),
  storms('15'),
  storms('18'),
  storms('21'),
  { eventId: 'hottest-year-2026', marketId: 'will-it-be-the-hottest-year-2026' },
];
/** The market that a proposal of `actions` is in. */
const NEW = OTHERS[0] as Named;

/** Scripts the venue of predictions as this process sees it; others hear of it a moment later. */
export const script = (test: TestApp, mode: string, more: object = {}) =>
  test.sandbox('PUT', '/venues/predictions/behaviour', { mode, ...more });

/** A leader with a position of 80 shares in the group's only proposal. */
export interface Setting {
  readonly flock: Flock;
  readonly user: TestUser;
  readonly proposalId: string;
}

/**
 * MARKET at 0.5, where a share with its fee costs 0.5 + 0.05 × 0.25 = 0.5125: $41 are 80 shares.
 * NEW at 0.4, where it costs 0.4 + 0.05 × 0.24 = 0.412. Cash: 1000 − 41 = 959.
 */
export async function setting(world: PredictionWorld): Promise<Setting> {
  await script(world.test, 'ok');
  await world.pin('0.5');
  await world.pin('0.4', NEW.marketId);
  const flock = await world.flock();
  const { proposal } = await flock.open();
  return { flock, user: flock.leader, proposalId: proposal.id };
}

export interface Action {
  readonly name: string;
  readonly kind: string;
  readonly request: (on: Setting) => readonly [path: string, body?: object];
  /** USDC and shares in 1e-6 that are held back while the order is in flight. */
  readonly reserved: readonly [usd: string, shares: bigint];
  readonly status: number;
  /** Of the trade, and the cash afterwards; arithmetic beside each. */
  readonly shares: string;
  readonly price: string;
  readonly total: string;
  readonly fee: string;
  readonly cash: string;
}

/** Nothing is held back. */
export const nothing: Action['reserved'] = ['0', 0n];

/** Every kind of order, made in a setting. The amounts leave a little over. */
export const actions: readonly Action[] = [
  {
    name: 'propose',
    kind: 'prediction.open',
    request: ({ flock: { groupId } }) => [
      '/predictions/proposals',
      { groupId, ...NEW, isYes: true, amountUsd: '41.203', reason: 'Why not.' },
    ],
    reserved: ['41.203', 0n],
    status: 201,
    // 100 shares: 40 and a fee of 100 × 0.012; 0.003 buy nothing more. 959 − 41.2
    shares: '100',
    price: '0.4',
    total: '41.2',
    fee: '1.2',
    cash: '917.8',
  },
  {
    name: 'predict',
    kind: 'prediction.manual',
    request: ({ proposalId }) => [
      `/predictions/proposals/${proposalId}/predict`,
      { amountUsd: '20.503' },
    ],
    reserved: ['20.503', 0n],
    status: 200,
    // 40 shares: 20 and a fee of 40 × 0.0125. 959 − 20.5
    shares: '40',
    price: '0.5',
    total: '20.5',
    fee: '0.5',
    cash: '938.5',
  },
  {
    name: 'sell',
    kind: 'prediction.manual',
    request: ({ proposalId }) => [
      `/predictions/proposals/${proposalId}/sell`,
      { amountUsd: '20.003' },
    ],
    // 20.003 ÷ 0.5 = 40.006
    reserved: ['0', 40_000_000n],
    status: 200,
    // 20 less 40 × 0.0125. 959 + 19.5
    shares: '40',
    price: '0.5',
    total: '20',
    fee: '0.5',
    cash: '978.5',
  },
  {
    name: 'close',
    kind: 'prediction.close',
    request: ({ proposalId }) => [`/predictions/proposals/${proposalId}/close`],
    reserved: ['0', 80_000_000n],
    status: 200,
    // 40 less 80 × 0.0125. 959 + 39
    shares: '80',
    price: '0.5',
    total: '40',
    fee: '1',
    cash: '998',
  },
];
export const actionOf = (name: string): Action =>
  actions.find((action) => action.name === name) as Action;

/** Orders for the user of the setting, at the given process. */
export function order(app: TestApp, on: Setting, action: Action, key?: string): Promise<Answer> {
  const [path, body] = action.request(on);
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return app.at(on.user).call('POST', path, body, headers);
}

interface Balance {
  readonly symbol: string;
  readonly balanceRaw: string;
  readonly availableRaw: string;
}

/** Shares of YES of a market that the user holds, and of these what is held back, in 1e-6. */
export async function sharesOf(
  user: TestUser,
  { marketId }: Named = MARKET,
): Promise<readonly [held: bigint, heldBack: bigint]> {
  const balances: Balance[] = await user.get('/account/balances');
  const token = balances.find(({ symbol }) => symbol === `YES:${marketId}`);
  const [held, available] = [BigInt(token?.balanceRaw ?? 0), BigInt(token?.availableRaw ?? 0)];
  return [held, held - available];
}

/** Spendable cash, and what of USDC and of MARKET's shares is held back. */
export async function checkFunds(user: TestUser, cash: string, reserved: Action['reserved']) {
  const account = await user.get('/account');
  expect([account.cashBalanceUsd, account.reservedUsd]).toEqual([cash, reserved[0]]);
  expect((await sharesOf(user))[1]).toBe(reserved[1]);
}

/** Everything is as `setting` has made it. */
export async function checkUntouched({ user }: Setting) {
  await checkFunds(user, '959', nothing);
  expect(await sharesOf(user)).toEqual([80_000_000n, 0n]);
  expect(await sharesOf(user, NEW)).toEqual([0n, 0n]);
}

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
  readonly settledAt?: string;
}

/** A leader whose calls others follow. */
export interface Following {
  readonly leader: TestUser;
  readonly groupId: string;
  /** A user who has joined the group, with auto-buy when it is given. */
  member(autoBuy?: AutoBuy | null, depositUsd?: string): Promise<TestUser>;
  autoBuy(user: TestUser, autoBuy: AutoBuy): Promise<void>;
  /** The leader proposes YES of MARKET for $41, unless the body says otherwise. */
  call(body?: object): Promise<{ readonly id: string; readonly tradeId: string }>;
  /** The user's follows, newest first. */
  history(user: TestUser): Promise<Follow[]>;
  /** Status and code of the newest follow. */
  result(user: TestUser): Promise<readonly [status: string | undefined, code: string | undefined]>;
  /** Side, status and code of all follows, newest first. */
  results(user: TestUser): Promise<string[]>;
  /** Waits until every one of the users has a newest follow of this status. */
  eventually(status: string, ...users: TestUser[]): Promise<void>;
}

/** A new group, with a leader of its own who has $10,000. */
export async function following(world: PredictionWorld): Promise<Following> {
  const leader = await world.user({ depositUsd: '10000' });
  const { groupId } = await leader.post('/groups', { name: 'Geese', groupAccessType: 'PUBLIC' });
  const autoBuy: Following['autoBuy'] = async (user, wish) => {
    await user.post(`/groups/${groupId}/auto-buy`, { enabled: true, ...wish });
  };
  const history: Following['history'] = (user) => user.get(`/groups/${groupId}/auto-buy/history`);
  return {
    leader,
    groupId,
    autoBuy,
    history,
    async member(wish = null, depositUsd = '1000') {
      const user = await world.user({ depositUsd });
      await user.post(`/groups/${groupId}/join`);
      if (wish) await autoBuy(user, wish);
      return user;
    },
    async call(body = {}) {
      const whole = { groupId, ...MARKET, isYes: true, amountUsd: '41', ...body };
      const { proposal, trade } = await leader.post('/predictions/proposals', whole);
      return { id: proposal.id, tradeId: trade.id };
    },
    async result(user) {
      const [newest] = await history(user);
      return [newest?.status, newest?.code];
    },
    async results(user) {
      const all = await history(user);
      return all.map(({ side, status, code }) => [side, status, code].filter(Boolean).join(' '));
    },
    eventually: (status, ...users) =>
      eventually(`follows are ${status}`, async () => {
        const newest = await Promise.all(users.map((user) => history(user)));
        return newest.every(([follow]) => follow?.status === status);
      }),
  };
}

/** Holds the follow workers, or lets them go and waits until everything is done. */
export async function hold({ test, drain }: PredictionWorld, held: boolean): Promise<void> {
  await test.sandbox('PUT', '/follow', { hold: held });
  if (!held) await drain();
}
