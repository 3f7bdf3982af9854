import { api } from '../../api/client.ts';
import type { PerpQuote, PredictionQuote, SpotQuote } from '../../api/types.generated.ts';

/** What an order is about: of a new call, or of one that is joined. */
export type Plan =
  | { readonly kind: 'token'; readonly mint: string; readonly name: string }
  | { readonly kind: 'stock'; readonly ticker: string; readonly name: string }
  | {
      readonly kind: 'market';
      readonly eventId: string;
      readonly marketId: string;
      readonly isYes: boolean;
      readonly name: string;
    }
  | {
      readonly kind: 'perp';
      readonly symbol: string;
      readonly side: 'LONG' | 'SHORT';
      readonly leverage: string;
      readonly stopLossPct?: string | undefined;
      readonly takeProfitPct?: string | undefined;
      readonly name: string;
    };

/** What the service says an order would do, by kind. */
export type Quoted =
  | { readonly kind: 'spot'; readonly quote: SpotQuote }
  | { readonly kind: 'prediction'; readonly quote: PredictionQuote }
  | { readonly kind: 'perp'; readonly quote: PerpQuote; readonly collateralUsd: string };

/** Asks what an order would do; nothing happens by it. */
export async function askQuote(
  plan: Plan,
  amountUsd: string,
  signal: AbortSignal,
): Promise<Quoted> {
  if (plan.kind === 'market') {
    const { eventId, marketId, isYes } = plan;
    const body = { eventId, marketId, isYes, amountUsd };
    return { kind: 'prediction', quote: await api.post('/predictions/quote', { body, signal }) };
  }
  if (plan.kind === 'perp') {
    const { symbol: marketSymbol, side, leverage } = plan;
    const body = { marketSymbol, side, collateralUsd: amountUsd, leverage, ...triggersOf(plan) };
    const quote = await api.post('/perps/quote', { body, signal });
    return { kind: 'perp', quote, collateralUsd: amountUsd };
  }
  const body = { ...assetOf(plan), amountUsd };
  return { kind: 'spot', quote: await api.post('/spot/quote', { body, signal }) };
}

/** An order that the service has taken; `pending` while the venue has not answered. */
export interface Placed {
  readonly pending: boolean;
  readonly actionJobId: string | null;
  readonly place: { readonly kind: 'spot' | 'predictions' | 'perps'; readonly id: string } | null;
}

/** Makes a new call in a group with the leader's own money. */
export async function propose(
  plan: Plan,
  input: { groupId: string; amountUsd: string; reason: string },
  idempotencyKey: string,
): Promise<Placed> {
  const { groupId, amountUsd } = input;
  const reason = input.reason.trim() === '' ? {} : { reason: input.reason.trim() };
  if (plan.kind === 'market') {
    const { eventId, marketId, isYes } = plan;
    const body = { groupId, eventId, marketId, isYes, amountUsd, ...reason };
    const answer = await api.post('/predictions/proposals', { body, idempotencyKey });
    return placed(answer, 'predictions', answer.proposal?.id);
  }
  if (plan.kind === 'perp') {
    const { symbol: marketSymbol, side, leverage } = plan;
    const order = { groupId, marketSymbol, side, collateralUsd: amountUsd, leverage };
    const body = { ...order, ...triggersOf(plan), ...reason };
    const answer = await api.post('/perps/proposals', { body, idempotencyKey });
    return placed(answer, 'perps', answer.assignmentId);
  }
  const body = { groupId, ...assetOf(plan), amountUsd, ...reason };
  const answer = await api.post('/spot/proposals', { body, idempotencyKey });
  return placed(answer, 'spot', answer.proposal?.id);
}

/** Goes into a call that is there. */
export async function join(
  plan: Plan,
  input: { proposalId: string; amountUsd: string },
  idempotencyKey: string,
): Promise<Placed> {
  const { proposalId: id, amountUsd } = input;
  const path = { id };
  if (plan.kind === 'market') {
    const input = { path, body: { amountUsd }, idempotencyKey };
    return placed(await api.post('/predictions/proposals/{id}/predict', input), 'predictions', id);
  }
  if (plan.kind === 'perp') {
    const body = { collateralUsd: amountUsd, leverage: plan.leverage };
    const input = { path, body, idempotencyKey };
    const answer = await api.post('/perps/proposals/{id}/increase', input);
    return placed(answer, 'perps', answer.assignmentId);
  }
  const answer = await api.post('/spot/proposals/{id}/buy', {
    path,
    body: { amountUsd },
    idempotencyKey,
  });
  return placed(answer, 'spot', id);
}

const placed = (
  { pending, actionJobId }: { pending: boolean; actionJobId: string | null },
  kind: 'spot' | 'predictions' | 'perps',
  id: string | null | undefined,
): Placed => ({ pending, actionJobId, place: id ? { kind, id } : null });

const assetOf = (plan: Extract<Plan, { kind: 'token' | 'stock' }>) =>
  plan.kind === 'stock' ? { ticker: plan.ticker } : { contractAddress: plan.mint };

const triggersOf = ({ stopLossPct, takeProfitPct }: Extract<Plan, { kind: 'perp' }>) => ({
  ...(stopLossPct ? { stopLossPct } : {}),
  ...(takeProfitPct ? { takeProfitPct } : {}),
});
