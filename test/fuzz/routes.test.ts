import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationsOf } from '../e2e/openapi-document.ts';
import { openScene, type Scene } from '../helpers/access-scene.ts';
import { type Call, send } from '../helpers/client.ts';
import { noteFuzz } from '../helpers/evidence.ts';
import { type Chance, chanceOf } from './chance.ts';
import { callersIn, knownIn } from './known.ts';
import { problemOf } from './refusal.ts';
import { requestOf } from './requests.ts';

/** `SKEIN_FUZZ_SEED=7 SKEIN_FUZZ_CALLS=500 npx vitest run test/fuzz` tries other and more requests. */
const SEED = Number(process.env.SKEIN_FUZZ_SEED ?? 20_261_120);
const CALLS = Number(process.env.SKEIN_FUZZ_CALLS ?? 20);
/** Of the budget of a key, with room for what the scene itself has asked. */
const CALLS_PER_KEY = 900;
const AT_ONCE = 8;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene?.app.stop());

/** A key of some caller, now and then a new one, so that no budget is used up. */
function keys(chance: Chance): () => Promise<string> {
  const callers = callersIn(scene);
  let left = 0;
  let current: string[] = [];
  return async () => {
    if (left === 0) {
      left = CALLS_PER_KEY;
      current = await Promise.all(
        callers.map(async ({ userId }) => {
          const { apiKey } = await scene.app.sandbox('POST', '/keys', { userId });
          return apiKey as string;
        }),
      );
    }
    left -= 1;
    return chance.one(current);
  };
}

/** What is wrong with the answer to a call; null when nothing is. */
async function attempt(call: Call, succeeded: () => void): Promise<string | null> {
  try {
    const answer = await send(scene.app.origin, call);
    if (answer.status < 300) succeeded();
    return problemOf(answer);
  } catch (problem) {
    return String(problem);
  }
}

test('no request that a client can make breaks the service, its books or the shape of its answers', async () => {
  const chance = chanceOf(SEED);
  const { document } = await openDocument();
  const operations = operationsOf(document).filter(({ path }) => /^\/(api|auth)\//.test(path));
  const known = knownIn(scene);
  const nextKey = keys(chance);
  const calls: (Call & { readonly name: string })[] = [];
  for (let round = 0; round < CALLS; round += 1) {
    for (const operation of operations) {
      const call = requestOf(document, operation, known, chance);
      const isAnonymous = chance.likely(0.03) || call.headers?.authorization !== undefined;
      const { name, path } = operation;
      // Signing in is for pages of the service's own; now and then another one tries.
      const isOwnPage = path.startsWith('/auth/') && chance.likely(0.9);
      const headers = { ...call.headers, ...(isOwnPage ? { origin: scene.app.origin } : {}) };
      calls.push({ name, ...call, headers, ...(isAnonymous ? {} : { token: await nextKey() }) });
    }
  }
  const sent = calls.length;
  const problems: string[] = [];
  const done = new Set<string>();
  const worker = async () => {
    for (let call = calls.pop(); call !== undefined; call = calls.pop()) {
      const { name, method, path, body, headers } = call;
      const problem = await attempt(call, () => done.add(name));
      const asked = JSON.stringify({ method, path, body, headers })?.slice(0, 1_000);
      if (problem !== null) problems.push(`${asked}\n  ${problem.slice(0, 1_000)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(problems).toEqual([]);
  // Most of them reached what they are for; a generator that is always refused would try nothing.
  expect(done.size).toBeGreaterThan(operations.length / 2);
  await scene.app.sandbox('POST', '/drain');
  await scene.app.audit();
  noteFuzz({ fuzz: 'routes', seed: SEED, sent });
}, 300_000);

async function openDocument() {
  const { body } = await send(scene.app.origin, { method: 'GET', path: '/openapi.json' });
  return { document: body };
}
