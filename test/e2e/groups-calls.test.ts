import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  done,
  MARKET,
  type Named,
  type PredictionWorld,
  runner,
  startPredictionWorld,
  units,
} from './prediction-world.ts';
import { mints, openGroup, propose } from './world.ts';

let world: PredictionWorld;
let leader: TestUser;
let member: TestUser;
let groupId: string;

beforeAll(async () => {
  world = await startPredictionWorld();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const perp = (symbol: string, priceUsd: string) =>
  world.test.sandbox('PUT', `/prices/perp/${symbol}`, { priceUsd });

/** A group in which the leader has opened a call of each kind: SOL at 150, YES at 0.5, SOL at 100. */
async function openCalls(market: Named = MARKET) {
  await world.test.pin(mints.sol, '150');
  await world.pin('0.5', market.marketId);
  await perp('SOL', '100');
  [leader, member] = [await world.user(), await world.user()];
  groupId = await openGroup(leader);
  await member.post(`/groups/${groupId}/join`);
  const spot = (await propose(leader, groupId, '100')).proposal.id;
  const order = { groupId, ...market, isYes: true, amountUsd: '41' };
  const prediction = (await leader.post('/predictions/proposals', order)).proposal.id;
  const { proposalId } = await leader.post('/perps/proposals', {
    groupId,
    marketSymbol: 'SOL',
    side: 'LONG',
    collateralUsd: '100',
    leverage: '10',
  });
  return { spot, prediction, perp: proposalId };
}

const calls = (user: TestUser, query = '') =>
  user.call('GET', `/groups/${groupId}/proposals${query}`);

test('the proposals of a group are those of its verticals, as each vertical shows them', async () => {
  const ids = await openCalls();
  await member.post(`/spot/proposals/${ids.spot}/buy`, { amountUsd: '10' });
  for (const user of [leader, member]) {
    const lists = {
      tradingProposals: await user.get(`/spot/proposals?groupId=${groupId}`),
      predictionProposals: await user.get(`/predictions/proposals?groupId=${groupId}`),
      perpProposals: await user.get(`/perps/proposals?groupId=${groupId}`),
    };
    expect((await calls(user)).body.data).toEqual(lists);
    for (const list of Object.values(lists)) expect(list).toHaveLength(1);
  }
  const [mine] = (await calls(member)).body.data.tradingProposals;
  expect(mine.userPosition.hasPosition).toBe(true);
});

test('pages go over all verticals together, without gap or repetition', async () => {
  const ids = await openCalls();
  await propose(leader, groupId, '20', mints.decimals6);
  const market = runner('no-change');
  await world.pin('0.5', market.marketId);
  const order = { groupId, ...market, isYes: true, amountUsd: '41' };
  await leader.post('/predictions/proposals', order);
  const seen: string[][] = [];
  for (let query = '?limit=2'; query !== ''; ) {
    const { body, headers } = await calls(leader, query);
    const { tradingProposals, predictionProposals, perpProposals } = body.data;
    const page = [
      ...tradingProposals.map(({ proposal }: { proposal: { id: string } }) => proposal.id),
      ...predictionProposals.map(({ proposal }: { proposal: { id: string } }) => proposal.id),
      ...perpProposals.map(({ id }: { id: string }) => id),
    ];
    seen.push(page.toSorted().toReversed());
    const next = headers.get('x-next-cursor');
    query = next === null ? '' : `?limit=2&cursor=${encodeURIComponent(next)}`;
  }
  expect(seen.map((page) => page.length)).toEqual([2, 2, 1]);
  expect(seen[1]?.[0]).toBe(ids.perp);
  expect(seen.flat().slice(2)).toEqual([ids.perp, ids.prediction, ids.spot]);
  const wrong = await calls(leader, '?cursor=nonsense');
  expect([wrong.status, wrong.body.code]).toEqual([400, 'VALIDATION_FAILED']);
});

interface Line {
  readonly rank: number;
  readonly username: string;
  readonly pnlUsd: string;
  readonly realizedPnlUsd: string;
  readonly unrealizedPnlUsd: string;
}
const board = async (user: TestUser, query = ''): Promise<Line[]> =>
  user.get(`/groups/${groupId}/leaderboard${query}`);
const made = (lines: readonly Line[]) =>
  lines.map(({ rank, username, realizedPnlUsd, unrealizedPnlUsd, pnlUsd }) => [
    rank,
    username,
    realizedPnlUsd,
    unrealizedPnlUsd,
    pnlUsd,
  ]);

test('members stand by what they have made, realized and not, over all verticals', async () => {
  const market = runner('50-bps-decrease');
  const ids = await openCalls(market);
  const idle = await world.user();
  await idle.post(`/groups/${groupId}/join`);
  await member.post(`/spot/proposals/${ids.spot}/buy`, { amountUsd: '20' });
  await member.post(`/perps/proposals/${ids.perp}/increase`, {
    collateralUsd: '50',
    leverage: '2',
  });
  await world.test.pin(mints.sol, '180');
  await world.pin('0.6', market.marketId);
  await perp('SOL', '99');
  await done(leader, ids.prediction, 'sell', { amountUsd: '24' });
  await leader.post(`/spot/proposals/${ids.spot}/sell`, { amountUsd: '18' });
  // Leader. Spot: 0.1 of 0.663333333 SOL is sold at 180 for 18 less 0.09, of a cost of 15.075376;
  // 0.563333333 are left at 101.399999 for 84.924624. YES: 40 of 80 for 24 less 0.48, of 20.5; 40
  // left at 0.6 for 20.5. Perp: a fee of 0.35, and 1,000 lots that have lost 10.
  // Realized 2.834624 + 3.02 − 0.35, unrealized 16.475375 + 3.5 − 10.
  // Member. Spot: 0.132666666 at 180 is 23.879999, for 20. Perp: 100 lots, a fee of 0.035, 1 down.
  expect(made(await board(member))).toEqual([
    [1, leader.name, '5.504624', '9.975375', '15.479999'],
    [2, member.name, '-0.035', '2.879999', '2.844999'],
    [3, idle.name, '0', '0', '0'],
  ]);
  // The same as the positions themselves say.
  const own = await leader.get('/perps/positions');
  const shown = own.find(({ proposalId }: { proposalId: string }) => proposalId === ids.perp);
  expect([shown.netRealizedPnlUsd, shown.unrealizedPnlUsd]).toEqual(['-0.35', '-10']);
  await world.resolve('YES', market.marketId);
  // What can be claimed counts 1 a share: 40 − 20.5, instead of the 3.5 at 0.6.
  const total = units('15.479999', 6) - units('3.5', 6) + units('19.5', 6);
  expect(units((await board(leader))[0]?.pnlUsd ?? '', 6)).toBe(total);
  await done(leader, ids.prediction, 'claim');
  expect(units((await board(leader))[0]?.pnlUsd ?? '', 6)).toBe(total);
});

test('equal members share a place and keep their order over pages; who has left is not listed', async () => {
  await world.test.pin(mints.sol, '150');
  [leader, member] = [await world.user(), await world.user()];
  groupId = await openGroup(leader);
  await member.post(`/groups/${groupId}/join`);
  const others: TestUser[] = [];
  for (let n = 0; n < 4; n += 1) {
    const other = await world.user();
    await other.post(`/groups/${groupId}/join`);
    others.push(other);
  }
  const { proposal } = await propose(leader, groupId, '100');
  await member.post(`/spot/proposals/${proposal.id}/buy`, { amountUsd: '50' });
  await world.test.pin(mints.sol, '200');
  await member.post(`/groups/${groupId}/leave`);
  const all = await board(leader);
  const idle = others.map(({ name }) => name);
  expect(all.map(({ rank }) => rank)).toEqual([1, 2, 2, 2, 2]);
  expect(all.slice(1).map(({ username }) => username)).toEqual(idle);
  const pages: Line[] = [];
  for (let query = '?limit=2'; query !== ''; ) {
    const path = `/groups/${groupId}/leaderboard${query}`;
    const { body, headers } = await leader.call('GET', path);
    pages.push(...body.data);
    const next = headers.get('x-next-cursor');
    query = next === null ? '' : `?limit=2&cursor=${encodeURIComponent(next)}`;
  }
  expect(pages).toEqual(all);
  for (const cursor of ['x', 'WyJ4IiwieSJd', 'WzEsMl0']) {
    const path = `/groups/${groupId}/leaderboard?cursor=${cursor}`;
    const { status, body } = await leader.call('GET', path);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  }
});

test('who has left reads nothing of the group but the calls in which something is still held', async () => {
  const ids = await openCalls();
  await member.post(`/spot/proposals/${ids.spot}/buy`, { amountUsd: '20' });
  await member.post(`/groups/${groupId}/leave`);
  const id = groupId;
  const reads = [
    `/groups/${id}`,
    `/groups/${id}/members`,
    `/groups/${id}/proposals`,
    `/groups/${id}/leaderboard`,
    `/groups/${id}/join-requests`,
    `/groups/${id}/agents`,
    `/chat/${id}/messages`,
    `/spot/proposals?groupId=${id}`,
    `/predictions/proposals?groupId=${id}`,
    `/perps/proposals?groupId=${id}`,
    `/predictions/proposals/${ids.prediction}`,
    `/perps/proposals/${ids.perp}`,
  ];
  for (const path of reads) {
    const { status, body } = await member.call('GET', path);
    expect([path, status, body.code]).toEqual([path, 403, 'NOT_GROUP_MEMBER']);
  }
  expect(await member.get('/groups')).toEqual([]);
  const held = await member.get(`/spot/proposals/${ids.spot}`);
  expect([held.userPosition.hasPosition, held.proposal.trades.length]).toEqual([true, 1]);
  await member.post(`/spot/proposals/${ids.spot}/sell`, { max: true });
  const gone = await member.call('GET', `/spot/proposals/${ids.spot}`);
  expect([gone.status, gone.body.code]).toEqual([403, 'NOT_GROUP_MEMBER']);
});

test('the creator may step down once another admin remains', async () => {
  await openCalls();
  const { userId } = leader;
  const step = (by: TestUser, of: string, way: string, body = {}) =>
    by.call('POST', `/groups/${groupId}/members/${of}/${way}`, body);
  expect((await step(leader, userId, 'demote')).body.code).toBe('LAST_ADMIN');
  await step(leader, member.userId, 'promote', { to: 'ADMIN' });
  const down = (await step(leader, userId, 'demote')).body.data;
  expect([down.memberType, down.isAdmin]).toEqual(['LEADER', false]);
  const refused = await step(leader, member.userId, 'kick');
  expect(refused.body.code).toBe('ADMIN_REQUIRED');
  expect((await leader.call('POST', `/groups/${groupId}/leave`)).status).toBe(200);
  expect((await member.call('POST', `/groups/${groupId}/leave`)).body.code).toBe('LAST_ADMIN');
});

test('a group that is set inactive takes no new calls and no new members; exits go on', async () => {
  const ids = await openCalls();
  const path = `/groups/${groupId}`;
  const off = await leader.call('PATCH', path, { isActive: false });
  expect([off.status, off.body.data.isActive]).toEqual([200, false]);
  const stranger = await world.user();
  const perpOrder = { marketSymbol: 'SOL', side: 'SHORT', collateralUsd: '10', leverage: '2' };
  for (const [user, at, body] of [
    [leader, '/spot/proposals', { groupId, contractAddress: mints.decimals6, amountUsd: '10' }],
    [leader, '/predictions/proposals', { groupId, ...MARKET, isYes: false, amountUsd: '10' }],
    [leader, '/perps/proposals', { groupId, ...perpOrder }],
    [stranger, `${path}/join`, {}],
  ] as const) {
    const { status, body: answer } = await user.call('POST', at, body);
    expect([at, status, answer.code]).toEqual([at, 403, 'FORBIDDEN']);
  }
  for (const at of [
    `/spot/proposals/${ids.spot}/close`,
    `/predictions/proposals/${ids.prediction}/close`,
    `/perps/proposals/${ids.perp}/close`,
  ]) {
    expect([at, (await leader.call('POST', at)).status]).toEqual([at, 200]);
  }
  await leader.call('PATCH', path, { isActive: true });
  expect((await stranger.post(`${path}/join`)).status).toBe('JOINED');
});
