import { LRUCache } from 'lru-cache';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Statement } from '../../platform/db/table.ts';
import { isId } from '../../platform/ids.ts';

/** What never changes of a proposal: enough to know which rows a command on it needs. */
export interface PredictionIdentity {
  readonly id: string;
  readonly groupId: string;
  readonly creatorId: string;
  readonly marketId: string;
  readonly isYes: boolean;
  readonly assetId: number;
}

/** Prediction proposals kept in memory; a miss costs one read. */
const CACHED_PREDICTION_PROPOSALS = 50_000;

/** $1 proposal. */
export const predictionIdentityStatement: Statement = {
  name: 'prediction proposal identity',
  text: `select id, group_id as "groupId", creator_id as "creatorId", market_id as "marketId",
      is_yes as "isYes", asset_id as "assetId"
    from prediction_proposal where id = $1`,
};

export interface PredictionIdentities {
  /** The proposal, or null when there is none with this id. */
  get(id: string): Promise<PredictionIdentity | null>;
}

export function predictionIdentities(reads: ReadPool): PredictionIdentities {
  const cache = new LRUCache<string, PredictionIdentity>({ max: CACHED_PREDICTION_PROPOSALS });
  return {
    async get(id) {
      const known = cache.get(id);
      if (known) return known;
      if (!isId(id)) return null;
      const [row] = await reads.query<PredictionIdentity>(predictionIdentityStatement, [id]);
      if (!row) return null;
      cache.set(id, row);
      return row;
    },
  };
}
