import { monotonicClock } from '../../src/platform/clock.ts';
import { type Chance, chanceOf } from './chance.ts';
import { emptyModel, type Model, type SimUser } from './model.ts';
import {
  type Answer,
  type Method,
  SANDBOX_TOKEN,
  type SimProcess,
  startProcess,
} from './process.ts';
import { createSimDatabase, type SimDatabase, type SimServer } from './server.ts';
import { count, emptyTally, type Tally } from './tally.ts';
import { openTrace, shortHash, type Trace } from './trace.ts';
import { openVirtualTime, type VirtualTime } from './virtual-time.ts';

/** A Tuesday in March, while stocks trade; each seed begins some hours later. */
const START_MS = Date.UTC(2026, 2, 3, 15, 10);
/** After a death: longer than every lease of the dead, shorter than the deadline of a follow. */
const LEASES_MS = 6_000;
/** Refusals with a status from 500 on that a caller can cause. */
const EXPECTED_503 = new Set([
  'VENUE_UNAVAILABLE',
  'PRICE_UNAVAILABLE',
  'TRADING_HALTED',
  'OVERLOADED',
]);

/** Real time until a message is told again. */
const TELL_AGAIN_MS = 100;

/** Something that must not be: the end of a run. */
export class Violation extends Error {
  readonly broken: readonly string[];
  constructor(broken: readonly string[]) {
    super(broken.join('\n'));
    this.broken = broken;
  }
}

export interface Ask {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string | undefined;
}

/** A simulated world: one database, the processes on it, and all that is known of them. */
export class Sim {
  readonly seed: number;
  readonly chance: Chance;
  readonly database: SimDatabase;
  readonly time: VirtualTime;
  readonly model: Model = emptyModel();
  readonly tally: Tally = emptyTally();
  readonly trace: Trace;
  readonly processes: SimProcess[] = [];
  step = 0;
  #started = 0;
  #keys = 0;
  #marks = 0;

  private constructor(parts: {
    seed: number;
    database: SimDatabase;
    time: VirtualTime;
    show: (line: string) => void;
  }) {
    this.seed = parts.seed;
    this.database = parts.database;
    this.time = parts.time;
    this.chance = chanceOf(parts.seed);
    this.trace = openTrace(parts.show);
  }

  static async open(server: SimServer, seed: number, show = (_: string) => {}): Promise<Sim> {
    const database = await createSimDatabase(server, `sim_${process.pid}_${seed}`);
    const startMs = START_MS + (seed % 5) * 3_600_000;
    const time = await openVirtualTime(database.client, startMs);
    const sim = new Sim({ seed, database, time, show });
    await sim.start();
    return sim;
  }

  async start(): Promise<SimProcess> {
    this.#started += 1;
    const name = `sim_${this.#started}`;
    const seed = this.seed * 1_000 + this.#started;
    const { database, time } = this;
    const started = await startProcess({ name, database, time, seed });
    await started.idle();
    this.processes.push(started);
    return started;
  }

  /** One of the processes that run. */
  any(): SimProcess {
    return this.chance.pick(this.processes);
  }

  nextKey(): string {
    this.#keys += 1;
    return `key-${this.#keys}`;
  }

  /** A request of a user; whoever gets no answer repeats it with its key until there is one. */
  async ask(user: SimUser, ask: Ask): Promise<Answer> {
    const request = { ...ask, path: `/api/v1${ask.path}`, token: user.apiKey };
    let answer = await this.any().send(request);
    while (answer === null) {
      this.trace.line(this.step, user.name, ask.method, ask.path, 'no answer');
      await this.replaceTheDead();
      answer = await this.any().send(request);
    }
    await this.settle();
    this.#note(user.name, ask, answer);
    return answer;
  }

  /**
   * Requests in one instant, all to one process. One that dies answers none of them, so that each
   * is repeated alone.
   */
  async together(asks: readonly (readonly [SimUser, Ask])[]): Promise<Answer[]> {
    const process = this.any();
    const answers = await Promise.all(
      asks.map(([{ apiKey: token }, ask]) =>
        process.send({ ...ask, path: `/api/v1${ask.path}`, token }),
      ),
    );
    await this.settle();
    const all: Answer[] = [];
    for (const [n, [user, ask]] of asks.entries()) {
      const answer = answers[n] ?? null;
      if (answer) this.#note(user.name, ask, answer);
      all.push(answer ?? (await this.ask(user, ask)));
    }
    return all;
  }

