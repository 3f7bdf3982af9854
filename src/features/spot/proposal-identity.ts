import { LRUCache } from 'lru-cache';
import type { Assets } from '../../ledger/assets.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { isId } from '../../platform/ids.ts';
import type { UserRef } from '../orders/index.ts';
import type { OrderAsset } from './order.ts';

/** What never changes of a proposal: enough to know which rows a command on it needs. */
export interface ProposalIdentity {
  readonly id: string;
  readonly vertical: 'SPOT' | 'STOCK';
  readonly groupId: string;
  readonly creatorId: string;
  readonly creator: UserRef;
  readonly asset: OrderAsset;
}

/** Proposals kept in memory; a miss costs one read. */
const CACHED_PROPOSALS = 50_000;

const proposalIdentityStatement = {
  name: 'spot proposal identity',
  text: `select p.vertical, p.group_id, p.creator_id, p.asset_id, u.idp_id, u.username
    from spot_proposal p join app_user u on u.id = p.creator_id where p.id = $1`,
};

export interface ProposalIdentities {
  /** The proposal, or null when there is none with this id. */
  get(id: string): Promise<ProposalIdentity | null>;
}

export function proposalIdentities(reads: ReadPool, assets: Assets): ProposalIdentities {
  const cache = new LRUCache<string, ProposalIdentity>({ max: CACHED_PROPOSALS });
  return {
    async get(id) {
      const known = cache.get(id);
      if (known) return known;
      if (!isId(id)) return null;
      const [row] = await reads.query<{
        vertical: 'SPOT' | 'STOCK';
        group_id: string;
        creator_id: string;
        asset_id: number;
        idp_id: string;
        username: string;
      }>(proposalIdentityStatement, [id]);
      if (!row) return null;
      const { mint, decimals } = assets.byId(row.asset_id);
      const identity: ProposalIdentity = {
        id,
        vertical: row.vertical,
        groupId: row.group_id,
        creatorId: row.creator_id,
        creator: { idpId: row.idp_id, username: row.username },
        asset: { id: row.asset_id, mint, decimals },
      };
      cache.set(id, identity);
      return identity;
    },
  };
}
