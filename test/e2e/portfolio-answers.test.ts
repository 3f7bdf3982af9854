import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from '../helpers/client.ts';
import { answerSchema, type Json, problemsOf } from './openapi-document.ts';
import { closeAll, increase } from './perp-world.ts';
import {
  callPrediction,
  callSpot,
  MARKETS,
  type PortfolioWorld,
  startPortfolioWorld,
  swap,
} from './portfolio-world.ts';
import { mints } from './world.ts';

let world: PortfolioWorld;
beforeAll(async () => {
  world = await startPortfolioWorld();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

it('answers what the document describes, to the last field', async () => {
  const { body: document } = await send(world.test.origin, {
    method: 'GET',
    path: '/openapi.json',
  });
  const flock = await world.flock();
  const { leader } = flock;
  const sold = await callSpot(flock, leader);
  await leader.post(`/spot/proposals/${sold}/sell`, { max: true });
  await callSpot(flock, leader, mints.decimals6);
  await callPrediction(flock, leader, { isYes: false });
  await world.resolve('YES', MARKETS.gas);
  await callPrediction(flock, leader, MARKETS.rates);
  const { proposalId } = await flock.open();
  const { assignmentId } = await increase(leader, proposalId);
  await closeAll(leader, assignmentId);
  await swap(leader, '10');
  await world.test.sandbox('POST', '/clock', { advanceMs: 3_600_000 });
  await world.drain();

  const problems: string[] = [];
  const answers: Record<string, Json> = {};
  for (const path of [
    '/positions',
    '/positions/past',
    '/trades',
    '/account/pnl',
    '/account/pnl?window=7d',
    '/account/pnl/history',
  ]) {
    const { status, body } = await leader.call('GET', path);
    const template = `/api/v1${path.split('?')[0]}`;
    const schema = answerSchema(document, document.paths[template].get, status);
    problems.push(...problemsOf(schema, body, path));
    answers[path] = body.data;
  }
  expect(problems).toEqual([]);
  // Something of every kind was there to be compared.
  const lengths = (of: Json) =>
    Object.entries<Json>(of).map(([name, list]) => [name, list?.length ?? null]);
  const one = [
    ['perps', 1],
    ['spot', 1],
    ['predictions', 1],
  ];
  expect(lengths(answers['/positions'])).toEqual(one);
  expect(lengths(answers['/positions/past'])).toEqual(one);
  expect(lengths(answers['/trades'])).toEqual([
    ['spot', 3],
    ['predictions', 2],
    ['perps', 3],
    ['swaps', 1],
    ['nextCursor', null],
  ]);
  expect(answers['/account/pnl/history']).toHaveLength(1);
});
