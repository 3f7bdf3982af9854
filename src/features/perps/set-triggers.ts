import { type CommandKind, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import type { Ratio } from '../../money/fixed.ts';
import type { PerpMarketParams } from '../../venues/paper/perps/market-params.ts';
import { ticks } from '../../venues/paper/perps/units.ts';
import { membershipTable } from '../groups/index.ts';
import { type PerpDeps, tradable } from './deps.ts';
import type { PerpPositionIdentity } from './identity.ts';
import { levelsAtMark } from './levels.ts';
import { perpParticipantsLookup } from './lookups.ts';
import { openRow } from './own-position.ts';
import { placeTriggers, requireUncrossed } from './place-triggers.ts';
import { stateOf } from './position-state.ts';
import { presentPosition } from './present.ts';
import { type PerpPositionRow, perpMarketTable, perpPositionTable } from './tables.ts';

export interface SetTriggers {
  readonly userId: string;
  readonly position: PerpPositionIdentity;
  /** Undefined: stays as it is; null: is taken away. */
  readonly stopLossPct: Ratio | null | undefined;
  readonly takeProfitPct: Ratio | null | undefined;
}

/**
 * Sets, moves or removes the triggers of an own position (contract 8); never gated by membership or
 * region. NO_POSITION on a closed one, VALIDATION_FAILED for a trigger that is crossed already,
 * MARKET_NOT_ACTIVE, PRICE_UNAVAILABLE.
 */
export const setTriggers = (deps: PerpDeps): CommandKind<SetTriggers> => ({
  name: 'perps.setTriggers',
  needs: ({ userId, position }) => ({
    users: [userId],
    rows: [
      ref(membershipTable, position.groupId, userId),
      ref(perpPositionTable, position.id),
      ref(perpMarketTable, position.symbol),
      ref(perpParticipantsLookup, position.proposalId),
    ],
  }),
  decide(state, command, context) {
    const { userId, position } = command;
    const before = openRow(state, position);
    const market = tradable(deps, position.symbol, context.now);
    const fundingIndex = state.get(perpMarketTable, position.symbol)?.fundingIndex;
    assert(fundingIndex !== undefined, 'a known market has its funding');
    const held = stateOf(before);
    const triggers = changedTriggers(market.params, before, command);
    const moment = { markTicks: ticks(market.quote.markTicks), fundingIndex };
    requireUncrossed({ side: before.side, ...triggers }, moment.markTicks);
    const row = {
      ...before,
      ...triggers,
      ...levelsAtMark(market.params, held, triggers, moment),
      ownTriggers: isChange(command) ? hasTrigger(triggers) : before.ownTriggers,
    };
    const found = state.find(perpParticipantsLookup, position.proposalId);
    assert(found, 'a proposal has its participants counted');
    const isMember = state.get(membershipTable, position.groupId, userId)?.status === 'ACTIVE';
    const participants = isMember ? found : { ...found, avatars: [] };
    const wire = presentPosition(row, { deps, fundingIndex, participants, nowMs: context.now });
    const { stopLossPriceUsd, takeProfitPriceUsd } = wire;
    return {
      rows: [{ table: perpPositionTable, row }],
      events: [
        {
          userId,
          type: 'perp.triggersChanged',
          data: { assignmentId: row.id, stopLossPriceUsd, takeProfitPriceUsd },
        },
      ],
      answer: { status: 200, data: wire },
    };
  },
});

type Wanted = Pick<SetTriggers, 'stopLossPct' | 'takeProfitPct'>;

const isChange = ({ stopLossPct, takeProfitPct }: Wanted): boolean =>
  stopLossPct !== undefined || takeProfitPct !== undefined;

/** Who has taken all triggers away has none that a mirrored exit would go against (contract 18.24). */
const hasTrigger = ({ stopLossPct, takeProfitPct }: ReturnType<typeof placeTriggers>): boolean =>
  stopLossPct !== null || takeProfitPct !== null;

/** What is named is placed by the position as it is now; what is not stays where it is. */
function changedTriggers(
  params: PerpMarketParams,
  before: PerpPositionRow,
  { stopLossPct, takeProfitPct }: Wanted,
): ReturnType<typeof placeTriggers> {
  const placed = placeTriggers(params, stateOf(before), {
    stopLossPct: stopLossPct ?? null,
    takeProfitPct: takeProfitPct ?? null,
  });
  return {
    stopLossPct: stopLossPct === undefined ? before.stopLossPct : stopLossPct,
    takeProfitPct: takeProfitPct === undefined ? before.takeProfitPct : takeProfitPct,
    stopLossTicks: stopLossPct === undefined ? before.stopLossTicks : placed.stopLossTicks,
    takeProfitTicks: takeProfitPct === undefined ? before.takeProfitTicks : placed.takeProfitTicks,
  };
}
