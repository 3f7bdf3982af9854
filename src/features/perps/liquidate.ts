import type {
  Announcement,
  DecideContext,
  Outcome,
  RowWrite,
  State,
} from '../../engine/command.ts';
import { overlay } from '../../engine/overlay.ts';
import { assert } from '../../errors/app-error.ts';
import { usdc } from '../../money/fixed.ts';
import {
  type AdlClose,
  coverShortfall,
  type ShortfallCover,
} from '../../venues/paper/perps/adl.ts';
import {
  type Liquidation,
  type LiquidationStep,
  liquidate,
} from '../../venues/paper/perps/liquidation.ts';
import { abs, lots } from '../../venues/paper/perps/units.ts';
import { announceEnd } from './announce.ts';
import { type Booked, book } from './book.ts';
import { closedProposal } from './complete.ts';
import type { PerpDeps } from './deps.ts';
import { stateOf } from './position-state.ts';
import {
  INSURANCE_ID,
  type PerpPositionRow,
  perpInsuranceTable,
  perpPositionTable,
  perpProposalTable,
} from './tables.ts';
import { needsCandidates, type Triggered } from './trigger.ts';
import { quoteAtTrigger } from './trigger-close.ts';

/**
 * Liquidates a position (contract 18.8): by steps at the book, by take-over with a haircut, or at
 * the bankruptcy price. A loss is met by the insurance fund, then by deleveraging, then by the
 * house. Never mirrored (contract 18.24).
 */
export function liquidatePosition(
  state: State,
  deps: PerpDeps,
  triggered: Triggered,
  context: DecideContext,
): Outcome {
  const { row, params, moment, now } = triggered;
  const liquidation = liquidate({
    params,
    state: stateOf(row),
    at: moment,
    bookQuote: (delta) =>
      quoteAtTrigger(deps, triggered, { isBuy: delta > 0n, lots: lots(abs(delta)) }),
  });
  const last = liquidation.steps.at(-1);
  assert(last, 'a position that is liquidated has a step');
  const cover = coverOf(state, triggered, liquidation, last);
  if (cover === 'candidates') return needsCandidates(triggered, last);
  const at = { params, moment, now };
  const own = book(state, bookingOf(triggered, liquidation, cover, context), at);
  const adl = deleverage(overlay(state, own.rows), triggered, cover?.closes ?? [], context);
  const all = [own, ...adl];
  const ended = all.flatMap((booked) => endedCall(state, booked, now));
  const fund = state.get(perpInsuranceTable, INSURANCE_ID);
  assert(fund, 'the insurance fund has its row');
  const gained = liquidation.moved.penalty + liquidation.moved.surplus;
  const balance = usdc(fund.balance + gained - (cover?.fromInsurance ?? 0n));
  return {
    transfers: all.map(({ transfer }) => transfer),
    rows: [
      ...all.flatMap(({ rows }) => rows),
      ...ended.map(({ write }) => write),
      { table: perpInsuranceTable, row: { ...fund, balance } },
    ],
    events: all.map(({ event }) => event),
    announcements: ended.flatMap(({ announcements }) => announcements),
  };
}

/** How a loss is met; undefined without one, 'candidates' when the fund is too small. */
function coverOf(
  state: State,
  { command, row, params, moment }: Triggered,
  { moved }: Liquidation,
  last: LiquidationStep,
): ShortfallCover | 'candidates' | undefined {
  if (moved.shortfall === 0n) return undefined;
  const insurance = usdc(
    (state.get(perpInsuranceTable, INSURANCE_ID)?.balance ?? 0n) + moved.penalty + moved.surplus,
  );
  if (insurance < moved.shortfall && command.candidates === null) return 'candidates';
  const candidates = (command.candidates ?? []).flatMap(({ positionId }) => {
    const other = state.get(perpPositionTable, positionId);
    return other?.status === 'OPEN' ? [{ id: positionId, state: stateOf(other) }] : [];
  });
  const { side } = row;
  const bankruptcy = { side, lots: last.lots, quote: last.quote, shortfall: moved.shortfall };
  return coverShortfall({ params, bankruptcy, insurance, candidates, at: moment });
}

function bookingOf(
  { row }: Triggered,
  { state, moved, steps }: Liquidation,
  cover: ShortfallCover | undefined,
  { ids }: DecideContext,
) {
  const isOver = state.baseLots === 0n;
  const sum = (field: 'lots' | 'quote'): bigint =>
    steps.reduce((total, step) => total + step[field], 0n);
  return {
    id: ids.next(),
    row,
    change: { state, moved },
    action: 'LIQUIDATION',
    origin: 'LIQUIDATION',
    lots: lots(sum('lots')),
    quote: usdc(sum('quote')),
    ...(isOver ? { end: { status: 'LIQUIDATED', reason: null } as const } : {}),
    ...(cover ? { fromInsurance: cover.fromInsurance } : {}),
  } as const;
}

/** Closes winning positions at the bankruptcy price of the loser, one after another. */
function deleverage(
  before: State,
  { params, moment, now }: Triggered,
  closes: readonly AdlClose[],
  { ids }: DecideContext,
): Booked[] {
  let state = before;
  return closes.map((close) => {
    const row = state.get(perpPositionTable, close.id) as PerpPositionRow;
    const isOver = close.state.baseLots === 0n;
    const booked = book(
      state,
      {
        id: ids.next(),
        row,
        change: close,
        action: 'ADL',
        origin: 'ADL',
        lots: close.lots,
        quote: close.quote,
        ...(isOver ? { end: { status: 'ADL_CLOSED', reason: null } } : {}),
      },
      { params, moment, now },
    );
    state = overlay(state, booked.rows);
    return booked;
  });
}

/** A call whose first position is gone takes no more entries. */
function endedCall(
  state: State,
  booked: Booked,
  now: number,
): { write: RowWrite; announcements: Announcement[] }[] {
  const { row } = booked;
  if (row.status === 'OPEN') return [];
  const proposal = state.get(perpProposalTable, row.proposalId);
  if (proposal?.positionId !== row.id || proposal.closedAt !== null) return [];
  const announcements = announceEnd(proposal, booked, null);
  return [{ write: closedProposal(proposal, now, null), announcements }];
}
