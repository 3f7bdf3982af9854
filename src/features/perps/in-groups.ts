import { type Usdc, usdc } from '../../money/fixed.ts';
import type { Statement } from '../../platform/db/table.ts';
import type { GroupVertical } from '../groups/index.ts';
import * as examples from './examples.ts';
import { livePnl } from './present.ts';
import { columnsOf, groupPerpStatements, type PerpProposalRecord } from './read.sql.ts';
import { type PerpReadDeps, type PositionRecord, presentProposal, viewedPosition } from './read.ts';
import { creatorsPositions } from './read-routes.ts';
import { perpProposalSchema } from './schemas.ts';
import { perpPositionTable } from './tables.ts';

/**
 * What positions of a group have come to so far, by user. `offset 0` keeps the planner at probing
 * proposal by proposal. $1 group.
 */
export const realizedPerpsStatement: Statement = {
  name: 'realized perps of group',
  text: `
    select s.user_id as "userId", sum(s.price_pnl + s.funding - s.fees - s.penalty)::int8 as realized
    from perp_proposal p
    cross join lateral (select * from perp_position where proposal_id = p.id offset 0) s
    where p.group_id = $1::uuid group by s.user_id`,
};

/** The open positions of a group with their markets' funding, probed likewise. $1 group. */
export const livePerpsStatement: Statement = {
  name: 'live perps of group',
  text: `
    select ${columnsOf(perpPositionTable, 's')}, m.funding_index as "marketIndex"
    from perp_proposal p
    cross join lateral (select * from perp_position where proposal_id = p.id offset 0) s
    left join perp_market m on m.symbol = s.symbol
    where p.group_id = $1::uuid and s.status = 'OPEN'`,
};

/** Perpetual futures as a group shows them. */
export const perpsInGroups = (deps: PerpReadDeps): GroupVertical => ({
  field: 'perpProposals',
  schema: perpProposalSchema,
  example: examples.proposal,
  async calls({ groupId, before, limit }) {
    const records = await deps.reads.query<PerpProposalRecord>(groupPerpStatements.all, [
      groupId,
      before,
      limit,
    ]);
    const first = await creatorsPositions(deps, records);
    return records.map((record) => ({
      id: record.id,
      shown: presentProposal(deps, record, first.get(record.position_id)),
    }));
  },
  async pnl(groupId) {
    const [realized, open] = await Promise.all([
      deps.reads.query<{ userId: string; realized: Usdc }>(realizedPerpsStatement, [groupId]),
      deps.reads.query<PositionRecord>(livePerpsStatement, [groupId]),
    ]);
    return [
      ...realized.map((line) => ({ ...line, unrealized: usdc(0n) })),
      ...open.map((record) => {
        const { row, view } = viewedPosition(deps, record);
        return { userId: row.userId, realized: usdc(0n), unrealized: livePnl(row, view) };
      }),
    ];
  },
});
