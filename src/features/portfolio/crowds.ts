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
  /** Something was seen to have happened in a proposal: who asks from now on counts anew. */
  forget(proposalId: string): void;
}

/** One statement on its way, for some proposals. */
type Count = Promise<ReadonlyMap<string, Crowd>>;

const PROPOSAL = /"(?:tradingProposalId|proposalId)":"([0-9a-f-]{36})"/;

export function createCrowds(deps: {
  readonly reads: ReadPool;
  readonly engine: { onCommitted(listener: (committed: Committed) => void): void };
  readonly monotonic: MonotonicClock;
}): Crowds {
  const { reads, engine, monotonic } = deps;
  const known = new LRUCache<string, { crowd: Crowd; atMs: number }>({ max: CACHED_CROWDS });
  const running = new Map<string, Count>();
  const forget = (id: string): void => {
    known.delete(id);
    // A count that has begun before may not see it: nobody else is to share that one.
    running.delete(id);
  };
  engine.onCommitted(({ events }) => {
    for (const { data } of known.size + running.size > 0 ? events : []) {
      const id = PROPOSAL.exec(data)?.[1];
      if (id !== undefined) forget(id);
    }
  });

  /** Counts, and keeps what nothing was committed to meanwhile. */
  function count(counting: Statement, ids: readonly string[]): Count {
    const counted: Count = reads
      .query<CrowdRow & Record<string, unknown>>(counting, [[...ids]])
      .then((rows) => {
        const crowds = new Map<string, Crowd>();
        for (const { id, participants, avatars } of rows) {
          const crowd = { participants, avatars };
          crowds.set(id, crowd);
          if (running.get(id) === counted) known.set(id, { crowd, atMs: monotonic.elapsedMs() });
        }
        return crowds;
      })
      .finally(() => {
        for (const id of ids) if (running.get(id) === counted) running.delete(id);
      });
    for (const id of ids) running.set(id, counted);
    return counted;
  }

  return {
    forget,
    async of(counting, proposalIds) {
      const fromMs = monotonic.elapsedMs() - CROWD_AGE_MS;
      const crowds = new Map<string, Crowd>();
      const counts = new Set<Count>();
      const missing: string[] = [];
      const wanted = new Set(proposalIds);
      for (const id of wanted) {
        const kept = known.get(id);
        const shared = running.get(id);
        if (kept && kept.atMs >= fromMs) crowds.set(id, kept.crowd);
        else if (shared) counts.add(shared);
        else missing.push(id);
      }
      if (missing.length > 0) counts.add(count(counting, missing));
      for (const counted of await Promise.all(counts)) {
        for (const [id, crowd] of counted) if (wanted.has(id)) crowds.set(id, crowd);
      }
      return crowds;
    },
  };
}
