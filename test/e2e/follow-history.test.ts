import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import type { TestUser } from '../helpers/app.ts';
import { type Follow, type FollowWorld, SOL, startFollowWorld } from './follow-world.ts';

const CALLS = 7;

let world: FollowWorld;
let ada: TestUser;
/** Trades of the leader, newest first. */
const leaderTrades: string[] = [];
beforeAll(async () => {
  world = await startFollowWorld();
  // $25 each: the seventh of them is not there any more.
  ada = await world.member('ada', { amountUsd: '25', mirrorExits: true }, { depositUsd: '160' });
  await world.member('bob', { amountUsd: '25' });
  // All at one instant, since the clock stands; only two of them with time in between.
  for (const [n, { mint }] of bundledTokens.slice(0, CALLS).entries()) {
    if (n === 5) await world.advance(1);
    leaderTrades.unshift((await world.open(mint)).tradeId);
    await world.drain();
  }
});
afterAll(() => world.stop());

async function pages(limit: number): Promise<Follow[][]> {
  const found: Follow[][] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/groups/${world.groupId}/auto-buy/history?limit=${limit}${after}`;
    const { body, headers, status } = await ada.call('GET', path);
    expect(status).toBe(200);
    found.push(body.data);
    cursor = headers.get('x-next-cursor');
  } while (cursor !== null);
  return found;
}

test('the history is newest first, one entry for each call', async () => {
  const history = await world.history(ada);
  expect(history.map(({ leaderTradeId }) => leaderTradeId)).toEqual(leaderTrades);
  expect(history.map(({ status }) => status)).toEqual(['SKIPPED', ...Array(6).fill('FILLED')]);
  expect(history[0]?.code).toBe('INSUFFICIENT_FUNDS');
  expect(new Set(history.map(({ id }) => id)).size).toBe(CALLS);
});

test('pages join to the whole, none empty, none repeated', async () => {
  const whole = await world.history(ada);
  for (const limit of [1, 3, 7, 50]) {
    const read = await pages(limit);
    expect(read.flat()).toEqual(whole);
    expect(read.map((page) => page.length).slice(0, -1)).toEqual(
      Array(read.length - 1).fill(limit),
    );
    expect(read).toHaveLength(Math.ceil(CALLS / limit));
  }
});

test('a mirrored exit is an entry of its own, with the sale', async () => {
  const [open] = await world.leader.get(`/spot/proposals?groupId=${world.groupId}&status=open`);
  await world.service.pin(SOL, '200');
  const sol = (await world.history(ada)).at(-1);
  expect(open.proposal.token.contractAddress).toBe(bundledTokens[CALLS - 1]?.mint);
  await world.close(sol?.proposalId ?? '');
  await world.drain();
  const [exit] = await world.history(ada);
  expect(exit).toMatchObject({
    proposalId: sol?.proposalId,
    side: 'SELL',
    status: 'FILLED',
    trade: { tradeType: 'SELL', pricePerTokenUsd: '200' },
  });
});

test('it is the own history: strangers are refused, former members still read it', async () => {
  const path = `/groups/${world.groupId}/auto-buy/history`;
  const stranger = await world.service.user('stranger');
  const refused = await stranger.call('GET', path);
  expect([refused.status, refused.body.code]).toEqual([403, 'NOT_GROUP_MEMBER']);
  const unknown = await ada.call('GET', '/groups/nowhere/auto-buy/history');
  expect([unknown.status, unknown.body.code]).toEqual([403, 'NOT_GROUP_MEMBER']);
  expect(await world.history(world.leader)).toEqual([]);
  const before = await world.history(ada);
  await ada.post(`/groups/${world.groupId}/leave`);
  expect(await world.history(ada)).toEqual(before);
});

test.each(['limit=0', 'limit=-1', 'limit=many', 'cursor=nonsense', 'cursor=WyJhIiwiYiJd'])(
  '%s is refused',
  async (query) => {
    const { status, body } = await ada.call(
      'GET',
      `/groups/${world.groupId}/auto-buy/history?${query}`,
    );
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  },
);
