import { expect } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { plain, units } from './prediction-world.ts';
import { openGroup } from './world.ts';

const START = '2026-03-03T15:29:00.000Z';
/** Where the clock stands: the first instant of a funding interval. */
export const NOW = '2026-03-03T16:00:00.000Z';
/** An instant on the same day. */
export const at = (time: string): string => `2026-03-03T${time}Z`;

/**
 * Where markets are pinned: what a base lot is worth, what a tick is, and the leverage that the
 * venue allows at any size of these tests.
 *
 * | | lot | worth at the pin | tick | most |
 * |---|---|---|---|---|
 * | SOL | 0.01 | $1 | $0.01 | 15x |
 * | BTC | 0.0001 | $6 | $1 | 20x |
 * | GOLD | 0.001 | $4 | $0.1 | 25x |
 * | PUMP | 100 | $0.15 | $0.0000001 | 10x |
 */
export const PINS = { SOL: '100', BTC: '60000', GOLD: '4000', PUMP: '0.0015' } as const;

/** A leader and a member with $1000 each, and their group. */
export interface Flock {
  readonly leader: TestUser;
  readonly member: TestUser;
  readonly groupId: string;
  /** A proposal of the leader: $100 long SOL at 10x unless the body says otherwise. */
  propose(body?: object, user?: TestUser): Promise<Answer>;
  /** The same, when it must open; the data of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: the data of the answer.
  open(body?: object, user?: TestUser): Promise<any>;
  join(user: TestUser): Promise<void>;
  promote(user: TestUser, to?: 'LEADER' | 'ADMIN'): Promise<void>;
}

/** A service whose clock stands, with the markets of PINS pinned. */
export interface PerpWorld {
  readonly test: TestApp;
  flock(options?: Parameters<TestApp['user']>[1]): Promise<Flock>;
  /** A user of no group, with $1000 unless told otherwise. */
  user(options?: Parameters<TestApp['user']>[1]): Promise<TestUser>;
  /** Pins the mark, and the oracle where it differs. */
  pin(symbol: string, priceUsd: string, oracleUsd?: string): Promise<void>;
  unpin(symbol: string): Promise<void>;
  /** Pins SOL, and waits until what that triggers is done. */
  move(priceUsd: string): Promise<void>;
  /** Pins the markets of PINS as in the beginning, and waits. */
  reset(): Promise<void>;
  /** Moves the standing clock to an instant, and waits until what is due by then is done. */
  at(iso: string): Promise<void>;
  drain(): Promise<void>;
  script(mode: string, more?: object): Promise<void>;
  halt(mode: 'enabled' | 'reduce-only' | 'halted'): Promise<void>;
}

export async function startPerpWorld(
  env: Readonly<Record<string, string>> = {},
  options: { database?: TestDatabase } = {},
): Promise<PerpWorld> {
  const test = await startTestApp({ SKEIN_REPLAY_START: START, ...env }, options);
  const drain = async () => {
    await test.sandbox('POST', '/drain');
  };
  const setClock = async (iso: string) => {
    await test.sandbox('POST', '/clock', { freeze: true, set: iso });
    await drain();
  };
  const pin: PerpWorld['pin'] = async (symbol, priceUsd, oracleUsd) => {
    const body = oracleUsd === undefined ? { priceUsd } : { priceUsd, oracleUsd };
    await test.sandbox('PUT', `/prices/perp/${symbol}`, body);
  };
  const reset = async () => {
    for (const [symbol, priceUsd] of Object.entries(PINS)) await pin(symbol, priceUsd);
    await drain();
  };
  let count = 0;
  const user: PerpWorld['user'] = (given) => {
    count += 1;
    return test.user(`user_${count}`, given);
  };
  await setClock(NOW);
  await reset();
  return {
    test,
    user,
    pin,
    reset,
    drain,
    at: setClock,
    flock: (given) => gather(user, given),
    async unpin(symbol) {
      await test.sandbox('DELETE', `/prices/perp/${symbol}`);
    },
    async move(priceUsd) {
      await pin('SOL', priceUsd);
      await drain();
    },
    async script(mode, more = {}) {
      await test.sandbox('PUT', '/venues/perps/behaviour', { mode, ...more });
    },
    async halt(mode) {
      await test.sandbox('PUT', '/trading/perps', { mode });
    },
  };
}

async function gather(
  user: PerpWorld['user'],
  options?: Parameters<TestApp['user']>[1],
): Promise<Flock> {
  const [leader, member] = [await user(options), await user(options)];
  const groupId = await openGroup(leader);
  const join: Flock['join'] = async (other) => {
    await other.post(`/groups/${groupId}/join`);
  };
  await join(member);
  const whole = (body: object) => ({
    groupId,
    marketSymbol: 'SOL',
    side: 'LONG',
    collateralUsd: '100',
    leverage: '10',
    ...body,
  });
  return {
    leader,
    member,
    groupId,
    join,
    propose: (body = {}, by = leader) => by.call('POST', '/perps/proposals', whole(body)),
    open: (body = {}, by = leader) => by.post('/perps/proposals', whole(body)),
    async promote(other, to = 'LEADER') {
      await leader.post(`/groups/${groupId}/members/${other.userId}/promote`, { to });
    },
  };
}

export type PositionWay = 'reduce' | 'add' | 'claim';
export type ProposalWay = 'increase' | 'close';

/** What a user does with a position, whatever the answer. */
export const act = (user: TestUser, id: string, way: PositionWay, body?: object) =>
  user.call('POST', `/perps/positions/${id}/${way}`, body);
/** What a user does with a proposal, whatever the answer. */
export const actOn = (user: TestUser, proposalId: string, way: ProposalWay, body?: object) =>
  user.call('POST', `/perps/proposals/${proposalId}/${way}`, body);

/** A position of one's own under a proposal: $100 at 10x unless the body says otherwise. */
export const increase = (user: TestUser, proposalId: string, body: object = {}) =>
  user.post(`/perps/proposals/${proposalId}/increase`, {
    collateralUsd: '100',
    leverage: '10',
    ...body,
  });
export const reduce = (user: TestUser, id: string, reduceFraction: string) =>
  user.post(`/perps/positions/${id}/reduce`, { reduceFraction, isFullClose: false });
export const closeAll = (user: TestUser, id: string) =>
  user.post(`/perps/positions/${id}/reduce`, { reduceFraction: '1', isFullClose: true });
export const setTriggers = (user: TestUser, id: string, body: object): Promise<Answer> =>
  user.call('PATCH', `/perps/positions/${id}`, body);

/** A position as its owner sees it. */
export const position = (user: TestUser, id: string) => user.get(`/perps/positions/${id}`);
/** A proposal as the user sees it. */
export const proposal = (user: TestUser, id: string) => user.get(`/perps/proposals/${id}`);

export const cash = async (user: TestUser): Promise<string> =>
  (await user.get('/account')).cashBalanceUsd;

/** Status, code and details of a refusal; the status alone of a success. */
export const refusal = ({ status, body }: Answer) =>
  status < 300 ? [status] : [status, body.code, body.details];

/** The fields of an answer that a test is about. */
export const pick = (from: Readonly<Record<string, unknown>>, ...fields: string[]) =>
  fields.map((field) => from[field]);

/** Of a position what has been realized, in the order of the fields. */
export const realized = (of: Readonly<Record<string, unknown>>) =>
  pick(
    of,
    'priceRealizedPnlUsd',
    'fundingRealizedUsd',
    'totalFeesUsd',
    'liquidationPenaltyUsd',
    'netRealizedPnlUsd',
    'finalCollateralReturned',
  );

const signed = (text: unknown): bigint =>
  String(text).startsWith('-') ? -units(String(text).slice(1), 6) : units(String(text), 6);

/**
 * net = price + funding − fees − penalty, and of a closed position: returned = max(0, put in + net),
 * with nothing left that is live.
 */
export function checkIdentities(of: Readonly<Record<string, unknown>>, putInUsd: string): void {
  const [price = 0n, funding = 0n, fees = 0n, penalty = 0n, net = 0n] = realized(of).map((text) =>
    text === null ? 0n : signed(text),
  );
  expect(net).toBe(price + funding - fees - penalty);
  if (of.status === 'OPEN') return;
  const left = signed(putInUsd) + net;
  expect(of.finalCollateralReturned).toBe(plain(left > 0n ? left : 0n, 6));
  expect(
    pick(
      of,
      'currentSizeBaseLots',
      'currentSizeBaseUnits',
      'positionValueUsd',
      'collateralBalanceUsdc',
      'effectiveCollateralUsdc',
      'unrealizedPnlUsd',
      'unsettledFundingUsd',
      'liquidationPriceUsd',
      'stopLossPriceUsd',
      'takeProfitPriceUsd',
    ),
  ).toEqual(Array(10).fill(null));
  expect(of.closedAt).not.toBeNull();
}
