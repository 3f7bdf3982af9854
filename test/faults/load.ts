import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { chance } from '../helpers/chance.ts';
import type { Answer } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { ask } from './calls.ts';
import { type Flock, PINNED } from './flock.ts';
import type { ServiceProcess } from './service-process.ts';

/** Pauses of a user between two requests, so that a key never runs out of its budget. */
const PAUSE_MS = 55;
/** And after one without an answer. */
const LOST_PAUSE_MS = 300;
/** What a client waits for an answer before it takes the outcome for unknown. */
const CLIENT_LIMIT_MS = 30_000;
/** Every so many requests of the leader one is a call to the group. */
const CALL_EVERY = 4;

/** One request as its client knows it. */
export interface Sent {
  readonly key: string;
  readonly userId: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  outcome: { status: number; code: string | null; body: unknown } | 'unknown';
}

/** What a call or a swap answers. */
interface Success {
  readonly body: { data: { trade?: { id: string }; signature?: string } };
}

type Service = Pick<ServiceProcess, 'send'>;

/** An ordinary day of a group: everybody trades, the leader also calls, all with keys. */
export interface Load {
  readonly sent: readonly Sent[];
  /** Waits until so many more requests of users other than `without` have succeeded. */
  goesOn(more: number, without?: Pick<TestUser, 'userId'>): Promise<void>;
  /** Ends after the answers that are still to come; fails with the first that was no answer. */
  stop(): Promise<void>;
}

/** An answer that leaves open whether the request has had its effect. */
const isUnknown = ({ outcome }: Sent): boolean => outcome === 'unknown' || outcome.status === 500;
const isDone = ({ outcome }: Sent): boolean => outcome !== 'unknown' && outcome.status < 300;

const outcomeOf = ({ status, body }: Answer): Sent['outcome'] => ({
  status,
  code: status < 300 ? null : body.code,
  body,
});

/** What fetch says when the connection could not be made or broke. */
const isLost = (error: unknown): boolean =>
  error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);

/** Starts the load of a flock on the process that `service` names at each moment. */
export function startLoad(flock: Flock, service: () => Service, seed: number): Load {
  const sent: Sent[] = [];
  const failures: unknown[] = [];
  let going = true;
  const trade = (user: TestUser, n: number, random: () => number): Sent => {
    const pick = PINNED[Math.floor(random() * PINNED.length)] as string;
    const call = PINNED[Math.floor(n / CALL_EVERY)];
    const isCall = user === flock.leader && n % CALL_EVERY === 0 && call !== undefined;
    const isSale = random() < 0.3;
    const swap = { sell: isSale ? pick : 'USDC', buy: isSale ? 'USDC' : pick, amountUsd: '1' };
    const proposal = { groupId: flock.groupId, contractAddress: call, amountUsd: '100' };
    return {
      key: `load ${seed} ${n}`,
      userId: user.userId,
      method: 'POST',
      path: isCall ? '/spot/proposals' : '/spot/swap',
      body: isCall ? proposal : swap,
      outcome: 'unknown',
    };
  };
  const loop = async (user: TestUser, random: () => number): Promise<void> => {
    for (let n = 0; going; n += 1) {
      const request = trade(user, n, random);
      sent.push(request);
      await attempt(service(), user, request).catch((error: unknown) => failures.push(error));
      await delay((isUnknown(request) ? LOST_PAUSE_MS : PAUSE_MS) * (0.5 + random()));
    }
  };
  const loops = [flock.leader, ...flock.followers].map((user, n) => loop(user, chance(seed + n)));
  return {
    sent,
    async goesOn(more, without) {
      const count = () =>
        sent.filter((one) => isDone(one) && one.userId !== without?.userId).length;
      const before = count();
      const isEnough = () => failures.length > 0 || count() >= before + more;
      await eventually('the load goes on', isEnough, 60_000);
    },
    async stop() {
      going = false;
      await Promise.all(loops);
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Sends a request once and notes what its client learns of it. */
async function attempt(service: Service, user: TestUser, request: Sent): Promise<void> {
  const { path, body, key } = request;
  let limit: NodeJS.Timeout | undefined;
  const given = new Promise<null>((resolve) => {
    limit = setTimeout(() => resolve(null), CLIENT_LIMIT_MS);
  });
  const asked = ask(service, user, path, body as object, key).catch((error: unknown) => {
    if (isLost(error)) return null;
    throw error;
  });
  const answer = await Promise.race([asked, given]).finally(() => clearTimeout(limit));
  request.outcome = answer === null ? 'unknown' : outcomeOf(answer);
}

/**
 * Repeats what is unknown under its key until it is known, waits for the follows, and expects that
 * every success is there once, that no refusal has had an effect, and that nothing is broken.
 */
export async function checkLoad(flock: Flock, load: Load, service: Service): Promise<void> {
  const resolve = async (user: TestUser): Promise<void> => {
    for (const request of load.sent.filter(({ userId }) => userId === user.userId)) {
      const isKnown = async () => {
        if (isUnknown(request)) await attempt(service, user, request);
        return !isUnknown(request);
      };
      await eventually(`${request.key} is known`, isKnown, 30_000);
    }
  };
  await Promise.all([flock.leader, ...flock.followers].map(resolve));
  await eventually(
    'every follow has its result',
    async () => !(await flock.hasOpenFollows()),
    60_000,
  );

  const refused = load.sent.filter((one) => !isDone(one));
  const codes = new Set(refused.map(({ outcome }) => outcome !== 'unknown' && outcome.code));
  // Sales of what nobody has; a call that is made already; what was refused during the fault.
  const allowed = ['NO_POSITION', 'OVERLOADED', 'RATE_LIMITED'];
  expect([...codes].filter((code) => !allowed.includes(String(code)))).toEqual([]);

  const answers = load.sent.filter(isDone).map(({ outcome }) => (outcome as Success).body.data);
  const tradeOf = ({ trade, signature }: Success['body']['data']): string =>
    trade?.id ?? String(signature).replace(/^paper_/, '');
  const made = await flock.rows<{ id: string }>(
    `select id from spot_trade where origin in ('SWAP', 'OPEN') order by id`,
  );
  expect(made.map(({ id }) => id)).toEqual(answers.map(tradeOf).sort());
  const calls = answers.filter(({ trade }) => trade !== undefined).length;
  const follows = await flock.rows(
    'select status, code, count(*) as count from follow group by 1, 2',
  );
  const count = BigInt(calls * flock.followers.length);
  expect(follows).toEqual(calls === 0 ? [] : [{ status: 'FILLED', code: null, count }]);
  expect(await flock.broken()).toEqual([]);
}
