import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idempotencyOf } from '../../src/platform/http/idempotency.ts';
import { mints, openGroup } from '../e2e/world.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { checkHistory, effectsOf, type HistoryDeps, type Sent } from './history.ts';

let app: TestApp;
let client: pg.Client;
let user: TestUser;
let before: Set<string>;
let users = 0;

const rows: HistoryDeps['rows'] = async <Row>(text: string, values: readonly unknown[] = []) =>
  (await client.query(text, [...values])).rows as Row[];

beforeAll(async () => {
  app = await startTestApp();
  await app.pin(mints.sol, '150');
  client = new pg.Client(app.database.clientConfig);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.stop();
});
beforeEach(async () => {
  users += 1;
  user = await app.user(`writer_${users}`);
  before = await effectsOf({ rows }, [user.userId]);
});

const ask = (path: string, body: unknown, key: string) =>
  user.call('POST', path, body, { 'idempotency-key': key });

/** Sends a request and notes what came of it. */
async function sent(key: string, path: string, body: object): Promise<Sent> {
  const { status, body: answer } = await ask(path, body, key);
  const outcome = { status, code: answer.code ?? null, body: answer };
  return { key, userId: user.userId, method: 'POST', path: `/api/v1${path}`, body, outcome };
}

const buy = (amountUsd: string) => ({ sell: 'USDC', buy: mints.sol, amountUsd });
const swap = (key: string, amountUsd = '10'): Promise<Sent> =>
  sent(key, '/spot/swap', buy(amountUsd));

const repeat: HistoryDeps['repeat'] = async ({ path, body, key }) => {
  const { status, body: answer, headers } = await ask(path.slice('/api/v1'.length), body, key);
  return { status, body: answer, replayed: headers.get('idempotency-replayed') === 'true' };
};

const check = (history: readonly Sent[], deps: Partial<HistoryDeps> = {}): Promise<string[]> =>
  checkHistory(history, { rows, repeat, before, ...deps });

const tradeOf = ({ outcome }: Sent): string =>
  (outcome as { body: { data: { actionJobId: string } } }).body.data.actionJobId;

const name = (key: string): string => `POST /api/v1/spot/swap of ${user.userId} under '${key}'`;

test('finds nothing in what is whole: successes, refusals and an answer that never came', async () => {
  const groupId = await openGroup(user);
  const known = await effectsOf({ rows }, [user.userId]);
  const history = [
    await swap('one'),
    await swap('one'),
    await swap('two', '5000'),
    await sent('call', '/spot/proposals', { groupId, contractAddress: mints.sol, amountUsd: '10' }),
    await sent('talk', `/chat/${groupId}/messages`, { type: 'TEXT', content: 'hello' }),
    { ...(await swap('three')), outcome: 'unknown' as const },
    // Never arrived: repeating it has its effect, once.
    { ...(await swap('four')), key: 'five', outcome: 'unknown' as const },
    await swap('four'),
  ];
  expect(history.map(({ outcome }) => (outcome === 'unknown' ? 0 : outcome.status))).toEqual([
    200, 200, 400, 201, 201, 0, 0, 200,
  ]);
  expect(await check(history, { before: known })).toEqual([]);
});

test('finds a lost effect: the trade of an answer, and the answer itself', async () => {
  const [one, two] = [await swap('one'), await swap('two')];
  await client.query('delete from spot_trade where id = $1', [tradeOf(one)]);
  await client.query('delete from idempotency where user_id = $1 and body like $2', [
    user.userId,
    `%${tradeOf(two)}%`,
  ]);
  expect(await check([one, two])).toEqual([
    `${name('two')}: answered, and yet its answer is lost`,
    `${name('one')}: its ${tradeOf(one)} is lost`,
  ]);
});

test('finds an effect that is there twice, also where two keys have one', async () => {
  const one = await swap('one');
  const doubled = randomUUID();
  await client.query(
    `insert into spot_trade select $2, user_id, proposal_id, group_id, asset_id, side, origin,
        quantity, price, gross, fee, pnl, cost_out, created_at
      from spot_trade where id = $1`,
    [tradeOf(one), doubled],
  );
  expect(await check([one])).toEqual([`${doubled} is there, and no answer names it`]);

  const two = await swap('two');
  await client.query(
    `update idempotency set body = (select body from idempotency where body like $2)
      where body like $1`,
    [`%${tradeOf(two)}%`, `%${tradeOf(one)}%`],
  );
  expect(await check([one, { ...two, outcome: one.outcome }])).toEqual([
    `${name('two')}: ${tradeOf(one)} is also that of ${name('one')}`,
    `${doubled} is there, and no answer names it`,
    `${tradeOf(two)} is there, and no answer names it`,
  ]);
});

test('finds the effect of a refusal: a stored answer, an order in flight, a trade', async () => {
  const [stored, ordered] = [await swap('stored', '5000'), await swap('ordered', '5000')];
  const hashes = (one: Sent) =>
    idempotencyOf(one.key, { method: one.method, path: one.path, body: one.body });
  await client.query(`insert into idempotency values ($1, $2, $3, 200, '{"data":null}', now())`, [
    user.userId,
    hashes(stored)?.scopeHash,
    hashes(stored)?.bodyHash,
  ]);
  const order = randomUUID();
  await client.query(
    `insert into intent (id, user_id, vertical, kind, status, asset_id, reserved_asset,
        reserved_amount, payload, due_at, key_hash, receipt_given, created_at, updated_at)
      values ($1, $2, 'SPOT', 'SWAP', 'UNKNOWN', 1, 0, 0, '', now(), $3, false, now(), now())`,
    [order, user.userId, hashes(ordered)?.scopeHash],
  );
  const made = await swap('made');
  const code = 'INSUFFICIENT_FUNDS';
  const refused: Sent = { ...made, outcome: { status: 400, code, body: {} } };
  const findings = await check([stored, ordered, refused]);
  expect(findings.map((finding) => finding.replace(/{"data".*/, '…'))).toEqual([
    `${name('stored')}: refused, and yet it has the answer …`,
    `${name('made')}: refused, and yet it has the answer …`,
    `${name('ordered')}: refused, and yet its order ${order} is UNKNOWN`,
    `${tradeOf(made)} is there, and no answer names it`,
  ]);
});

test('finds an answer that changes, and one that stays unknown', async () => {
  const one: Sent = { ...(await swap('one')), outcome: 'unknown' };
  let times = 0;
  const changing: HistoryDeps['repeat'] = async (request) => {
    times += 1;
    return { ...(await repeat(request)), ...(times === 2 ? { replayed: false } : {}) };
  };
  const [finding] = await check([one], { repeat: changing });
  expect(finding).toContain(`${name('one')}: repeating it answered 200`);
  const failing = async () => ({ status: 500, body: null, replayed: false });
  expect((await check([one], { repeat: failing }))[0]).toBe(
    `${name('one')}: repeating it tells nothing`,
  );
  const other = { ...(await swap('two')), outcome: { status: 200, code: null, body: {} } };
  expect((await check([other]))[0]).toContain(`${name('two')}: answered 200 {}, and yet 200 {`);
});
