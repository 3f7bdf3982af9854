import { LRUCache } from 'lru-cache';
import { type Ratio, ratio } from '../../money/fixed.ts';
import { requireFixed } from '../../money/text.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { isId } from '../../platform/ids.ts';
import type { PerpSide } from '../../venues/paper/perps/units.ts';
import {
  type PositionIdentityRow,
  type ProposalIdentityRow,
  perpPositionIdentityStatement,
  perpProposalIdentityStatement,
} from './perps.sql.ts';

/** What never changes of a proposal. */
export interface PerpProposalIdentity {
  readonly id: string;
  readonly groupId: string;
  readonly creatorId: string;
  readonly symbol: string;
  readonly side: PerpSide;
  /** In hundredths. */
  readonly leverage: bigint;
  readonly stopLossPct: Ratio | null;
  readonly takeProfitPct: Ratio | null;
  /** The creator's first position. */
  readonly positionId: string;
}

/** What never changes of a position. */
export interface PerpPositionIdentity {
  readonly id: string;
  readonly userId: string;
  readonly proposalId: string;
  readonly groupId: string;
  readonly symbol: string;
  readonly side: PerpSide;
  readonly subaccount: number;
  /** Whether it is the first position of its proposal, which followers mirror. */
  readonly isFirst: boolean;
}

/** Perp proposals and positions kept in memory, of each; a miss costs one read. */
const CACHED_PERPS = 50_000;

export interface PerpIdentities {
  /** Null when there is none with this id. */
  proposal(id: string): Promise<PerpProposalIdentity | null>;
  position(id: string): Promise<PerpPositionIdentity | null>;
}

const ratioOrNull = (text: string | null): Ratio | null =>
  text === null ? null : ratio(requireFixed(text, 18));

export function perpIdentities(reads: ReadPool): PerpIdentities {
  const proposals = new LRUCache<string, PerpProposalIdentity>({ max: CACHED_PERPS });
  const positions = new LRUCache<string, PerpPositionIdentity>({ max: CACHED_PERPS });
  return {
    async proposal(id) {
      const known = proposals.get(id);
      if (known) return known;
      if (!isId(id)) return null;
      const [row] = await reads.query<ProposalIdentityRow>(perpProposalIdentityStatement, [id]);
      if (!row) return null;
      const { stopLossPct, takeProfitPct } = row;
      const identity = {
        ...row,
        stopLossPct: ratioOrNull(stopLossPct),
        takeProfitPct: ratioOrNull(takeProfitPct),
      };
      proposals.set(id, identity);
      return identity;
    },
    async position(id) {
      const known = positions.get(id);
      if (known) return known;
      if (!isId(id)) return null;
      const [row] = await reads.query<PositionIdentityRow>(perpPositionIdentityStatement, [id]);
      if (!row) return null;
      positions.set(id, row);
      return row;
    },
  };
}
