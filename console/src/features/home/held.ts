import type {
  CrossVerticalPositions,
  PerpPosition,
  PredictionWithPosition,
  SpotProposalWithPosition,
} from '../../api/types.generated.ts';
import type { PriceKind } from '../../live/live.ts';
import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
} from '../../money/decimal.ts';

/** What a position is worth at a price. */
export interface Worth {
  readonly valueUsd: string;
  readonly pnlUsd: string;
  /** Of what it cost, in percent points. */
  readonly pnlPct: string;
}

/** A position of any vertical as one line of a list. */
export interface Held {
  readonly kind: 'spot' | 'predictions' | 'perps';
  /** Of the proposal; of the assignment for a perpetual position. */
  readonly id: string;
  readonly groupId: string;
  readonly name: string;
  readonly detail: string;
  readonly image: string | null;
  /** The side of what can be two: YES, NO, LONG, SHORT. */
  readonly side: string | null;
  readonly price: { readonly kind: PriceKind; readonly id: string };
  readonly priceUsd: string | null;
  /** As of the last reading; null while there is no price. */
  readonly worth: Worth | null;
  /** The same at another price of the market. */
  readonly worthAt: (priceUsd: string) => Worth | null;
}

/** Digits that are kept of what is computed for the eye. */
const SCALE = 12;

function worthOf(valueUsd: string, costUsd: string): Worth {
  const pnlUsd = subtractDecimals(valueUsd, costUsd);
  const pnlPct = multiplyDecimals(divideDecimals(pnlUsd, costUsd, SCALE), '100');
  return { valueUsd, pnlUsd, pnlPct };
}

interface Reading {
  readonly valueUsd: string | null;
  readonly pnlUsd: string | null;
  readonly priceUsd: string | null;
}

/** The worth of so much of something that has one price: it moves as the price does. */
function proportional({ valueUsd, pnlUsd, priceUsd }: Reading, priceNow: string): Worth | null {
  if (valueUsd === null || pnlUsd === null || priceUsd === null) return null;
  const moved = divideDecimals(multiplyDecimals(valueUsd, priceNow), priceUsd, SCALE);
  return worthOf(moved, subtractDecimals(valueUsd, pnlUsd));
}

export function heldSpot({ proposal, userPosition }: SpotProposalWithPosition): Held {
  const { token, group } = proposal;
  const reading = {
    valueUsd: userPosition.currentValueUsd,
    pnlUsd: userPosition.unrealizedPnlUsd,
    priceUsd: userPosition.currentPriceUsd,
  };
  const worthAt = (priceUsd: string): Worth | null => proportional(reading, priceUsd);
  return {
    kind: 'spot',
    id: proposal.id,
    groupId: proposal.groupId,
    name: token.symbol,
    detail: group.name,
    image: token.logoUrl,
    side: null,
    price: { kind: 'token', id: token.contractAddress },
    priceUsd: reading.priceUsd,
    worth: reading.priceUsd === null ? null : worthAt(reading.priceUsd),
    worthAt,
  };
}

export function heldPrediction(one: PredictionWithPosition): Held {
  const { proposal, userPosition } = one;
  const reading = {
    valueUsd: userPosition?.currentValueUsd ?? null,
    pnlUsd: userPosition?.unrealizedPnlUsd ?? null,
    priceUsd: userPosition?.currentPriceUsd ?? null,
  };
  return {
    kind: 'predictions',
    id: proposal.id,
    groupId: proposal.groupId,
    name: proposal.marketTitle ?? proposal.marketId,
    detail: proposal.eventTitle ?? '',
    image: proposal.eventImageUrl,
    side: proposal.isYes ? 'YES' : 'NO',
    price: { kind: 'market', id: proposal.marketId },
    priceUsd: reading.priceUsd,
    worth: reading.priceUsd === null ? null : proportional(reading, reading.priceUsd),
    // The market's price is that of YES.
    worthAt: (yes) => proportional(reading, proposal.isYes ? yes : subtractDecimals('1', yes)),
  };
}

export function heldPerp(position: PerpPosition): Held {
  const { side, marketSymbol, initialCollateralUsdc: paid } = position;
  const long = side === 'LONG';
  const worthAt = (mark: string): Worth | null => {
    const { currentSizeBaseUnits: size, entryPriceUsd: entry } = position;
    const { collateralBalanceUsdc: collateral, unsettledFundingUsd: funding } = position;
    if (size === null || entry === null || collateral === null) return null;
    const move = long ? subtractDecimals(mark, entry) : subtractDecimals(entry, mark);
    const pnlUsd = addDecimals(multiplyDecimals(move, size), funding ?? '0');
    const pnlPct = multiplyDecimals(divideDecimals(pnlUsd, collateral, SCALE), '100');
    return { valueUsd: addDecimals(collateral, pnlUsd), pnlUsd, pnlPct };
  };
  const { effectiveCollateralUsdc: equity, collateralBalanceUsdc: collateral } = position;
  const worth = equity === null ? null : worthOf(equity, collateral ?? paid);
  return {
    kind: 'perps',
    id: position.id,
    groupId: position.groupId,
    name: marketSymbol,
    detail: `${position.initialLeverage}×`,
    image: null,
    side,
    price: { kind: 'perp', id: marketSymbol },
    priceUsd: null,
    worth,
    worthAt,
  };
}

/** Every open position as lines, the worthiest first within each vertical as the service has them. */
export const heldOf = ({ spot, predictions, perps }: CrossVerticalPositions): Held[] => [
  ...spot.map(heldSpot),
  ...predictions.map(heldPrediction),
  ...perps.map(heldPerp),
];
