import {
  type DecideContext,
  type Ref,
  type RowWrite,
  ref,
  type State,
} from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { settingTable } from '../../ledger/tables.ts';
import {
  afterSubmission,
  parseBehaviour,
  type VenueBehaviour,
  venueOk,
} from '../../venues/behaviour.ts';
import { behaviourKey, type TradeVertical, verticalOf } from '../controls/index.ts';

/** The sandbox's script for a venue, as far as this process has heard. */
export interface ScriptedVenues {
  readonly behaviour: (vertical: TradeVertical) => VenueBehaviour;
}

const scriptKey = (vertical: TradeVertical): string => behaviourKey(verticalOf(vertical));

/** Whether the sandbox has scripted the venue, as a command notes it before it is submitted. */
export const isScripted = (deps: ScriptedVenues, vertical: TradeVertical): boolean =>
  deps.behaviour(vertical).mode !== 'ok';

/** The setting row to lock for a command that has noted a script. */
export const scriptRows = (vertical: TradeVertical, scripted: boolean): Ref[] =>
  scripted ? [ref(settingTable, scriptKey(vertical))] : [];

/** The script that counts: the locked row where one was noted, else a venue that answers. */
const scriptedBehaviour = (
  state: State,
  vertical: TradeVertical,
  scripted: boolean,
): VenueBehaviour =>
  scripted ? parseBehaviour(state.get(settingTable, scriptKey(vertical))?.value) : venueOk;

/**
 * What the paper venue does with an order: fills it at once, refuses it (VENUE_UNAVAILABLE,
 * ORDER_REJECTED, NO_LIQUIDITY), or answers later. `script` is the row of a script that moves on.
 */
export type VenueTurn =
  | { readonly kind: 'fills' }
  | { readonly kind: 'refuses'; readonly refusal: AppError; readonly script: RowWrite }
  | { readonly kind: 'waits'; readonly behaviour: VenueBehaviour; readonly script: RowWrite };

/** Submits an order to the paper venue of a vertical. */
export function submitToVenue(
  state: State,
  order: { vertical: TradeVertical; scripted: boolean },
  context: DecideContext,
): VenueTurn {
  const behaviour = scriptedBehaviour(state, order.vertical, order.scripted);
  if (behaviour.mode === 'ok') return { kind: 'fills' };
  const value = JSON.stringify(afterSubmission(behaviour));
  const script = {
    table: settingTable,
    row: { key: scriptKey(order.vertical), value, updatedAt: context.now },
  };
  const refusal = refusalOf(behaviour);
  return refusal ? { kind: 'refuses', refusal, script } : { kind: 'waits', behaviour, script };
}

function refusalOf({ mode }: VenueBehaviour): AppError | null {
  if (mode === 'down') return new AppError('VENUE_UNAVAILABLE', { retryAfterSeconds: 1 });
  if (mode === 'no-liquidity') return new AppError('NO_LIQUIDITY');
  if (mode !== 'reject') return null;
  return new AppError('ORDER_REJECTED', { details: { reason: 'The venue rejected the order.' } });
}
