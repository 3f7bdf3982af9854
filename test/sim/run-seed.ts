import { audit } from './audit.ts';
import { allWork, someWork } from './background.ts';
import { defectOf } from './defects.ts';
import { digestOfTables } from './digest.ts';
import { finish } from './finish.ts';
import { checkFollowRows } from './follow-check.ts';
import { checkHistory } from './history-check.ts';
import { faults } from './operations/faults.ts';
import { memberships } from './operations/membership.ts';
import { openings } from './operations/open.ts';
import type { Operation } from './operations/operation.ts';
import { perpTrades } from './operations/perp.ts';
import { repeats } from './operations/repeats.ts';
import { surroundings } from './operations/surroundings.ts';
import { trades } from './operations/trade.ts';
import type { SimServer } from './server.ts';
import { setUp } from './setup.ts';
import { Sim, Violation } from './sim.ts';
import { count, type Tally } from './tally.ts';

/** Steps between two audits. */
const AUDIT_STEPS = 40;

const operations: readonly Operation[] = [
  ...openings,
  ...trades,
  ...perpTrades,
  ...memberships,
  ...surroundings,
  ...repeats,
  ...faults,
];
const allWeights = operations.reduce((sum, { weight }) => sum + weight, 0);

/** What a seed came to. */
export interface SeedResult {
  readonly seed: number;
  /** Of the trace and of all tables at the end. */
  readonly digest: string;
  readonly tally: Tally;
  /** Null: everything held. */
  readonly violation: SeedViolation | null;
}

export interface SeedViolation {
  readonly step: number;
  readonly operation: string;
  readonly broken: readonly string[];
  /** The end of the trace. */
  readonly trace: readonly string[];
}

export interface SeedOptions {
  readonly seed: number;
  readonly steps: number;
  readonly show?: (line: string) => void;
  /** A defect to be found, by its name. */
  readonly defect?: string | undefined;
}

function choose(sim: Sim): Operation {
  let left = sim.chance.next() * allWeights;
  for (const operation of operations) {
    left -= operation.weight;
    if (left < 0) return operation;
  }
  return operations[0] as Operation;
}

/** Lives through a world from its seed on; the same seed and steps give the same digest. */
export async function runSeed(server: SimServer, options: SeedOptions): Promise<SeedResult> {
  const { seed, steps, show, defect } = options;
  const sim = await Sim.open(server, seed, show);
  let operation = 'set up';
  const result = (digest: string, violation: SeedViolation | null): SeedResult => ({
    seed,
    digest,
    tally: sim.tally,
    violation,
  });
  try {
    await setUp(sim);
    if (defect !== undefined) await sim.database.client.query(defectOf(defect));
    for (sim.step = 1; sim.step <= steps; sim.step += 1) {
      const chosen = choose(sim);
      operation = chosen.name;
      count(sim.tally.byOperation, operation);
      sim.trace.line(sim.step, operation);
      await sim.time.pass(sim.chance.below(3_000));
      await chosen.run(sim);
      await checkFollowRows(sim);
      if (sim.chance.isTrue(0.5)) await someWork(sim);
      if (sim.step % AUDIT_STEPS === 0) {
        // Nobody has let workers run in time but the simulation itself: what is late is its own.
        await allWork(sim);
        await audit(sim);
      }
    }
    operation = 'the end';
    await finish(sim);
    await audit(sim);
    await checkHistory(sim);
    return result(`${sim.trace.digest()}-${await digestOfTables(sim.database)}`, null);
  } catch (error) {
    const broken = error instanceof Violation ? error.broken : [String((error as Error).stack)];
    return result('', { step: sim.step, operation, broken, trace: sim.trace.latest });
  } finally {
    await sim.close();
  }
}
