import { type CommandKind, type DecideContext, type Outcome, ref } from '../../engine/command.ts';
import { AppError, Skip } from '../../errors/app-error.ts';
import type { ErrorCode, SkipCode } from '../../errors/catalogue.ts';
import { skipCatalogue } from '../../errors/catalogue.ts';
import { usdc } from '../../money/fixed.ts';
import { type MembershipRow, membershipTable } from '../groups/index.ts';
import type { FollowGate, PlacedFollow } from '../orders/index.ts';
import { type FollowRow, followTable } from './tables.ts';
import type { FollowVertical } from './vertical.ts';

/** How long a follow waits before it tries a venue or a price again that was not there. */
export const RETRY_DELAY_MS = 500;
const DAY_MS = 86_400_000;

export interface ExecuteFollow {
  readonly leaderTradeId: string;
  readonly followerId: string;
  readonly groupId: string;
  /** The fence of the claim: a claim whose lease has run out finds a higher one and does nothing. */
  readonly fence: number;
  readonly vertical: FollowVertical;
  readonly prepared: unknown;
}

/**
 * Makes one follow: exactly one result per row, decided under the follower's lock. FILLED or
 * UNKNOWN with its trade, SKIPPED with the first code of the contract's order of precedence (9),
 * FAILED with a reason; a venue or price that is away leaves the row queued until its deadline.
 */
export const executeFollow: CommandKind<ExecuteFollow> = {
  name: 'follow.execute',
  needs({ leaderTradeId, followerId, groupId, vertical, prepared }) {
    const needs = vertical.needs(prepared);
    return {
      ...needs,
      rows: [
        ...(needs.rows ?? []),
        ref(followTable, leaderTradeId, followerId),
        ref(membershipTable, groupId, followerId),
      ],
    };
  },
  decide(state, command, context) {
    const { leaderTradeId, followerId, groupId, fence } = command;
    const row = state.get(followTable, leaderTradeId, followerId);
    if (row?.status !== 'QUEUED' || row.fence !== fence) return {};
    const member = state.get(membershipTable, groupId, followerId);
    try {
      requireFollowing(row, member);
      const gate = gateOf(row, member, context);
      const placed = command.vertical.decide(state, command.prepared, context, gate);
      return placedOutcome(row, member, placed, context);
    } catch (refusal) {
      return refusedOutcome(row, refusal, [], context);
    }
  },
};

/** LEFT_GROUP, DISABLED, SUBSCRIPTION_REQUIRED, VERTICAL_OFF; an exit only asks the first two. */
function requireFollowing(
  row: FollowRow,
  member: MembershipRow | undefined,
): asserts member is MembershipRow {
  const isExit = row.sold !== null;
  if (member?.status !== 'ACTIVE') throw new Skip('LEFT_GROUP');
  if (!member.autoBuyEnabled || (isExit && !member.mirrorExits)) throw new Skip('DISABLED');
  if (isExit) return;
  if (member.suspended) throw new Skip('SUBSCRIPTION_REQUIRED');
  const followed = member.verticals === '' ? null : member.verticals.split(',');
  if (followed && !followed.includes(row.vertical)) throw new Skip('VERTICAL_OFF');
}

/** The UTC day of a business time, in days since 1970-01-01. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

const spentToday = (member: MembershipRow, now: number): bigint =>
  member.spentDay === dayOf(now) ? member.spent : 0n;

const gateOf = (row: FollowRow, member: MembershipRow, { now }: DecideContext): FollowGate => ({
  requireBudget() {
    if (member.dailyLimit === null) return;
    if (spentToday(member, now) + row.amount > member.dailyLimit) throw new Skip('DAILY_LIMIT');
  },
  requireTime() {
    if (now > row.deadlineAt) throw new Skip('EXPIRED');
  },
});

function placedOutcome(
  row: FollowRow,
  member: MembershipRow,
  { outcome, tradeId, pending }: PlacedFollow,
  context: DecideContext,
): Outcome {
  if (outcome.refusal) return refusedOutcome(row, outcome.refusal, outcome.rows ?? [], context);
  const result: FollowRow = {
    ...row,
    status: pending ? 'UNKNOWN' : 'FILLED',
    tradeId,
    settledAt: pending ? null : context.now,
  };
  // Without a limit nothing counts, and a follow need not touch the membership.
  const isLimited = member.dailyLimit !== null && row.amount > 0n;
  const spent = usdc(spentToday(member, context.now) + row.amount);
  const budget = { ...member, spentDay: dayOf(context.now), spent };
  const { answer: _, ...effects } = outcome;
  return {
    ...effects,
    rows: [
      ...(effects.rows ?? []),
      { table: followTable, row: result },
      ...(isLimited ? [{ table: membershipTable, row: budget }] : []),
    ],
    events: [...(effects.events ?? []), followEvent(result)],
  };
}

/** Tells the follower's stream the result of a follow. */
export const followEvent = (row: FollowRow) => ({
  userId: row.followerId,
  type: 'follow.result',
  data: {
    id: row.id,
    vertical: row.vertical,
    groupId: row.groupId,
    proposalId: row.proposalId,
    leaderTradeId: row.leaderTradeId,
    side: row.side,
    status: row.status,
    code: row.code,
    tradeId: row.tradeId,
  },
});

/** Refusals of an order that are results of a follow: the same fact under the name of contract 9. */
const skipOf: Partial<Record<ErrorCode, SkipCode>> = {
  GEO_RESTRICTED: 'GEO_RESTRICTED',
  PROPOSAL_CLOSED: 'PROPOSAL_CLOSED',
  TRADING_HALTED: 'TRADING_HALTED',
  MARKET_NOT_ACTIVE: 'MARKET_NOT_ACTIVE',
  AMOUNT_BELOW_MINIMUM: 'BELOW_MINIMUM',
  MIN_ORDER_SIZE: 'BELOW_MINIMUM',
  POSITION_BELOW_MIN: 'BELOW_MINIMUM',
  POSITION_LIMIT: 'POSITION_LIMIT',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  NO_LIQUIDITY: 'NO_LIQUIDITY',
};

function refusedOutcome(
  row: FollowRow,
  refusal: unknown,
  rows: NonNullable<Outcome['rows']>,
  context: DecideContext,
): Outcome {
  if (refusal instanceof Skip)
    return finished(row, 'SKIPPED', refusal.code, refusal.message, rows, context);
  if (!(refusal instanceof AppError)) throw refusal;
  const { code } = refusal;
  if (code === 'VENUE_UNAVAILABLE' || code === 'PRICE_UNAVAILABLE') {
    if (context.now >= row.deadlineAt)
      return finished(row, 'SKIPPED', 'EXPIRED', skipCatalogue.EXPIRED, rows, context);
    const again = { ...row, leaseUntil: context.realNow + RETRY_DELAY_MS };
    return { rows: [...rows, { table: followTable, row: again }] };
  }
  const skip = skipOf[code];
  if (skip) return finished(row, 'SKIPPED', skip, skipCatalogue[skip], rows, context);
  return finished(row, 'FAILED', code, refusal.message, rows, context);
}

/** The durable result of a follow that moved nothing. */
export function finished(
  row: FollowRow,
  status: 'SKIPPED' | 'FAILED',
  code: string,
  message: string,
  rows: NonNullable<Outcome['rows']>,
  context: DecideContext,
): Outcome {
  const result: FollowRow = { ...row, status, code, message, settledAt: context.now };
  return {
    rows: [...rows, { table: followTable, row: result }],
    events: [followEvent(result)],
  };
}