  /** A call of the sandbox that may be refused. */
  async tryControl(method: Method, path: string, body?: unknown): Promise<Answer | null> {
    const ask = { method, path: `/sandbox/v1${path}`, body };
    const answer = await this.any().send({ ...ask, token: SANDBOX_TOKEN });
    await this.settle(true);
    if (answer) this.#note('sandbox', ask, answer);
    return answer;
  }

  /** A call of the sandbox that must succeed. */
  async control(method: Method, path: string, body?: unknown): Promise<Answer['data']> {
    const answer = await this.tryControl(method, path, body);
    if (!answer || answer.status > 299) {
      throw new Violation([`the sandbox refused ${method} ${path}: ${answer?.text ?? 'died'}`]);
    }
    return answer.data;
  }

  #note(who: string, { method, path, body }: Ask, answer: Answer): void {
    const { status, code, replayed } = answer;
    this.tally.operations += 1;
    count(this.tally.byAnswerCode, status < 300 ? `${status}` : `${status} ${code}`);
    const what = shortHash(JSON.stringify(body ?? null));
    const answered = status < 300 ? shortHash(answer.text) : code;
    this.trace.line(this.step, who, method, path, what, status, answered, replayed ? 'again' : '');
    if (status >= 500 && !EXPECTED_503.has(code)) {
      throw new Violation([`${method} ${path} answered ${status} ${answer.text}`]);
    }
  }

  /**
   * Waits until no process has anything under way and all have heard of what the others did; with `all` also of
   * what they themselves have told everybody.
   */
  async settle(all = false): Promise<void> {
    const alive = this.processes.filter(({ dead }) => !dead);
    for (const one of alive) await one.idle();
    const isHeard = alive.length > 1 || (alive.length === 1 && all);
    if (isHeard) await this.#hear(alive);
    for (const one of alive) await one.idle();
  }

  /** A message of the bus that all have heard has been overtaken by none before it. */
  async #hear(alive: readonly SimProcess[]): Promise<void> {
    this.#marks += 1;
    const mark = this.#marks;
    const heard = alive.map(
      ({ app }) =>
        new Promise<void>((resolve) => {
          const stop = app.services.bus.subscribe('sim', (payload) => {
            if (payload !== mark) return;
            stop();
            resolve();
          });
        }),
    );
    const tell = () => alive[0]?.app.services.bus.publish(this.database.client, 'sim', mark);
    await tell();
    // Whose listening connection was cut hears it once it has made another one.
    const again = setInterval(() => void tell(), TELL_AGAIN_MS);
    await Promise.all(heard);
    clearInterval(again);
  }

  /** Starts a process for each that has died, once their leases have run out. */
  async replaceTheDead(): Promise<void> {
    const dead = this.processes.filter((one) => one.dead);
    if (dead.length === 0) return;
    const realMs = monotonicClock.elapsedMs();
    for (const one of dead) {
      this.processes.splice(this.processes.indexOf(one), 1);
      await one.kill();
    }
    await this.time.pass(LEASES_MS);
    for (const _ of dead) await this.start();
    await this.settle();
    const { worstRecovery: worst } = this.tally;
    worst.virtualMs = Math.max(worst.virtualMs, LEASES_MS);
    worst.realMs = Math.max(worst.realMs, Math.round(monotonicClock.elapsedMs() - realMs));
  }

  /** Ends a process in order. */
  async retire(process: SimProcess): Promise<void> {
    this.processes.splice(this.processes.indexOf(process), 1);
    await process.stop();
  }

  /** Ends all sessions of a process at the server; resolves when it can read again. */
  async killSessions({ name, app }: SimProcess): Promise<void> {
    const text = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = $1 and datname = current_database()`;
    await this.database.rows(text, [name]);
    const { reads } = app.services.database;
    const canRead = () =>
      reads.query({ name: 'can read', text: 'select 1' }).then(
        () => true,
        () => false,
      );
    while (!(await canRead()));
    await this.settle(true);
  }

  /** Business time as the first process has it. */
  nowMs(): number {
    return this.processes[0]?.app.services.clock.now() ?? 0;
  }

  async close(): Promise<void> {
    for (const one of this.processes) await (one.dead ? one.kill() : one.stop());
    await this.database.drop();
  }
}
