import type { Clock } from '../../platform/clock.ts';
import { isoTime } from '../../platform/clock.ts';
import { atOnce, type Turns } from '../../platform/turns.ts';
import type { AgentSources } from './agent.ts';
import { type DueAgent, dueAgentsStatement } from './agents.sql.ts';
import { agentOf } from './built-in.ts';
import { type CompleteRun, completeRun } from './complete-run.ts';
import { type DeliveryDeps, DeliveryWorker } from './delivery-worker.ts';

/** Runs of built-in agents in one round. */
const ROUND_LIMIT = 100;
/** How often to look without being told. */
const POLL_INTERVAL_MS = 1_000;

export interface AgentWorkerDeps extends DeliveryDeps, Omit<AgentSources, 'reads'> {
  /** Business time, by which built-in agents run. */
  readonly clock: Clock;
  readonly turns?: Turns | undefined;
}

export interface AgentWorker {
  /** Looks at once. */
  wake(): void;
  /** Whether a built-in agent should have run by now, or an external one is still to be told. */
  due(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Runs the agents of groups, built-in and external; every process has one (contract 11). */
export function startAgentWorker(deps: AgentWorkerDeps): AgentWorker {
  const worker = new Worker(deps);
  deps.engine.onCommitted(({ signals }) => {
    if (signals.some(({ type }) => type === 'new_message')) worker.tell();
  });
  worker.wake();
  return worker;
}

class Worker implements AgentWorker {
  readonly #deps: AgentWorkerDeps;
  readonly #deliveries: DeliveryWorker;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #again = false;
  /** Whether the next round looks at everything, not only at what was posted. */
  #all = false;
  #stopped = false;

  constructor(deps: AgentWorkerDeps) {
    this.#deps = deps;
    this.#deliveries = new DeliveryWorker(deps, () => this.wake());
    this.#timer = setInterval(() => this.wake(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  wake(): void {
    this.#all = true;
    this.tell();
  }

  /** Looks at once whether there is something to tell; messages are many, so at nothing else. */
  tell(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    const { turns = atOnce } = this.#deps;
    this.#running = turns('agents', () => this.#round()).finally(() => {
      this.#running = null;
      if (!this.#again) return;
      this.#again = false;
      this.tell();
    });
  }

  async due(): Promise<boolean> {
    if (this.#running || this.#again) return true;
    return (await this.#dueAgents(1)).length > 0 || (await this.#deliveries.untold());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#again = false;
    clearInterval(this.#timer);
    await this.#running;
    await this.#deliveries.stop();
  }

  /** Each part on its own: what stops one must not stop the other. */
  async #round(): Promise<void> {
    const { log } = this.#deps;
    const all = this.#all;
    this.#all = false;
    const parts = [all ? this.#runs() : null, this.#deliveries.round({ all })];
    for (const part of await Promise.allSettled(parts)) {
      if (part.status === 'fulfilled') continue;
      log.warn({ err: part.reason }, 'a round of agents failed; the next one goes on');
    }
  }

  async #runs(): Promise<void> {
    const rows = await this.#dueAgents(ROUND_LIMIT);
    // One after another: a run reads a whole group, and nobody waits for it.
    for (const row of rows) {
      if (this.#stopped) return;
      await this.#run(row);
    }
    if (rows.length < ROUND_LIMIT) return;
    this.#all = true;
    this.#again = true;
  }

  #dueAgents(limit: number): Promise<DueAgent[]> {
    const { clock, database } = this.#deps;
    return database.reads.query<DueAgent>(dueAgentsStatement, [isoTime(clock.now()), limit]);
  }

  async #run({ groupId, agentKey, version, memory }: DueAgent): Promise<void> {
    const { engine, clock, database, market, predictions, perps, log } = this.#deps;
    const sources = { reads: database.reads, market, predictions, perps };
    let result: CompleteRun['result'];
    try {
      const context = { ...sources, groupId, memory, nowMs: clock.now() };
      result = await agentOf(agentKey).run(context);
    } catch (err) {
      log.warn({ err, groupId, agentKey }, 'a run of an agent failed');
      result = { error: 'The run failed; it is tried again in a minute.' };
    }
    const command: CompleteRun = { groupId, agentKey, version, result };
    await engine.submit(completeRun, command, { userId: groupId, background: true });
  }
}
