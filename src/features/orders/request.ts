import { claimOf } from '../../engine/claim.ts';
import type { CommandKind } from '../../engine/command.ts';
import { type RawAnswer, rawAnswer } from '../../platform/http/answer.ts';
import type { RouteContext } from '../../platform/http/context.ts';
import { isId, NO_ID } from '../../platform/ids.ts';
import type { TradeVertical } from '../controls/index.ts';
import type { Orders } from './orders.ts';
import { traderOf } from './trader.ts';
import { isScripted, type ScriptedVenues } from './venue.ts';

/** The id of a body; a malformed one counts as one that no row has. */
export const idOrNone = (text: string): string => (isId(text) ? text : NO_ID);

/** How an order is sent: which Idempotency-Key waits for it, and whether the venue is scripted. */
export interface Sending {
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/** What every order command notes of its request and of the venue. */
export const sendingOf = (
  context: RouteContext,
  venues: ScriptedVenues,
  vertical: TradeVertical,
) => ({
  trader: traderOf(context.principal),
  keyHash: context.idempotency?.scopeHash ?? null,
  scripted: isScripted(venues, vertical),
});

/** Submits an order command and sends its stored or final answer as it is. */
export async function executeOrder<C>(
  orders: Orders,
  context: RouteContext,
  kind: CommandKind<C>,
  command: C,
): Promise<RawAnswer> {
  const { userId } = context.principal;
  const idempotency = claimOf(userId, context.idempotency);
  return rawAnswer(await orders.execute(kind, command, { userId, idempotency }));
}
