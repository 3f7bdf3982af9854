import { SHARE_DECIMALS } from '../../market/predictions/prediction-market.ts';
import { type BaseUnits, type Usdc, usdc, valueAt } from '../../money/fixed.ts';
import type { Statement } from '../../platform/db/table.ts';
import type { GroupVertical } from '../groups/index.ts';
import { sharePrice } from './asset.ts';
import { proposalWithPosition } from './examples.ts';
import { payoutOf } from './present.ts';
import { groupPredictionsStatement, type PredictionRecord } from './read.sql.ts';
import { type PredictionReadDeps, presentRecord } from './read.ts';
import { predictionWithPositionSchema } from './schemas.ts';
import { PROPOSAL_STATUSES } from './tables.ts';

/**
 * What everybody has made in a group: a line of each user with all that is realized, and a line of
 * each position that holds shares. `offset 0` keeps the planner at probing proposal by proposal.
 * $1 group.
 */
export const predictionPnlStatement: Statement = {
  name: 'prediction pnl of group',
  text: `
    select s.user_id as "userId", null::text as "marketId", false as "isYes",
      null::text as result, 0::int8 as quantity, 0::int8 as cost,
      sum(s.realized_pnl)::int8 as realized
    from prediction_proposal p
    cross join lateral (select * from prediction_position where proposal_id = p.id offset 0) s
    where p.group_id = $1::uuid group by s.user_id
    union all
    select s.user_id, p.market_id, p.is_yes, p.result, s.quantity, s.cost, 0
    from prediction_proposal p
    cross join lateral (select * from prediction_position where proposal_id = p.id offset 0) s
    where p.group_id = $1::uuid and s.quantity > 0`,
};

interface PnlRecord {
  readonly userId: string;
  readonly marketId: string | null;
  readonly isYes: boolean;
  readonly result: string | null;
  readonly quantity: BaseUnits;
  readonly cost: Usdc;
  readonly realized: Usdc;
}

/** Prediction markets as a group shows them. */
export const predictionsInGroups = (deps: PredictionReadDeps): GroupVertical => ({
  field: 'predictionProposals',
  schema: predictionWithPositionSchema,
  example: proposalWithPosition,
  async calls({ userId, groupId, before, limit }) {
    const values = [userId, groupId, before, PROPOSAL_STATUSES, limit];
    const records = await deps.reads.query<PredictionRecord>(groupPredictionsStatement, values);
    return records.map((record) => ({ id: record.id, shown: presentRecord(deps, record, true) }));
  },
  async pnl(groupId) {
    const records = await deps.reads.query<PnlRecord>(predictionPnlStatement, [groupId]);
    return records.map((record) => ({
      userId: record.userId,
      realized: record.realized,
      unrealized: unrealizedOf(deps, record),
    }));
  },
});

/** Shares at their payout once resolved, else at the middle of the book, less what they cost. */
function unrealizedOf(
  { data, clock }: PredictionReadDeps,
  { marketId, isYes, result, quantity, cost }: PnlRecord,
): Usdc {
  if (marketId === null) return usdc(0n);
  const outcome = { marketId, isYes };
  const current = payoutOf({ result, isYes }) ?? sharePrice(data, outcome, clock.now());
  return usdc(current === undefined ? 0n : valueAt(quantity, SHARE_DECIMALS, current) - cost);
}
