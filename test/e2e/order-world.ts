import { expect } from 'vitest';
import type { TestApp, TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { mints, openGroup, propose } from './world.ts';

/** Scripts the spot venue as this process sees it; the others hear of it a moment later. */
export const script = (test: TestApp, mode: string, more: object = {}) =>
  test.sandbox('PUT', '/venues/spot/behaviour', { mode, ...more });

/** A user with holdings of both kinds and a group. */
export interface World {
  readonly user: TestUser;
  readonly groupId: string;
  readonly proposalId: string;
}

let worlds = 0;
/**
 * SOL at 150, JUP at 0.5. A group whose leader has bought $100 of SOL in it, (100 − 0.5) ÷ 150 =
 * 0.663333333, and $60 by a swap, (60 − 0.3) ÷ 150 = 0.398. Cash: 1000 − 100 − 60 = 840.
 */
export async function world(test: TestApp): Promise<World> {
  await script(test, 'ok');
  await test.pin(mints.sol, '150');
  await test.pin(mints.decimals6, '0.5');
  worlds += 1;
  const user = await test.user(`user_${worlds}`);
  const groupId = await openGroup(user);
  const { proposal } = await propose(user, groupId, '100');
  await user.post('/spot/swap', { sell: 'USDC', buy: mints.sol, amountUsd: '60' });
  return { user, groupId, proposalId: proposal.id };
}

export interface Action {
  readonly name: string;
  readonly kind: string;
  readonly request: (on: World) => readonly [path: string, body?: object];
  /** USDC and SOL that are held back while the order is in flight. */
  readonly reserved: readonly [usd: string, solRaw: bigint];
  readonly status: number;
  /** Tokens and dollars of the trade and the cash afterwards; arithmetic beside each. */
  readonly tokens: string;
  readonly total: string;
  readonly cash: string;
}

const SOL_HELD = 663_333_333n + 398_000_000n;

/** Nothing is held back. */
export const nothing: Action['reserved'] = ['0', 0n];

/** Every kind of order, made in a world. */
export const actions: readonly Action[] = [
  {
    name: 'propose',
    kind: 'spot.open',
    request: ({ groupId }) => [
      '/spot/proposals',
      { groupId, contractAddress: mints.decimals6, amountUsd: '50', reason: 'Why not.' },
    ],
    reserved: ['50', 0n],
    status: 201,
    // fee 0.25; 49.75 ÷ 0.5 = 99.5; 840 − 50 = 790
    tokens: '99.5',
    total: '50',
    cash: '790',
  },
  {
    name: 'buy',
    kind: 'spot.manual',
    request: ({ proposalId }) => [`/spot/proposals/${proposalId}/buy`, { amountUsd: '50' }],
    reserved: ['50', 0n],
    status: 200,
    // 49.75 ÷ 150 = 0.33166666… → 0.331666666
    tokens: '0.331666666',
    total: '50',
    cash: '790',
  },
  {
    name: 'sell',
    kind: 'spot.manual',
    request: ({ proposalId }) => [`/spot/proposals/${proposalId}/sell`, { amountUsd: '50' }],
    // 50 ÷ 150 = 0.333333333
    reserved: ['0', 333_333_333n],
    status: 200,
    // 0.333333333 × 150 = 49.99999995 → 49.999999; fee 0.249999995 → 0.25; 840 + 49.749999
    tokens: '0.333333333',
    total: '49.999999',
    cash: '889.749999',
  },
  {
    name: 'close',
    kind: 'spot.close',
    request: ({ proposalId }) => [`/spot/proposals/${proposalId}/close`],
    reserved: ['0', 663_333_333n],
    status: 200,
    // 0.663333333 × 150 = 99.49999995 → 99.499999; fee 0.497499995 → 0.4975; 840 + 99.002499
    tokens: '0.663333333',
    total: '99.499999',
    cash: '939.002499',
  },
  {
    name: 'swap in',
    kind: 'spot.swap',
    request: () => ['/spot/swap', { sell: 'USDC', buy: mints.sol, amountUsd: '50' }],
    reserved: ['50', 0n],
    status: 200,
    tokens: '0.331666666',
    total: '50',
    cash: '790',
  },
  {
    name: 'swap out',
    kind: 'spot.swap',
    request: () => ['/spot/swap', { sell: mints.sol, buy: 'USDC', amountUsd: '20' }],
    // 20 ÷ 150 = 0.133333333
    reserved: ['0', 133_333_333n],
    status: 200,
    // 0.133333333 × 150 = 19.99999995 → 19.999999; fee 0.099999995 → 0.1; 840 + 19.899999
    tokens: '0.133333333',
    total: '19.999999',
    cash: '859.899999',
  },
];
export const actionOf = (name: string): Action =>
  actions.find((action) => action.name === name) as Action;

/** Orders for the user of the world, at the given process. */
export function order(app: TestApp, on: World, action: Action, key?: string): Promise<Answer> {
  const [path, body] = action.request(on);
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return app.at(on.user).call('POST', path, body, headers);
}

/** Spendable cash, and what of USDC and SOL is held back. */
export async function checkFunds(user: TestUser, cash: string, reserved: Action['reserved']) {
  const [usd, solRaw] = reserved;
  const account = await user.get('/account');
  expect([account.cashBalanceUsd, account.reservedUsd]).toEqual([cash, usd]);
  const balances = await user.get('/account/balances');
  const sol = balances.find(({ symbol }: { symbol: string }) => symbol === 'SOL');
  expect(BigInt(sol?.balanceRaw ?? 0) - BigInt(sol?.availableRaw ?? 0)).toBe(solRaw);
}

/** Everything is as `world` has made it. */
export async function checkUntouched({ user }: World) {
  await checkFunds(user, '840', nothing);
  const [, sol] = await user.get('/account/balances');
  expect(BigInt(sol.balanceRaw)).toBe(SOL_HELD);
}
