import { expect } from 'vitest';
import type { TestApp, TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { type Flock, type PerpWorld, pick, position } from './perp-world.ts';

/** A leader with $100 long SOL at 10x, 1000 lots at 100: cash 900, collateral 99.65. */
export interface Setting {
  readonly flock: Flock;
  readonly user: TestUser;
  readonly proposalId: string;
  readonly assignmentId: string;
}

export async function setting(world: PerpWorld): Promise<Setting> {
  await world.script('ok');
  await world.pin('SOL', '100');
  const flock = await world.flock();
  const { proposalId, assignmentId } = await flock.open();
  return { flock, user: flock.leader, proposalId, assignmentId };
}

export interface Action {
  readonly name: 'open' | 'join' | 'add' | 'add margin' | 'reduce' | 'close';
  readonly kind: string;
  readonly request: (on: Setting) => readonly [path: string, body?: object];
  /** USDC that is held back while the order is in flight. */
  readonly reserved: string;
  readonly status: number;
  /** Of the trade: its action, lots, price and fee; and the cash afterwards. */
  readonly trade: readonly [action: string, lots: string, price: string | null, fee: string];
  readonly cash: string;
}

const size = { collateralUsd: '50', leverage: '4' };

/** Every kind of order, made in a setting. */
export const actions: readonly Action[] = [
  {
    name: 'open',
    kind: 'perp.open',
    request: ({ flock: { groupId } }) => [
      '/perps/proposals',
      { groupId, marketSymbol: 'SOL', side: 'SHORT', ...size, reason: 'Why not.' },
    ],
    reserved: '50',
    status: 201,
    // 50 × 4 ÷ 1 = 200 lots, $200, fee 0.07.
    trade: ['OPEN', '200', '100', '0.07'],
    cash: '850',
  },
  {
    name: 'join',
    kind: 'perp.join',
    request: ({ proposalId }) => [`/perps/proposals/${proposalId}/increase`, size],
    reserved: '50',
    status: 200,
    trade: ['OPEN', '200', '100', '0.07'],
    cash: '850',
  },
  {
    name: 'add',
    kind: 'perp.add',
    request: ({ assignmentId }) => [`/perps/positions/${assignmentId}/add`, size],
    reserved: '50',
    status: 200,
    trade: ['ADD', '200', '100', '0.07'],
    cash: '850',
  },
  {
    name: 'add margin',
    kind: 'perp.add',
    request: ({ assignmentId }) => [
      `/perps/positions/${assignmentId}/add`,
      { collateralUsd: '50' },
    ],
    reserved: '50',
    status: 200,
    trade: ['ADD', '0', null, '0'],
    cash: '850',
  },
  {
    name: 'reduce',
    kind: 'perp.reduce',
    request: ({ assignmentId }) => [
      `/perps/positions/${assignmentId}/reduce`,
      { reduceFraction: '0.25', isFullClose: false },
    ],
    reserved: '0',
    status: 200,
    // 250 lots, fee 250 × 0.00035; what it brings stays with the collateral.
    trade: ['REDUCE', '250', '100', '0.0875'],
    cash: '900',
  },
  {
    name: 'close',
    kind: 'perp.close',
    request: ({ proposalId }) => [`/perps/proposals/${proposalId}/close`],
    reserved: '0',
    status: 200,
    // 99.65 − 0.35 come back.
    trade: ['CLOSE', '1000', '100', '0.35'],
    cash: '999.3',
  },
];

/** Orders for the user of the setting, at the given process. */
export function order(app: TestApp, on: Setting, action: Action, key?: string): Promise<Answer> {
  const [path, body] = action.request(on);
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return app.at(on.user).call('POST', path, body, headers);
}

/** Spendable cash, and what is held back. */
export async function checkFunds(user: TestUser, cash: string, reserved: string) {
  const account = await user.get('/account');
  expect([account.cashBalanceUsd, account.reservedUsd]).toEqual([cash, reserved]);
}

/** Everything is as `setting` has made it. */
export async function checkUntouched({ user, assignmentId, proposalId }: Setting) {
  await checkFunds(user, '900', '0');
  const held = await position(user, assignmentId);
  expect(pick(held, 'status', 'currentSizeBaseLots', 'collateralBalanceUsdc')).toEqual([
    'OPEN',
    '1000',
    '99.65',
  ]);
  expect(await user.get('/perps/positions?filter=all')).toHaveLength(1);
  expect((await user.get(`/perps/proposals/${proposalId}`)).closedAt).toBeNull();
}

/** Of a trade what an action says of it. */
export const tradeOf = (trade: Readonly<Record<string, unknown>>) =>
  pick(trade, 'action', 'sizeBaseLots', 'priceUsd', 'feeUsd');
