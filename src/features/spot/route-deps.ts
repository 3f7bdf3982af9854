import type { CommandKind } from '../../engine/command.ts';
import { AppError, type ErrorDetails, invalid } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { Assets } from '../../ledger/assets.ts';
import type { Token } from '../../market/instruments.ts';
import type { RawAnswer } from '../../platform/http/answer.ts';
import type { RouteContext } from '../../platform/http/context.ts';
import { executeOrder, type Orders, sendingOf } from '../orders/index.ts';
import { type SpotDeps, type SpotVertical, verticalOfToken } from './deps.ts';
import type { OrderAsset } from './order.ts';
import type { ProposalIdentities, ProposalIdentity } from './proposal-identity.ts';
import type { SpotReadDeps } from './read.ts';

export interface SpotRouteDeps extends SpotReadDeps {
  readonly spot: SpotDeps;
  readonly assets: Assets;
  readonly orders: Orders;
  readonly proposals: ProposalIdentities;
  /** Country of the caller as this request shows it; null when unknown (contract 12). */
  readonly countryOf: (context: RouteContext) => string | null;
}

export interface KnownToken {
  readonly token: Token;
  readonly asset: OrderAsset;
  readonly vertical: SpotVertical;
}

/** How a request names what it trades: by mint, or a stock by its ticker. */
export type TokenName = { readonly mint: string } | { readonly ticker: string };

/** The token of a name; null when there is none that trades. */
export function findToken(
  { market, assets }: Pick<SpotRouteDeps, 'market' | 'assets'>,
  name: TokenName,
): KnownToken | null {
  const token = 'mint' in name ? market.token(name.mint) : market.stockByTicker(name.ticker);
  const asset = token && assets.byMint(token.mint);
  if (!token || !asset) return null;
  const { id, decimals } = asset;
  const vertical = verticalOfToken(token);
  return { token, asset: { id, mint: token.mint, decimals }, vertical };
}

/** The refusal of a name that nothing trades under: TOKEN_NOT_FOUND or STOCK_NOT_FOUND. */
const unknown = (name: TokenName): [ErrorCode, { details: ErrorDetails }] =>
  'mint' in name
    ? ['TOKEN_NOT_FOUND', { details: { token: name.mint } }]
    : ['STOCK_NOT_FOUND', { details: { ticker: name.ticker } }];

/** The token of a name; TOKEN_NOT_FOUND or STOCK_NOT_FOUND when there is none that trades. */
export function knownToken(
  deps: Pick<SpotRouteDeps, 'market' | 'assets'>,
  name: TokenName,
): KnownToken {
  const known = findToken(deps, name);
  if (!known) throw new AppError(...unknown(name));
  return known;
}

/**
 * Refuses an order of a token that does not trade with TOKEN_NOT_FOUND or STOCK_NOT_FOUND, an entry
 * first by the region. The engine does it, so that a used Idempotency-Key comes before both
 * (contract 2).
 */
export function refuseToken(
  deps: SpotRouteDeps,
  context: RouteContext,
  name: TokenName,
  way: 'entry' | 'exit',
): Promise<RawAnswer> {
  const { userId } = context.principal;
  const country = deps.countryOf(context);
  const kind: CommandKind<null> = {
    name: 'spot.unknownToken',
    needs: () => ({ users: [userId] }),
    decide() {
      const vertical = 'mint' in name ? 'SPOT' : 'STOCK';
      if (way === 'entry') deps.spot.requireRegion(vertical, 'open', country);
      throw new AppError(...unknown(name));
    },
  };
  return execute(deps, context, kind, null);
}

/** What a body names its token by; VALIDATION_FAILED unless by exactly one of both. */
export function tokenNameOf(body: { contractAddress?: string; ticker?: string }): TokenName {
  const { contractAddress: mint, ticker } = body;
  if (mint !== undefined && ticker === undefined) return { mint };
  if (ticker !== undefined && mint === undefined) return { ticker };
  throw invalid('body must carry contractAddress or ticker, exactly one');
}

/**
 * The proposal of a path, or NOT_FOUND; an entry asks the region first, as its refusal comes
 * before that of an unknown proposal (contract 2, order of refusal).
 */
export async function proposalOf(
  deps: SpotRouteDeps,
  context: RouteContext<{ id: string }>,
  way: 'entry' | 'exit',
): Promise<ProposalIdentity> {
  const proposal = await deps.proposals.get(context.params.id);
  if (proposal) return proposal;
  if (way === 'entry') deps.spot.requireRegion('SPOT', 'open', deps.countryOf(context));
  throw new AppError('NOT_FOUND', { message: 'No such proposal.' });
}

/** What every order command notes of its request and of the venue. */
export const sending = (deps: SpotRouteDeps, context: RouteContext, vertical: SpotVertical) =>
  sendingOf(context, deps.spot, vertical);

/** Submits an order command and sends its stored or final answer as it is. */
export const execute = <C>(
  { orders }: SpotRouteDeps,
  context: RouteContext,
  kind: CommandKind<C>,
  command: C,
): Promise<RawAnswer> => executeOrder(orders, context, kind, command);
