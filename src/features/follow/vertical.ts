import type { DecideContext, Needs, State } from '../../engine/command.ts';
import type { FollowGate, FollowOrder, PlacedFollow } from '../orders/index.ts';

/**
 * What a vertical does for following. `decide` places the order like one by hand and refuses with
 * a Skip or an AppError; `trades` presents the trades of results.
 */
export interface FollowVertical<Prepared = unknown> {
  prepare(order: FollowOrder): Promise<Prepared>;
  needs(prepared: Prepared): Needs;
  decide(state: State, prepared: Prepared, context: DecideContext, gate: FollowGate): PlacedFollow;
  trades(ids: readonly string[]): Promise<ReadonlyMap<string, object>>;
}

export type FollowVerticals = Readonly<Record<string, FollowVertical>>;
