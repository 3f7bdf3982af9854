import type { Static } from 'typebox';
import { ownPerpStatements, type PerpRecord, presentPerpRecord } from '../perps/index.ts';
import {
  ownPredictionStatements,
  type PredictionRecord,
  presentPredictionRecord,
} from '../predictions/index.ts';
import { ownSpotStatements, presentSpotRecord, type SpotRecord } from '../spot/index.ts';
import { afterPositions, positionsCursor } from './cursors.ts';
import type { PortfolioDeps } from './deps.ts';
import { presentGroupsStatement } from './portfolio.sql.ts';
import type { positionsSchema } from './schemas.ts';

type Positions = Static<typeof positionsSchema>;

export interface PositionsQuery {
  /** What is open, or everything else that a user has had (contract 18.21). */
  readonly which: 'open' | 'past';
  /** Of each vertical. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * A page of a user's positions of every vertical, newest first, priced now: one statement for each
 * vertical, all at once. VALIDATION_FAILED for a cursor of another list.
 */
export async function readPositions(
  deps: PortfolioDeps,
  userId: string,
  { which, limit, cursor }: PositionsQuery,
): Promise<{ positions: Positions; nextCursor: string | null }> {
  const { reads } = deps;
  const before = positionsCursor(cursor);
  const perpStatement = ownPerpStatements[which === 'open' ? 'active' : 'past'];
  const [perps, spot, predictions, groups] = await Promise.all([
    reads.query<PerpRecord>(perpStatement, [userId, before.perps, null, limit + 1]),
    reads.query<SpotRecord & Record<string, unknown>>(ownSpotStatements[which], [
      userId,
      before.spot,
      limit + 1,
    ]),
    reads.query<PredictionRecord & Record<string, unknown>>(ownPredictionStatements[which], [
      userId,
      before.predictions,
      limit + 1,
    ]),
    reads.query<{ groupId: string }>(presentGroupsStatement, [userId]),
  ]);
  // Who has left a group still has the positions, but sees nobody else in them (contract 18.29).
  const present = new Set(groups.map(({ groupId }) => groupId));
  const positions = {
    perps: perps.slice(0, limit).map((record) => {
      const shown = presentPerpRecord(deps, record);
      return present.has(shown.groupId) ? shown : { ...shown, participantAvatars: [] };
    }),
    spot: spot.slice(0, limit).map((record) => {
      const others = present.has(record.group_id);
      return presentSpotRecord(deps, record, { trades: null, others });
    }),
    predictions: predictions
      .slice(0, limit)
      .map((record) => presentPredictionRecord(deps, record, present.has(record.group_id))),
  };
  const nextCursor = afterPositions({
    perps: lastOf(perps, limit),
    spot: lastOf(spot, limit),
    predictions: lastOf(predictions, limit),
  });
  return { positions, nextCursor };
}

/** The id after which a list goes on; null when it ends here. */
function lastOf(
  records: readonly Readonly<Record<string, unknown>>[],
  limit: number,
): string | null {
  return records.length > limit ? (records[limit - 1]?.id as string) : null;
}
