import type { Static } from 'typebox';
import { assert } from '../../errors/app-error.ts';
import { percentOf, type Ratio, usdc } from '../../money/fixed.ts';
import { formatRatio, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import type { AccountDeps } from './deps.ts';
import {
  type EquityBaseRow,
  type EquityPointRow,
  equityBases,
  equityHistory,
} from './equity.sql.ts';
import type { pnlHistorySchema } from './pnl-schemas.ts';
import { readAccountValue } from './value.ts';

const DAY_MS = 86_400_000;

/** How far back a change is told; `all` is from the beginning, when nothing was there. */
export const windows = ['24h', '7d', '30d', 'all'] as const;
export type Window = (typeof windows)[number];
const windowMs: Readonly<Record<Exclude<Window, 'all'>, number>> = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
};

/** Readings of an account until nothing has changed in the meantime. */
const READ_ATTEMPTS = 3;

/** What an account was worth and what had been put into it by then, in 1e-6 dollars. */
interface Equity {
  readonly value: bigint;
  readonly netDeposits: bigint;
}
const nothing: Equity = { value: 0n, netDeposits: 0n };

interface Point extends Equity {
  readonly atMs: number;
}

/** A change over a window: 1e-6 dollars, and percent points. */
export interface Change {
  readonly absolute: bigint;
  readonly percent: Ratio;
}

/**
 * Value now − value then − net deposits in between, and its percent of value then + those deposits,
 * 0 when that is 0 (contract 4).
 */
export function changeOf(now: Equity, then: Equity): Change {
  const deposited = now.netDeposits - then.netDeposits;
  const absolute = now.value - then.value - deposited;
  return { absolute, percent: percentOf(absolute, then.value + deposited) };
}

const startOf = (window: Window, nowMs: number): number | null =>
  window === 'all' ? null : nowMs - windowMs[window];

interface Readings {
  readonly now: Point;
  /** The newest snapshot at or before each start; null without one. */
  readonly bases: readonly (Point | null)[];
  /** Of the oldest snapshot; null without any. */
  readonly firstMs: number | null;
}

/**
 * The equity of a user now and when windows began. Value and deposits are read one after the other,
 * so they are read again when the user's account has changed in between.
 */
async function readEquity(
  deps: AccountDeps,
  userId: string,
  starts: readonly (number | null)[],
): Promise<Readings> {
  const instants = starts.map((atMs) => (atMs === null ? '-infinity' : isoTime(atMs)));
  const readBases = () => deps.database.reads.query<EquityBaseRow>(equityBases, [userId, instants]);
  let rows = await readBases();
  for (let attempt = 1; ; attempt += 1) {
    const { total } = await readAccountValue(deps, userId);
    const seq = rows[0]?.seq;
    rows = await readBases();
    const first = rows[0];
    assert(first, `user ${userId} has no wallet`);
    if (first.seq !== seq && attempt < READ_ATTEMPTS) continue;
    const netDeposits = BigInt(first.netDeposits);
    return {
      now: { atMs: deps.clock.now(), value: total, netDeposits },
      bases: rows.map(({ at, value, baseDeposits }) =>
        at === null || value === null || baseDeposits === null
          ? null
          : { atMs: at, value: BigInt(value), netDeposits: BigInt(baseDeposits) },
      ),
      firstMs: first.firstAt,
    };
  }
}

/** How an account has changed over each of the windows. */
export async function readChanges(
  deps: AccountDeps,
  userId: string,
  asked: readonly Window[],
): Promise<readonly Change[]> {
  const nowMs = deps.clock.now();
  const starts = asked.map((window) => startOf(window, nowMs));
  const { now, bases } = await readEquity(deps, userId, starts);
  return bases.map((base) => changeOf(now, base ?? nothing));
}

type HistoryPoint = Static<typeof pnlHistorySchema>[number];

/**
 * The equity of a window in at most so many points, oldest first: the snapshot it begins with,
 * snapshots spread over it, and now; with the change since its beginning.
 */
export async function readPnlHistory(
  deps: AccountDeps,
  userId: string,
  { window, points }: { readonly window: Window; readonly points: number },
): Promise<HistoryPoint[]> {
  const startMs = startOf(window, deps.clock.now());
  const { now, bases, firstMs } = await readEquity(deps, userId, [startMs]);
  const base = points > 1 ? (bases[0] ?? null) : null;
  const slots = points - 1 - (base ? 1 : 0);
  // A stretch is part of what there is: an account may be younger than the window.
  const fromMs = Math.max(startMs ?? 0, (firstMs ?? now.atMs) - 1);
  const between = slots > 0 ? await readBetween(deps, userId, { fromMs, now, slots }) : [];
  const then = bases[0] ?? nothing;
  return [...(base ? [base] : []), ...between, now].map((point) => ({
    at: isoTime(point.atMs),
    valueUsd: formatUsdc(usdc(point.value)),
    pnlUsd: formatUsdc(usdc(changeOf(point, then).absolute)),
  }));
}

/** Snapshots after `fromMs` and before now, the last one of each of `slots` equal stretches. */
async function readBetween(
  { database }: AccountDeps,
  userId: string,
  span: { readonly fromMs: number; readonly now: Point; readonly slots: number },
): Promise<Point[]> {
  const { fromMs, now, slots } = span;
  const stretchMs = Math.max(1, Math.ceil((now.atMs - fromMs) / slots));
  const values = [userId, isoTime(fromMs), isoTime(now.atMs), stretchMs];
  const rows = await database.reads.query<EquityPointRow>(equityHistory, values);
  return rows.map(({ at, value, netDeposits }) => ({
    atMs: at,
    value: BigInt(value),
    netDeposits: BigInt(netDeposits),
  }));
}

/** A change on the wire. */
export const presentChange = ({ absolute, percent }: Change) => ({
  absolute: formatUsdc(usdc(absolute)),
  percent: formatRatio(percent),
});
