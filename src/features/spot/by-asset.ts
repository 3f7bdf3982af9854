import type { Usdc } from '../../money/fixed.ts';
import type { Statement } from '../../platform/db/table.ts';
import type { RawAnswer } from '../../platform/http/answer.ts';
import type { RouteContext } from '../../platform/http/context.ts';
import { idOrNone, type SaleSize, untilSettled } from '../orders/index.ts';
import { DEFAULT_SLIPPAGE_BPS } from './limits.ts';
import { openOrBuy } from './open-or-buy.ts';
import type { ProposalIdentity } from './proposal-identity.ts';
import { execute, type KnownToken, type SpotRouteDeps, sending } from './route-deps.ts';
import { sellHeld } from './sell-held.ts';
import {
  type FoundProposalRecord,
  heldProposalStatement,
  openProposalStatement,
} from './spot.sql.ts';

/** An order that names a group and a token; the service finds the proposal (contract 6). */
interface OrderByAsset {
  readonly token: KnownToken;
  /** As the body has it; one that cannot be an id is one that no group has. */
  readonly groupId: string;
  readonly maxSlippageBps: number | undefined;
}

export interface BuyByAsset extends OrderByAsset {
  readonly amount: Usdc;
  readonly reason: string | undefined;
}

export interface SaleByAsset extends OrderByAsset {
  readonly size: SaleSize;
}

/** Buys into the open proposal of a token in a group, or opens it; refuses like `openOrBuy`. */
export function buyByAsset(
  deps: SpotRouteDeps,
  context: RouteContext,
  order: BuyByAsset,
): Promise<RawAnswer> {
  const { asset, vertical } = order.token;
  const groupId = idOrNone(order.groupId);
  const kind = openOrBuy(deps.spot);
  return untilSettled(async () =>
    execute(deps, context, kind, {
      country: deps.countryOf(context),
      vertical,
      groupId,
      asset,
      proposal: await found(deps, openProposalStatement, [groupId, asset.id]),
      amount: order.amount,
      reason: order.reason ?? null,
      maxSlippageBps: order.maxSlippageBps ?? DEFAULT_SLIPPAGE_BPS,
      ...sending(deps, context, vertical),
    }),
  );
}

/** Sells what the caller holds of a token in a group; refuses like `sellHeld`. */
export function sellByAsset(
  deps: SpotRouteDeps,
  context: RouteContext,
  order: SaleByAsset,
): Promise<RawAnswer> {
  const { asset, vertical } = order.token;
  const { userId } = context.principal;
  const groupId = idOrNone(order.groupId);
  const kind = sellHeld(deps.spot);
  return untilSettled(async () =>
    execute(deps, context, kind, {
      groupId,
      asset,
      proposal: await found(deps, heldProposalStatement, [userId, groupId, asset.id]),
      size: order.size,
      maxSlippageBps: order.maxSlippageBps ?? DEFAULT_SLIPPAGE_BPS,
      ...sending(deps, context, vertical),
    }),
  );
}

async function found(
  { reads, proposals }: SpotRouteDeps,
  statement: Statement,
  values: readonly unknown[],
): Promise<ProposalIdentity | null> {
  const [row] = await reads.query<FoundProposalRecord>(statement, [...values]);
  return row ? proposals.get(row.id) : null;
}
