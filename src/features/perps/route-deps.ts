import type { CommandKind } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import type { PerpMarketFacts } from '../../market/perps/perp-market.ts';
import type { RawAnswer } from '../../platform/http/answer.ts';
import type { RouteContext } from '../../platform/http/context.ts';
import { executeOrder, type Orders, sendingOf } from '../orders/index.ts';
import type { PerpDeps } from './deps.ts';
import type { PerpIdentities, PerpPositionIdentity, PerpProposalIdentity } from './identity.ts';
import type { PerpReadDeps } from './read.ts';

export interface PerpRouteDeps extends PerpReadDeps {
  readonly perps: PerpDeps;
  readonly orders: Orders;
  readonly identities: PerpIdentities;
  /** Country of the caller as this request shows it; null when unknown (contract 12). */
  readonly countryOf: (context: RouteContext) => string | null;
}

/** What every order command notes of its request and of the venue. */
export const sending = (deps: PerpRouteDeps, context: RouteContext) => ({
  ...sendingOf(context, deps.perps, 'PERP'),
  country: deps.countryOf(context),
});

/** Submits an order command and sends its stored or final answer as it is. */
export const execute = <C>(
  { orders }: PerpRouteDeps,
  context: RouteContext,
  kind: CommandKind<C>,
  command: C,
): Promise<RawAnswer> => executeOrder(orders, context, kind, command);

/** The market of a symbol. MARKET_NOT_FOUND. */
export function marketOf({ perps }: Pick<PerpRouteDeps, 'perps'>, symbol: string): PerpMarketFacts {
  const facts = perps.data.market(symbol);
  if (!facts) throw new AppError('MARKET_NOT_FOUND', { details: { symbol } });
  return facts;
}

/**
 * Refuses an opening in a market that does not exist, by the region first. The engine does it, so
 * that a used Idempotency-Key comes before both (contract 2, order of refusal).
 */
export function refuseUnknown(
  deps: PerpRouteDeps,
  context: RouteContext,
  symbol: string,
): Promise<RawAnswer> {
  const { userId } = context.principal;
  const country = deps.countryOf(context);
  const kind: CommandKind<null> = {
    name: 'perps.unknownMarket',
    needs: () => ({ users: [userId] }),
    decide() {
      deps.perps.requireRegion('PERP', 'open', country);
      throw new AppError('MARKET_NOT_FOUND', { details: { symbol } });
    },
  };
  return execute(deps, context, kind, null);
}

type Gate = 'open' | 'reduce' | 'free';

function gate(deps: PerpRouteDeps, context: RouteContext<{ id: string }>, way: Gate): void {
  if (way !== 'free') deps.perps.requireRegion('PERP', way, deps.countryOf(context));
}

/** The proposal of a path, or NOT_FOUND, after the region (contract 2, order of refusal). */
export async function proposalOf(
  deps: PerpRouteDeps,
  context: RouteContext<{ id: string }>,
  way: Gate,
): Promise<PerpProposalIdentity> {
  const proposal = await deps.identities.proposal(context.params.id);
  if (proposal) return proposal;
  gate(deps, context, way);
  throw new AppError('NOT_FOUND', { message: 'No such proposal.' });
}

/** The own position of a path; another user's is NOT_FOUND as well (contract 2). */
export async function ownPosition(
  deps: PerpRouteDeps,
  context: RouteContext<{ id: string }>,
  way: Gate,
): Promise<PerpPositionIdentity> {
  const position = await deps.identities.position(context.params.id);
  if (position?.userId === context.principal.userId) return position;
  gate(deps, context, way);
  throw new AppError('NOT_FOUND', { message: 'No such position.' });
}
