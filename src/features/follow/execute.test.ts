import { describe, expect, test } from 'vitest';
import { groupRow, memberRow } from '../../../test/helpers/group-rows.ts';
import { decideOn, testId } from '../../../test/helpers/state.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ErrorCode, SkipCode } from '../../errors/catalogue.ts';
import { type AccountRow, accountTable, type WalletRow, walletTable } from '../../ledger/tables.ts';
import type { SpotQuote } from '../../market/market.ts';
import { bundledTokens } from '../../market/tokens.ts';
import { baseUnits, type Price, price, usdc } from '../../money/fixed.ts';
import { dollars, priceOf } from '../../money/text.ts';
import { groupTable, type MembershipRow, membershipTable } from '../groups/index.ts';
import type { SpotDeps } from '../spot/deps.ts';
import { spotFollows } from '../spot/follow.ts';
import {
  type SpotPositionRow,
  type SpotProposalRow,
  spotPositionTable,
  spotProposalTable,
} from '../spot/tables.ts';
import { executeFollow } from './execute.ts';
import { type FollowRow, followTable } from './tables.ts';
import type { FollowVertical } from './vertical.ts';

const NOW = Date.UTC(2026, 0, 31, 14, 30);
const DAY = NOW / 86_400_000;
const [leader, bob, proposalId, tradeId] = [testId(1), testId(2), testId(3), testId(4)];
const token = bundledTokens[0];
if (!token) throw new Error('no tokens');
const { mint, decimals } = token;
const asset = { id: 1, mint, decimals };
const groupId = groupRow().id;

interface World {
  readonly row: FollowRow;
  readonly member: MembershipRow;
  readonly wallet: WalletRow;
  readonly proposal: SpotProposalRow;
  readonly position: SpotPositionRow | undefined;
  readonly account: AccountRow | undefined;
  readonly quote: SpotQuote | undefined;
  readonly barred: boolean;
  readonly halted: boolean;
  readonly shut: boolean;
}

/** Bob follows a purchase at $2 with $10, has $100 and no limits: everything is well. */
const well: World = {
  row: {
    leaderTradeId: tradeId,
    followerId: bob,
    id: testId(5),
    leaderId: leader,
    groupId,
    proposalId,
    vertical: 'SPOT',
    side: 'BUY',
    amount: dollars('10'),
    leaderPrice: priceOf('2'),
    sold: null,
    held: null,
    status: 'QUEUED',
    code: null,
    message: null,
    tradeId: null,
    createdAt: NOW,
    deadlineAt: NOW + 60_000,
    settledAt: null,
    fence: 1,
    leaseUntil: NOW,
  },
  member: memberRow(bob, { autoBuyEnabled: true, autoBuyAmount: dollars('10'), mirrorExits: true }),
  wallet: {
    userId: bob,
    available: dollars('100'),
    reserved: usdc(0n),
    eventSeq: 0n,
    country: null,
  },
  proposal: {
    id: proposalId,
    vertical: 'SPOT',
    groupId,
    assetId: asset.id,
    creatorId: leader,
    reason: null,
    initialPrice: priceOf('2'),
    createdAt: NOW,
    updatedAt: NOW,
    closedAt: null,
    exitPrice: null,
    exitPnl: null,
    exitPnlPct: null,
    closeTradeId: null,
  },
  position: undefined,
  account: undefined,
  quote: {
    mid: priceOf('2'),
    bid: priceOf('2'),
    ask: priceOf('2'),
    liquidity: null,
    atMs: NOW,
    pinned: false,
  },
  barred: false,
  halted: false,
  shut: false,
};

const refuse = (code: ErrorCode, when: boolean) => () => {
  if (when) throw new AppError(code);
};

function follow(world: World, fence = 1) {
  const deps: SpotDeps = {
    market: { quote: () => world.quote, token: () => undefined } as unknown as SpotDeps['market'],
    feeBps: 50,
    requireTrading: refuse('TRADING_HALTED', world.halted),
    requireRegion: refuse('GEO_RESTRICTED', world.barred),
    requireMarket: refuse('MARKET_NOT_ACTIVE', world.shut),
    behaviour: () => ({ mode: 'ok', delayMs: 0, count: null }),
  };
  const { row } = world;
  const proposal = {
    id: proposalId,
    vertical: 'SPOT',
    groupId,
    creatorId: leader,
    creator: { idpId: 'idp', username: 'ada' },
    asset,
  } as const;
  const trader = { userId: bob, idpId: 'idp', username: 'bob', walletAddress: 'w' };
  const { side, amount, leaderPrice, sold, held } = row;
  const command = {
    leaderTradeId: tradeId,
    followerId: bob,
    groupId,
    fence,
    vertical: spotFollows(deps, { get: async () => proposal }) as unknown as FollowVertical,
    prepared: {
      follow: { trader, proposalId, side, amount, leaderPrice, sold, held },
      proposal,
      scripted: false,
    },
  };
  const { outcome, set } = decideOn(executeFollow, command, {
    now: NOW,
    rows: [
      [followTable, row],
      [membershipTable, world.member],
      [walletTable, world.wallet],
      [spotProposalTable, world.proposal],
      [groupTable, groupRow()],
      ...(world.position ? [[spotPositionTable, world.position] as const] : []),
      ...(world.account ? [[accountTable, world.account] as const] : []),
    ],
  });
  return { outcome, set, result: set.get(followTable, tradeId, bob) };
}

