import { type RawAnswer, rawAnswer } from '../../platform/http/answer.ts';
import { createCrowds } from './crowds.ts';
import { afterPositions, positionsCursor } from './cursors.ts';
import type { PortfolioDeps } from './deps.ts';
import { presentGroupsStatement } from './portfolio.sql.ts';
import { createShelf } from './shelf.ts';
import { perpVertical, predictionVertical, spotVertical } from './verticals.ts';

export interface PositionsQuery {
  /** What is open, or everything else that a user has had (contract 18.21). */
  readonly which: 'open' | 'past';
  /** Of each vertical. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Reads pages of positions. */
export interface Positions {
  /**
   * A page of a user's positions of every vertical, newest first, priced now; the answer as it is
   * sent. VALIDATION_FAILED for a cursor of another list.
   */
  read(userId: string, query: PositionsQuery): Promise<RawAnswer>;
}

export function createPositions(deps: PortfolioDeps): Positions {
  const { reads } = deps;
  const shared = { reads, crowds: createCrowds(deps) };
  const shelves = {
    perps: createShelf(perpVertical(deps), shared),
    spot: createShelf(spotVertical(deps), shared),
    predictions: createShelf(predictionVertical(deps), shared),
  };
  const presentGroups = async (userId: string): Promise<ReadonlySet<string>> => {
    const rows = await reads.query<{ groupId: string }>(presentGroupsStatement, [userId]);
    return new Set(rows.map(({ groupId }) => groupId));
  };

  return {
    async read(userId, { which, limit, cursor }) {
      const before = positionsCursor(cursor);
      const groups = presentGroups(userId);
      const page = (name: keyof typeof shelves) =>
        shelves[name].read({ userId, which, before: before[name], limit }, groups);
      const [perps, spot, predictions] = await Promise.all([
        page('perps'),
        page('spot'),
        page('predictions'),
        groups,
      ]);
      const nextCursor = afterPositions({
        perps: perps.lastId,
        spot: spot.lastId,
        predictions: predictions.lastId,
      });
      return rawAnswer({
        status: 200,
        json:
          `{"data":{"perps":[${perps.texts.join()}],"spot":[${spot.texts.join()}],` +
          `"predictions":[${predictions.texts.join()}]}}`,
        ...(nextCursor === null ? {} : { headers: { 'x-next-cursor': nextCursor } }),
      });
    },
  };
}
