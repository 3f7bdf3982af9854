import { LRUCache } from 'lru-cache';
import type { Committed } from '../../engine/engine.ts';
import type { MonotonicClock } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Statement } from '../../platform/db/table.ts';

/** How many take part in a proposal, and pictures of some of them. */
export interface Crowd {
  readonly participants: number;
  readonly avatars: readonly string[];
}

/** Real time after which a crowd is counted again: how late what another process does is seen. */
const CROWD_AGE_MS = 1_000;
/** Proposals whose crowds are kept. */
const CACHED_CROWDS = 20_000;

interface CrowdRow extends Crowd {
  readonly id: string;
}

/**
 * Who takes part in proposals. Counting thousands of members for each of their requests would cost
 * more than everything else in it, so all who ask share one count; what this process commits is in it
 * at once.
 */
export interface Crowds {
  /** The crowds of proposals of a kind; `counting` counts those that are not known. */
  of(counting: Statement, proposalIds: readonly string[]): Promise<ReadonlyMap<string, Crowd>>;
  /** Takes over what was read with other rows just now. */
  note(proposalId: string, crowd: Crowd): void;
}

const PROPOSAL = /"(?:tradingProposalId|proposalId)":"([0-9a-f-]{36})"/;

export function createCrowds(deps: {
  readonly reads: ReadPool;
  readonly engine: { onCommitted(listener: (committed: Committed) => void): void };
  readonly monotonic: MonotonicClock;
}): Crowds {
  const { reads, engine, monotonic } = deps;
  const known = new LRUCache<string, { crowd: Crowd; atMs: number }>({ max: CACHED_CROWDS });
  engine.onCommitted(({ events }) => {
    for (const { data } of known.size > 0 ? events : []) {
      const id = PROPOSAL.exec(data)?.[1];
      if (id !== undefined) known.delete(id);
    }
  });
  const note = (id: string, { participants, avatars }: Crowd): Crowd => {
    const crowd = { participants, avatars };
    known.set(id, { crowd, atMs: monotonic.elapsedMs() });
    return crowd;
  };
  return {
    note,
    async of(counting, proposalIds) {
      const fromMs = monotonic.elapsedMs() - CROWD_AGE_MS;
      const crowds = new Map<string, Crowd>();
      const missing = new Set<string>();
      for (const id of proposalIds) {
        const kept = known.get(id);
        if (kept && kept.atMs >= fromMs) crowds.set(id, kept.crowd);
        else missing.add(id);
      }
      if (missing.size === 0) return crowds;
      const rows = await reads.query<CrowdRow>(counting, [[...missing]]);
      for (const row of rows) crowds.set(row.id, note(row.id, row));
      return crowds;
    },
  };
}