const moved = (to: Price) => (world: World) => ({
  ...world,
  quote: world.quote && { ...world.quote, ask: to },
});

/** In the contract's order of precedence (9); each makes the follow impossible by itself. */
const conditions: readonly (readonly [SkipCode, (world: World) => World])[] = [
  ['LEFT_GROUP', (world) => ({ ...world, member: { ...world.member, status: 'LEFT' } })],
  ['DISABLED', (world) => ({ ...world, member: { ...world.member, autoBuyEnabled: false } })],
  [
    'SUBSCRIPTION_REQUIRED',
    (world) => ({ ...world, member: { ...world.member, suspended: true } }),
  ],
  ['VERTICAL_OFF', (world) => ({ ...world, member: { ...world.member, verticals: 'STOCK,PERP' } })],
  ['GEO_RESTRICTED', (world) => ({ ...world, barred: true })],
  ['PROPOSAL_CLOSED', (world) => ({ ...world, proposal: { ...world.proposal, closedAt: NOW } })],
  ['TRADING_HALTED', (world) => ({ ...world, halted: true })],
  ['MARKET_NOT_ACTIVE', (world) => ({ ...world, shut: true })],
  ['BELOW_MINIMUM', (world) => ({ ...world, row: { ...world.row, amount: dollars('0.999999') } })],
  [
    'DAILY_LIMIT',
    (world) => ({
      ...world,
      // The limit of a dollar is spent but for ten cents.
      member: {
        ...world.member,
        dailyLimit: dollars('1'),
        spent: dollars('0.9'),
        spentDay: Math.floor(DAY),
      },
    }),
  ],
  [
    'INSUFFICIENT_FUNDS',
    (world) => ({ ...world, wallet: { ...world.wallet, available: dollars('0.5') } }),
  ],
  // 2 % above $2 is $2.04.
  ['PRICE_MOVED', moved(price(priceOf('2.04') + 1n))],
  [
    'NO_LIQUIDITY',
    // Half of $20 stands against $9.95: the average is far from the top of the book.
    (world) => ({ ...world, quote: world.quote && { ...world.quote, liquidity: dollars('20') } }),
  ],
  ['EXPIRED', (world) => ({ ...world, row: { ...world.row, deadlineAt: NOW - 1 } })],
];

describe('precedence of skips', () => {
  test('when all is well the follow is filled', () => {
    const { result, set } = follow(well);
    expect([result?.status, result?.code, result?.settledAt]).toEqual(['FILLED', null, NOW]);
    expect(set.wallet(bob)?.available).toBe(dollars('90'));
    // $10 less 50 bps is $9.95, for $2 each: 4.975 tokens of 9 decimals.
    expect(set.get(spotPositionTable, bob, proposalId)?.followed).toBe(4_975_000_000n);
    // Without a limit nothing counts what is spent: the membership stays as it is.
    expect(set.get(membershipTable, groupId, bob)).toBe(well.member);
  });

  test.each(conditions)('%s alone', (code, make) => {
    const { result, outcome, set } = follow(make(well));
    expect([result?.status, result?.code, result?.settledAt]).toEqual(['SKIPPED', code, NOW]);
    expect(outcome.transfers).toBeUndefined();
    expect(outcome.events?.map(({ type }) => type)).toEqual(['follow.result']);
    expect(set.entries).toEqual([]);
  });

  const pairs = conditions.flatMap(([first, makeFirst], n) =>
    conditions.slice(n + 1).map(([second, makeSecond]) => {
      return [first, second, (world: World) => makeSecond(makeFirst(world))] as const;
    }),
  );
  test.each(pairs)('%s before %s', (first, _second, make) => {
    expect(follow(make(well)).result?.code).toBe(first);
  });

  test('everything at once is LEFT_GROUP', () => {
    const all = conditions.reduce((world, [, make]) => make(world), well);
    expect(follow(all).result?.code).toBe('LEFT_GROUP');
  });
});

