import type { CommandKind } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { Assets } from '../../ledger/assets.ts';
import type {
  PredictionEvent,
  PredictionMarket,
} from '../../market/predictions/prediction-market.ts';
import type { RawAnswer } from '../../platform/http/answer.ts';
import type { RouteContext } from '../../platform/http/context.ts';
import { executeOrder, type Orders, sendingOf } from '../orders/index.ts';
import type { PredictionDeps } from './deps.ts';
import type { PredictionIdentities, PredictionIdentity } from './proposal-identity.ts';
import type { PredictionReadDeps } from './read.ts';

export interface PredictionRouteDeps extends PredictionReadDeps {
  readonly predictions: PredictionDeps;
  readonly assets: Assets;
  readonly orders: Orders;
  readonly proposals: PredictionIdentities;
  /** Country of the caller as this request shows it; null when unknown (contract 12). */
  readonly countryOf: (context: RouteContext) => string | null;
}

/** What every order command notes of its request and of the venue. */
export const sending = ({ predictions }: PredictionRouteDeps, context: RouteContext) =>
  sendingOf(context, predictions, 'PREDICTION');

/** Submits an order command and sends its stored or final answer as it is. */
export const execute = <C>(
  { orders }: PredictionRouteDeps,
  context: RouteContext,
  kind: CommandKind<C>,
  command: C,
): Promise<RawAnswer> => executeOrder(orders, context, kind, command);

/** The event and the market of a body; the code of what is not found, with its name. */
export function namedMarket(
  { data, clock }: Pick<PredictionRouteDeps, 'data' | 'clock'>,
  named: { eventId: string; marketId: string },
):
  | { readonly event: PredictionEvent; readonly market: PredictionMarket }
  | { readonly missing: ErrorCode; readonly details: Record<string, string> } {
  const event = data.event(named.eventId, clock.now());
  if (!event) return { missing: 'EVENT_NOT_FOUND', details: { eventId: named.eventId } };
  const market = event.markets.find(
    ({ slug, gammaId, conditionId }) =>
      slug === named.marketId || gammaId === named.marketId || conditionId === named.marketId,
  );
  if (market) return { event, market };
  return { missing: 'MARKET_NOT_FOUND', details: { marketId: named.marketId } };
}

/**
 * Refuses an order in what does not exist, by the region first. The engine does it, so that a used
 * Idempotency-Key comes before both (contract 2, order of refusal).
 */
export function refuseUnknown(
  deps: PredictionRouteDeps,
  context: RouteContext,
  { missing, details }: { missing: ErrorCode; details: Record<string, string> },
): Promise<RawAnswer> {
  const { userId } = context.principal;
  const country = deps.countryOf(context);
  const kind: CommandKind<null> = {
    name: 'predictions.unknownMarket',
    needs: () => ({ users: [userId] }),
    decide() {
      deps.predictions.requireRegion('PREDICTION', 'open', country);
      throw new AppError(missing, { details });
    },
  };
  return execute(deps, context, kind, null);
}

/**
 * The proposal of a path, or NOT_FOUND; an entry asks the region first, as its refusal comes
 * before that of an unknown proposal (contract 2, order of refusal).
 */
export async function proposalOf(
  deps: PredictionRouteDeps,
  context: RouteContext<{ id: string }>,
  way: 'entry' | 'exit',
): Promise<PredictionIdentity> {
  const proposal = await deps.proposals.get(context.params.id);
  if (proposal) return proposal;
  if (way === 'entry') {
    deps.predictions.requireRegion('PREDICTION', 'open', deps.countryOf(context));
  }
  throw new AppError('NOT_FOUND', { message: 'No such proposal.' });
}
