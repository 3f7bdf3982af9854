import type { MarketData } from '../../market/market.ts';
import type { PerpData } from '../../market/perps/perp-data.ts';
import type { PredictionData } from '../../market/predictions/data.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { AgentKey } from './tables.ts';

/** What built-in agents look at. */
export interface AgentSources {
  readonly reads: ReadPool;
  readonly market: MarketData;
  readonly predictions: PredictionData;
  readonly perps: PerpData;
}

/** One run of an agent in one group. */
export interface AgentContext extends AgentSources {
  readonly groupId: string;
  /** Business time in milliseconds. */
  readonly nowMs: number;
  /** What the run before has left; empty at first and after the agent was enabled anew. */
  readonly memory: string;
}

export interface AgentRun {
  /** To be posted, in this order. */
  readonly messages: readonly string[];
  readonly memory: string;
}

/** A built-in agent: one file that exports one of these, and a line in `built-in.ts`. */
export interface Agent {
  readonly key: AgentKey;
  readonly name: string;
  readonly description: string;
  /** When it runs for the first time after it was enabled, in ms of business time. */
  firstRunMs(nowMs: number): number;
  /** When it runs again after a run at `nowMs`. */
  nextRunMs(nowMs: number): number;
  /** Looks and says what to post; changes nothing itself, so it may be tried again. */
  run(context: AgentContext): Promise<AgentRun>;
}

/** The first multiple of an interval after an instant; days begin at 00:00 UTC. */
export const nextMultipleMs = (nowMs: number, intervalMs: number): number =>
  (Math.floor(nowMs / intervalMs) + 1) * intervalMs;

/** Lines as one message, with a last line for those that are too many. */
export function linesOf(lines: readonly string[], most: number): string {
  if (lines.length <= most) return lines.join('\n');
  return [...lines.slice(0, most), `… and ${lines.length - most} more`].join('\n');
}
