import type {
  GroupProposals,
  PerpPosition,
  PerpProposal,
  PredictionWithPosition,
  SpotProposalWithPosition,
} from '../../api/types.generated.ts';
import type { PriceKind } from '../../live/live.ts';
import { divideDecimals, multiplyDecimals, subtractDecimals } from '../../money/decimal.ts';
import { type Held, heldPerp, heldPrediction, heldSpot } from '../home/held.ts';
import type { Plan } from '../propose/plan.ts';

/** A call of a group, of whatever vertical, as a card shows it. */
export interface Call {
  readonly id: string;
  readonly kind: 'token' | 'market' | 'perp';
  readonly name: string;
  readonly detail: string;
  readonly image: string | null;
  readonly side: 'YES' | 'NO' | 'LONG' | 'SHORT' | null;
  readonly leverage: string | null;
  readonly price: { readonly kind: PriceKind; readonly id: string };
  /** The price of the last reading, of the side of the call. */
  readonly priceUsd: string | null;
  readonly status: 'open' | 'pending' | 'closed' | 'won' | 'lost' | 'void' | 'failed';
  readonly exitPnlPct: string | null;
  readonly exitPnlUsd: string | null;
  readonly reason: string | null;
  readonly participants: number;
  readonly avatars: readonly string[];
  readonly creatorIdpId: string;
  /** What a member orders to go into it; the amount is the member's. */
  readonly plan: Plan;
  readonly held: Held | null;
}

function spotCall(one: SpotProposalWithPosition): Call {
  const { proposal, userPosition, participantCount, participantAvatars } = one;
  const { token } = proposal;
  return {
    id: proposal.id,
    kind: 'token',
    name: token.symbol,
    detail: token.name,
    image: token.logoUrl,
    side: null,
    leverage: null,
    price: { kind: 'token', id: token.contractAddress },
    priceUsd: userPosition.currentPriceUsd,
    status: proposal.closedAt === null ? 'open' : 'closed',
    exitPnlPct: proposal.exitPnlPct,
    exitPnlUsd: proposal.exitPnlUsd,
    reason: proposal.reason,
    participants: participantCount ?? 0,
    avatars: participantAvatars,
    creatorIdpId: proposal.createdByUserIdpId,
    plan: { kind: 'token', mint: token.contractAddress, name: `Buy ${token.symbol}` },
    held: userPosition.hasPosition ? heldSpot(one) : null,
  };
}

function predictionStatus({ status, result, didWin }: PredictionWithPosition['proposal']) {
  if (status === 'RESOLVED') return result === 'VOID' ? 'void' : didWin ? 'won' : 'lost';
  const plain = { PENDING: 'pending', ACTIVE: 'open', CLOSED: 'closed', FAILED: 'failed' } as const;
  return plain[status];
}

function predictionCall(one: PredictionWithPosition): Call {
  const { proposal, market, userPosition, participantCount, participantAvatars } = one;
  const { isYes, eventId, marketId } = proposal;
  const name = proposal.marketTitle ?? marketId;
  return {
    id: proposal.id,
    kind: 'market',
    name,
    detail: proposal.eventTitle ?? '',
    image: proposal.eventImageUrl,
    side: isYes ? 'YES' : 'NO',
    leverage: null,
    price: { kind: 'market', id: marketId },
    priceUsd: (isYes ? market?.yesPrice : market?.noPrice) ?? null,
    status: predictionStatus(proposal),
    exitPnlPct: null,
    exitPnlUsd: null,
    reason: proposal.reason,
    participants: participantCount,
    avatars: participantAvatars,
    creatorIdpId: one.createdBy.idpId,
    plan: { kind: 'market', eventId, marketId, isYes, name: `${isYes ? 'Yes' : 'No'}: ${name}` },
    held: userPosition && userPosition.tokenAmount !== '0' ? heldPrediction(one) : null,
  };
}

function perpCall(one: PerpProposal, positions: readonly PerpPosition[]): Call {
  const { marketSymbol: symbol, side, creatorLeverage: leverage } = one;
  const own = positions.find(({ proposalId }) => proposalId === one.id);
  const name = `${side === 'LONG' ? 'Long' : 'Short'} ${symbol} at ${leverage}×`;
  return {
    id: one.id,
    kind: 'perp',
    name: symbol,
    detail: `Perpetual, ${leverage}×`,
    image: null,
    side,
    leverage,
    price: { kind: 'perp', id: symbol },
    priceUsd: null,
    status: one.closedAt === null ? 'open' : 'closed',
    exitPnlPct: one.exitPnlPct ?? one.currentPnlPct,
    exitPnlUsd: one.exitPnlUsd,
    reason: one.reason,
    participants: one.totalParticipantCount,
    avatars: one.participantAvatars,
    creatorIdpId: one.createdByUserIdpId,
    plan: { kind: 'perp', symbol, side, leverage, name },
    held: own ? heldPerp(own) : null,
  };
}

/** The calls of a group by their id. */
export const callsOf = (
  proposals: GroupProposals,
  positions: readonly PerpPosition[],
): Map<string, Call> =>
  new Map(
    [
      ...proposals.tradingProposals.map(spotCall),
      ...proposals.predictionProposals.map(predictionCall),
      ...proposals.perpProposals.map((one) => perpCall(one, positions)),
    ].map((call) => [call.id, call]),
  );

/** Digits that are kept of a percentage for the eye. */
const SCALE = 8;

/** The price of the side of a call from the price of its market, which for odds is that of YES. */
export const sidePrice = ({ side }: Pick<Call, 'side'>, marketPrice: string): string =>
  side === 'NO' ? subtractDecimals('1', marketPrice) : marketPrice;

/** What a call has gained since its entry, in percent points; with leverage, of the collateral. */
export function gainPct(
  { side, leverage }: Pick<Call, 'side' | 'leverage'>,
  entryUsd: string,
  nowUsd: string,
): string {
  const up = subtractDecimals(nowUsd, entryUsd);
  const move = side === 'SHORT' ? subtractDecimals('0', up) : up;
  const times = multiplyDecimals(move, leverage ?? '1');
  return multiplyDecimals(divideDecimals(times, entryUsd, SCALE), '100');
}