describe('edges', () => {
  test('exactly at the guard, the limit, the floor and the deadline it is filled', () => {
    const world: World = {
      ...well,
      row: { ...well.row, amount: dollars('1'), deadlineAt: NOW },
      member: {
        ...well.member,
        dailyLimit: dollars('3'),
        spent: dollars('2'),
        spentDay: Math.floor(DAY),
      },
      wallet: { ...well.wallet, available: dollars('1') },
      quote: well.quote && { ...well.quote, ask: priceOf('2.04') },
    };
    expect(follow(world).result?.status).toBe('FILLED');
  });

  test("yesterday's spending does not count", () => {
    const member = {
      ...well.member,
      dailyLimit: dollars('10'),
      spent: dollars('10'),
      spentDay: Math.floor(DAY) - 1,
    };
    const { result, set } = follow({ ...well, member });
    expect(result?.status).toBe('FILLED');
    expect(set.get(membershipTable, groupId, bob)).toMatchObject({
      spent: dollars('10'),
      spentDay: Math.floor(DAY),
    });
  });

  test('a late claim, or one of a settled row, does nothing', () => {
    expect(follow(well, 0).outcome).toEqual({});
    const settled = { ...well, row: { ...well.row, status: 'SKIPPED' } };
    expect(follow(settled).outcome).toEqual({});
  });

  test('without a fresh price it waits, until its deadline', () => {
    const dark = { ...well, quote: undefined };
    const { result, outcome } = follow(dark);
    expect([result?.status, result?.leaseUntil]).toEqual(['QUEUED', NOW + 500]);
    expect(outcome.events).toBeUndefined();
    const over = follow({ ...dark, row: { ...well.row, deadlineAt: NOW } });
    expect([over.result?.status, over.result?.code]).toEqual(['SKIPPED', 'EXPIRED']);
  });
});

describe('mirrored exits', () => {
  const position: SpotPositionRow = {
    userId: bob,
    proposalId,
    groupId,
    assetId: asset.id,
    quantity: baseUnits(9n),
    cost: dollars('10'),
    roundCost: dollars('10'),
    roundBought: baseUnits(9n),
    roundSold: baseUnits(0n),
    roundProceeds: usdc(0n),
    realizedPnl: usdc(0n),
    realizedCost: usdc(0n),
    followed: baseUnits(6n),
    locked: baseUnits(0n),
    exitedAt: null,
    openedAt: NOW,
  };
  const exit: World = {
    ...well,
    row: { ...well.row, side: 'SELL', amount: usdc(0n), sold: 1n, held: 3n },
    position,
  };

  test.each([
    ['LEFT_GROUP', { ...exit, member: { ...exit.member, status: 'KICKED' as const } }],
    ['DISABLED', { ...exit, member: { ...exit.member, mirrorExits: false } }],
    ['POSITION_TOUCHED', { ...exit, position: { ...position, followed: baseUnits(0n) } }],
    ['TRADING_HALTED', { ...exit, halted: true }],
    // 2 units of 1e-9 tokens at $2 are less than one unit of USDC.
    ['BELOW_MINIMUM', exit],
  ] as const)('%s', (code, world) => {
    const { result } = follow(world);
    expect([result?.status, result?.code]).toEqual(['SKIPPED', code]);
  });

  test('a third of what follows bought, at any price, whatever region or subscription say', () => {
    const large = { quantity: baseUnits(9_000_000_000n), followed: baseUnits(6_000_000_000n) };
    const world: World = {
      ...exit,
      barred: true,
      member: { ...exit.member, suspended: true, verticals: 'PERP' },
      position: { ...position, ...large },
      account: { userId: bob, assetId: 1, available: large.quantity, reserved: baseUnits(0n) },
      quote: exit.quote && { ...exit.quote, bid: priceOf('0.5') },
    };
    const { result, set } = follow(world);
    expect(result?.status).toBe('FILLED');
    // 6 × 1/3 = 2 of 9 tokens; $1 less 50 bps; the day's limit is for entries only.
    expect(set.get(spotPositionTable, bob, proposalId)).toMatchObject({
      quantity: 7_000_000_000n,
      followed: 4_000_000_000n,
    });
    expect(set.wallet(bob)?.available).toBe(dollars('100.995'));
    expect(set.get(membershipTable, groupId, bob)?.spent).toBe(0n);
  });
});
