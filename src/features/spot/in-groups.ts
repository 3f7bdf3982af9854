import { type BaseUnits, type Usdc, usdc, valueAt } from '../../money/fixed.ts';
import type { Statement } from '../../platform/db/table.ts';
import type { GroupVertical } from '../groups/index.ts';
import { proposalWithPosition } from './examples.ts';
import { presentRecord, type SpotReadDeps } from './read.ts';
import { proposalWithPositionSchema } from './schemas.ts';
import { groupProposalStatements, type ProposalRecord } from './spot.sql.ts';

/**
 * What everybody has made in a group: a line of each user with all that is realized, and a line of
 * each position that is open. `offset 0` keeps the planner at probing proposal by proposal.
 * $1 group.
 */
export const spotPnlStatement: Statement = {
  name: 'spot pnl of group',
  text: `
    select s.user_id as "userId", null::int4 as "assetId", 0::int8 as quantity, 0::int8 as cost,
      sum(s.realized_pnl)::int8 as realized
    from spot_proposal p
    cross join lateral (select * from spot_position where proposal_id = p.id offset 0) s
    where p.group_id = $1::uuid group by s.user_id
    union all
    select s.user_id, s.asset_id, s.quantity, s.cost, 0
    from spot_proposal p
    cross join lateral (select * from spot_position where proposal_id = p.id offset 0) s
    where p.group_id = $1::uuid and s.quantity > 0`,
};

interface PnlRecord {
  readonly userId: string;
  readonly assetId: number | null;
  readonly quantity: BaseUnits;
  readonly cost: Usdc;
  readonly realized: Usdc;
}

/** Spot and stocks as a group shows them. */
export const spotInGroups = (deps: SpotReadDeps): GroupVertical => ({
  field: 'tradingProposals',
  schema: proposalWithPositionSchema,
  example: proposalWithPosition,
  async calls({ userId, groupId, before, limit }) {
    const records = await deps.reads.query<ProposalRecord>(groupProposalStatements.all, [
      userId,
      groupId,
      before,
      limit,
    ]);
    return records.map((record) => ({
      id: record.id,
      shown: presentRecord(deps, record, { trades: null, others: true }),
    }));
  },
  async pnl(groupId) {
    const records = await deps.reads.query<PnlRecord>(spotPnlStatement, [groupId]);
    return records.map(({ userId, assetId, quantity, cost, realized }) => {
      if (assetId === null) return { userId, realized, unrealized: usdc(0n) };
      const { mint, decimals } = deps.assets.byId(assetId);
      const price = deps.market.quote(mint, deps.clock.now())?.mid;
      const value = price === undefined ? cost : valueAt(quantity, decimals, price);
      return { userId, realized, unrealized: usdc(value - cost) };
    });
  },
});
