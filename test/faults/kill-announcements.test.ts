import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { ask, stop } from './calls.ts';
import { type Flock, makeFlock } from './flock.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

let flock: Flock;
let runner: ServiceRunner;

beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(0), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

/** Messages about a call, and announcements of it that are left to post. */
async function told(proposalId: string): Promise<[messages: number, left: number]> {
  const [messages, left] = await Promise.all([
    flock.rows(`select 1 from chat_message where metadata::jsonb ->> 'proposalId' = $1`, [
      proposalId,
    ]),
    flock.rows('select 1 from chat_announcement where proposal_id = $1', [proposalId]),
  ]);
  return [messages.length, left.length];
}

/** The opening is the first batch of the engine, posting what it announces the second one. */
const deaths = casesOf([
  { point: 'engine.after-commit', posted: false, quick: true },
  { point: 'engine.before-commit:2', posted: false },
  { point: 'engine.after-commit:2', posted: true, quick: true },
]).map((death, n) => ({ ...death, mint: bundledTokens[n]?.mint ?? '' }));

test.each(deaths)(
  'a call announced by a process killed at $point is told once',
  async (death) => {
    const { env } = flock;
    const dying = await runner.start(env, death.point);
    const body = { groupId: flock.groupId, contractAddress: death.mint, amountUsd: '10' };
    const [, end] = await Promise.all([
      ask(dying, flock.leader, '/spot/proposals', body).catch(() => null),
      dying.ended(),
    ]);
    expect(end.signal).toBe('SIGKILL');
    const [proposal] = await flock.rows<{ id: string }>(
      `select p.id from spot_proposal p join asset a on a.id = p.asset_id where a.mint = $1`,
      [death.mint],
    );
    const id = proposal?.id ?? '';
    expect(await told(id)).toEqual(death.posted ? [1, 0] : [0, 1]);
    expect(await flock.broken()).toEqual([]);

    const recovering = stopwatch();
    const next = await runner.start(env);
    await eventually('nothing is left to post', async () => (await told(id))[1] === 0, 30_000);
    const fault = `kill -9 at ${death.point} of an announcement`;
    noteFault({ area: 'process', fault, operations: 1, recoveryMs: recovering() });
    await stop(next);
    expect(await told(id)).toEqual([1, 0]);
    expect(await flock.broken()).toEqual([]);
  },
  60_000,
);
