import type { SimUser } from '../model.ts';
import { learn, REPEATABLE_MS, repeat } from '../order.ts';
import type { Answer } from '../process.ts';
import { type Sim, Violation } from '../sim.ts';
import { count } from '../tally.ts';
import { memberOf, type Operation, someCall } from './operation.ts';
import { entry } from './trade.ts';

const recentOf = ({ model }: Sim, nowMs: number) =>
  model.kept.filter(({ atMs }) => nowMs - atMs < REPEATABLE_MS).slice(-12);

const again: Operation = {
  name: 'the same again',
  weight: 4,
  async run(sim) {
    const kept = recentOf(sim, sim.nowMs());
    if (kept.length === 0) return;
    count(sim.tally.faults, 'a request repeated with its key');
    await repeat(sim, sim.chance.pick(kept));
  },
};

const otherBody: Operation = {
  name: 'another body',
  weight: 2,
  async run(sim) {
    const kept = recentOf(sim, sim.nowMs());
    if (kept.length === 0) return;
    count(sim.tally.faults, 'a key with another body');
    const { user, method, path, body, key } = sim.chance.pick(kept);
    const changed = { ...(body as object), reason: `not as before ${sim.step}` };
    const { code } = await sim.ask(user, { method, path, body: changed, key });
    if (code !== 'IDEMPOTENCY_KEY_REUSED') {
      throw new Violation([`${path} with the key ${key} and another body answered ${code}`]);
    }
  },
};

const FIRST_ANSWERS = new Set([200, 201, 202]);

/** One purchase, several times at once with one key. */
const atOnce: Operation = {
  name: 'at once with one key',
  weight: 3,
  async run(sim) {
    const call = someCall(sim);
    if (!call) return;
    const user = memberOf(sim, call.group);
    count(sim.tally.faults, 'one request several times at once');
    const key = sim.nextKey();
    const wish = { method: 'POST', ...entry(sim, call, user), key } as const;
    const answers = await sim.together(Array.from({ length: 4 }, () => [user, wish] as const));
    const done = answers.filter(({ status }) => FIRST_ANSWERS.has(status));
    const first = done.filter(({ replayed }) => !replayed);
    const isOne = done.length === 0 ? first.length === 0 : first.length === 1;
    const isSame = new Set(done.map(({ text }) => text)).size <= 1;
    if (!isOne || !isSame) {
      const seen = answers.map(({ status, code, replayed }) => `${status} ${code} ${replayed}`);
      throw new Violation([`${wish.path} at once with one key answered ${seen.join(', ')}`]);
    }
    for (const answer of first) note(sim, { ...wish, user }, answer);
    if (done.length === 0) sim.model.refused.push({ userId: user.userId, key });
  },
};

interface Noted {
  readonly user: SimUser;
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
}

function note(sim: Sim, { user, path, body, key }: Noted, { status, text, data }: Answer): void {
  const atMs = sim.nowMs();
  sim.model.kept.push({ user, method: 'POST', path, body, key, status, text, atMs });
  learn(sim, user, { status, data });
}

/** Several members enter one call in the same instant: one batch. */
const crowd: Operation = {
  name: 'a crowd enters',
  weight: 3,
  async run(sim) {
    const call = someCall(sim);
    if (!call) return;
    const wishes = Array.from({ length: 3 + sim.chance.below(4) }, () => {
      const user = memberOf(sim, call.group);
      return { user, method: 'POST', ...entry(sim, call, user), key: sim.nextKey() } as const;
    });
    const answers = await sim.together(wishes.map((wish) => [wish.user, wish] as const));
    answers.forEach((answer, n) => {
      const wish = wishes[n];
      if (wish && answer.status < 300) note(sim, wish, answer);
      else if (wish) sim.model.refused.push({ userId: wish.user.userId, key: wish.key });
    });
  },
};

/** Requests that come more than once, or with others. */
export const repeats: readonly Operation[] = [again, otherBody, atOnce, crowd];
