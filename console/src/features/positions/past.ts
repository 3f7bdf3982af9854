import type {
  CrossVerticalPositions,
  PerpPosition,
  PredictionWithPosition,
  SpotProposalWithPosition,
} from '../../api/types.generated.ts';
import { divideDecimals, multiplyDecimals } from '../../money/decimal.ts';

export type Tone = 'neutral' | 'accent' | 'up' | 'down' | 'warn';

/** A position that has ended, of any vertical, as one line of a list. */
export interface Past {
  readonly kind: 'spot' | 'predictions' | 'perps';
  /** Of the proposal; of the assignment for a perpetual position. */
  readonly id: string;
  readonly groupId: string;
  readonly name: string;
  readonly image: string | null;
  readonly side: string | null;
  readonly outcome: string;
  readonly tone: Tone;
  readonly pnlUsd: string | null;
  readonly pnlPct: string | null;
  readonly endedAt: string | null;
}

/** How a perpetual position ended, in words. */
export const closeReasons: Readonly<Record<string, string>> = {
  USER: 'Closed',
  STOP_LOSS: 'Stop loss',
  TAKE_PROFIT: 'Take profit',
  MARKET_DELISTED: 'Market delisted',
};

/** How a perpetual position ended; `Open` while it has not. */
export function perpOutcome(position: PerpPosition): { outcome: string; tone: Tone } {
  if (position.isClaimable) return { outcome: 'To be claimed', tone: 'accent' };
  if (position.status === 'OPEN') return { outcome: 'Open', tone: 'accent' };
  if (position.status === 'LIQUIDATED') return { outcome: 'Liquidated', tone: 'down' };
  if (position.status === 'ADL_CLOSED') return { outcome: 'Auto-deleveraged', tone: 'warn' };
  return { outcome: closeReasons[position.closeReason ?? ''] ?? 'Closed', tone: 'neutral' };
}

/** What has become of the market that a prediction is about. */
export function predictionOutcome(proposal: PredictionWithPosition['proposal']): {
  outcome: string;
  tone: Tone;
} {
  if (proposal.status === 'FAILED') return { outcome: 'Not filled', tone: 'warn' };
  if (proposal.status !== 'RESOLVED') return { outcome: 'Sold', tone: 'neutral' };
  if (proposal.result === 'VOID') return { outcome: 'Void', tone: 'warn' };
  return proposal.didWin ? { outcome: 'Won', tone: 'up' } : { outcome: 'Lost', tone: 'down' };
}

const pastSpot = ({ proposal, userPosition }: SpotProposalWithPosition): Past => ({
  kind: 'spot',
  id: proposal.id,
  groupId: proposal.groupId,
  name: proposal.token.symbol,
  image: proposal.token.logoUrl,
  side: null,
  outcome: 'Sold',
  tone: 'neutral',
  pnlUsd: userPosition.realizedPnlUsd,
  pnlPct: userPosition.realizedPnlPct,
  endedAt: userPosition.userExitedAt,
});

const pastPrediction = ({ proposal, userPosition }: PredictionWithPosition): Past => ({
  kind: 'predictions',
  id: proposal.id,
  groupId: proposal.groupId,
  name: proposal.marketTitle ?? proposal.marketId,
  image: proposal.eventImageUrl,
  side: proposal.isYes ? 'YES' : 'NO',
  ...predictionOutcome(proposal),
  pnlUsd: userPosition?.realizedPnlUsd ?? null,
  pnlPct: userPosition?.realizedPnlPct ?? null,
  endedAt: proposal.resolvedAt ?? proposal.updatedAt,
});

/** What a finished perpetual position gave, in percent points of what was put in at first. */
export const perpReturnPct = ({ netRealizedPnlUsd: pnl, initialCollateralUsdc }: PerpPosition) =>
  pnl === null ? null : divideDecimals(multiplyDecimals(pnl, '100'), initialCollateralUsdc, 6);

const pastPerp = (position: PerpPosition): Past => ({
  kind: 'perps',
  id: position.id,
  groupId: position.groupId,
  name: position.marketSymbol,
  image: null,
  side: position.side,
  ...perpOutcome(position),
  pnlUsd: position.netRealizedPnlUsd,
  pnlPct: perpReturnPct(position),
  endedAt: position.closedAt,
});

/** Every finished position as lines, the one that ended last first. */
export const pastOf = ({ spot, predictions, perps }: CrossVerticalPositions): Past[] =>
  [...spot.map(pastSpot), ...predictions.map(pastPrediction), ...perps.map(pastPerp)].sort((a, b) =>
    (b.endedAt ?? '').localeCompare(a.endedAt ?? ''),
  );
