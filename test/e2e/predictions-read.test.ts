import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  done,
  type Flock,
  MARKET,
  type Named,
  NOW,
  type PredictionWorld,
  refusal,
  runner,
  seen,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;
let flock: Flock;

beforeAll(async () => {
  world = await startPredictionWorld();
});
beforeEach(async () => {
  await world.pin('0.5');
  flock = await world.flock();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

interface Listed {
  readonly proposal: { readonly id: string };
}
const listed = (groupId: string, query = '') => `/predictions/proposals?groupId=${groupId}${query}`;
const idsOf = (list: readonly Listed[]) => list.map(({ proposal }) => proposal.id);
const list = async (user: TestUser, query = ''): Promise<string[]> =>
  idsOf(await user.get(listed(flock.groupId, query)));
const codeOf = async (user: TestUser, path: string) => refusal(await user.call('GET', path));
const NOT_MEMBER = [403, 'NOT_GROUP_MEMBER', {}];

it('lists the calls of a group by status, newest first', async () => {
  const small = { amountUsd: '5' };
  const markets = ['no-change', '25-bps-decrease', '50-bps-decrease'] as const;
  for (const outcome of markets) await world.pin('0.5', runner(outcome).marketId);
  const resolved = (await flock.open({ ...small, ...runner('50-bps-decrease') })).proposal.id;
  const closed = (await flock.open({ ...small, ...runner('25-bps-decrease') })).proposal.id;
  const no = (await flock.open({ ...small, isYes: false })).proposal.id;
  const yes = (await flock.open(small)).proposal.id;
  await done(flock.leader, closed, 'close');
  await world.resolve('VOID', runner('50-bps-decrease').marketId);

  const all = [yes, no, closed, resolved];
  expect(await list(flock.member)).toEqual(all);
  for (const [status, ids] of [
    ['all', all],
    ['open', [yes, no]],
    ['ACTIVE', [yes, no]],
    ['closed', [closed, resolved]],
    ['CLOSED', [closed]],
    ['RESOLVED', [resolved]],
    ['PENDING', []],
    ['FAILED', []],
  ] as const) {
    expect([status, await list(flock.member, `&status=${status}`)]).toEqual([status, ids]);
  }
  for (const status of ['active', 'x', '']) {
    const misfit = await codeOf(flock.member, listed(flock.groupId, `&status=${status}`));
    expect([status, ...misfit.slice(0, 2)]).toEqual([status, 400, 'VALIDATION_FAILED']);
  }
});

it('pages without gaps or repeats while the list grows', async () => {
  const { leader, member, groupId } = flock;
  const { markets } = await leader.get(`/predictions/events/${MARKET.eventId}`);
  const bodies = markets.flatMap(({ marketTicker }: { marketTicker: string }) =>
    [true, false].map((isYes) => ({ marketId: marketTicker, isYes, amountUsd: '5' })),
  );
  for (const { marketTicker } of markets) await world.pin('0.5', marketTicker);
  const ids: string[] = [];
  for (const body of bodies.slice(0, 5)) ids.unshift((await flock.open(body)).proposal.id);
  const page = (query: string) => member.call('GET', listed(groupId, query));

  const first = await page('&limit=3');
  const cursor = first.headers.get('x-next-cursor');
  expect(idsOf(first.body.data)).toEqual(ids.slice(0, 3));
  expect(cursor).not.toBeNull();
  const newest = (await flock.open(bodies[5])).proposal.id;
  const second = await page(`&limit=3&cursor=${cursor}`);
  expect([idsOf(second.body.data), second.headers.get('x-next-cursor')]).toEqual([
    ids.slice(3),
    null,
  ]);
  const exact = await page('&limit=6');
  expect([idsOf(exact.body.data), exact.headers.get('x-next-cursor')]).toEqual([
    [newest, ...ids],
    null,
  ]);
  // A filter goes on where its page ended, too.
  await done(leader, ids[1] ?? '', 'close');
  const open = await page('&limit=2&status=open');
  expect(idsOf(open.body.data)).toEqual([newest, ids[0]]);
  const rest = await page(`&limit=9999&status=open&cursor=${open.headers.get('x-next-cursor')}`);
  expect(idsOf(rest.body.data)).toEqual(ids.slice(2));
  for (const query of ['&limit=0', '&limit=x', '&cursor=x', '&cursor=bm9uZQ']) {
    expect([query, ...(await codeOf(member, listed(groupId, query))).slice(0, 2)]).toEqual([
      query,
      400,
      'VALIDATION_FAILED',
    ]);
  }
});

it('shows a call with its market, its creator and what the reader has in it', async () => {
  const { leader, member, groupId } = flock;
  const { proposal } = await flock.open({ reason: 'Cheap oil.' });
  const { markets } = await leader.get(`/predictions/events/${MARKET.eventId}`);
  const market = markets.find(
    ({ marketTicker }: { marketTicker: string }) => marketTicker === MARKET.marketId,
  );
  const createdBy = { idpId: leader.idpId, username: leader.name };
  // 80 shares for $41: 0.5125 each with the fee; they are worth 40 now, of 41 = −2.43902439…%
  const position = {
    tokenAmount: '80',
    tokenDecimals: 6,
    totalCostUsd: '41',
    avgCostBasisUsd: '0.5125',
    avgExitPriceUsd: null,
    unrealizedPnlUsd: '-1',
    realizedPnlUsd: '0',
    currentValueUsd: '40',
    currentPriceUsd: '0.5',
    unrealizedPnlPct: '-2.439024390243902439',
    realizedPnlPct: '0',
  };
  const whole = { proposal, market, createdBy, participantCount: 1 };
  expect(await leader.get(listed(groupId))).toEqual([
    { ...whole, remainingTokenAmount: '80', userPosition: position, participantAvatars: [] },
  ]);
  expect(await member.get(listed(groupId))).toEqual([
    { ...whole, remainingTokenAmount: null, userPosition: null, participantAvatars: [] },
  ]);
  expect(await seen(leader, proposal.id)).toEqual({
    ...whole,
    remainingTokenAmount: '80',
    position,
  });
  expect(await seen(member, proposal.id)).toEqual({
    ...whole,
    remainingTokenAmount: null,
    position: null,
  });
  expect(proposal).toMatchObject({ createdAt: NOW, reason: 'Cheap oil.', status: 'ACTIVE' });

  await done(member, proposal.id, 'predict', { amountUsd: '41' });
  await done(member, proposal.id, 'sell', { max: true });
  await done(member, proposal.id, 'predict', { amountUsd: '41' });
  // Members who ever held, each once.
  expect((await seen(leader, proposal.id)).participantCount).toBe(2);
  expect((await seen(member, proposal.id)).remainingTokenAmount).toBe('80');
});

it('values a position as it is bought, sold in part and sold out', async () => {
  const { proposal } = await flock.open();
  const position = async () => (await seen(flock.leader, proposal.id)).position;
  await world.pin('0.6');
  // 48 − 41 = 7, of 41 = 17.0731707317073170731…%
  expect(await position()).toMatchObject({
    currentPriceUsd: '0.6',
    currentValueUsd: '48',
    unrealizedPnlUsd: '7',
    unrealizedPnlPct: '17.073170731707317073',
  });
  // 20 shares: 12 − 20 × 0.012 = 11.76, 0.588 each; their cost is 10.25: 1.51 more, 14.73170731…%
  await done(flock.leader, proposal.id, 'sell', { amountUsd: '12' });
  expect(await position()).toEqual({
    tokenAmount: '60',
    tokenDecimals: 6,
    totalCostUsd: '41',
    avgCostBasisUsd: '0.5125',
    avgExitPriceUsd: '0.588',
    // 36 − 30.75 = 5.25
    unrealizedPnlUsd: '5.25',
    realizedPnlUsd: '1.51',
    currentValueUsd: '36',
    currentPriceUsd: '0.6',
    unrealizedPnlPct: '17.073170731707317073',
    realizedPnlPct: '14.731707317073170732',
  });
  // 60 shares: 24 − 60 × 0.012 = 23.28, 7.47 less than 30.75; together −5.96, of 41 = −14.5365853…%
  await world.pin('0.4');
  await done(flock.leader, proposal.id, 'sell', { max: true });
  expect(await position()).toEqual({
    tokenAmount: '0',
    tokenDecimals: 6,
    totalCostUsd: '41',
    avgCostBasisUsd: '0.5125',
    // 35.04 ÷ 80
    avgExitPriceUsd: '0.438',
    unrealizedPnlUsd: '0',
    realizedPnlUsd: '-5.96',
    currentValueUsd: '0',
    currentPriceUsd: '0.4',
    unrealizedPnlPct: '0',
    realizedPnlPct: '-14.536585365853658537',
  });
  // A new round: 41.2 ÷ 0.412 = 100 shares; what was realized stays.
  await done(flock.leader, proposal.id, 'predict', { amountUsd: '41.2' });
  expect(await position()).toMatchObject({
    tokenAmount: '100',
    totalCostUsd: '41.2',
    avgCostBasisUsd: '0.412',
    avgExitPriceUsd: null,
    realizedPnlUsd: '-5.96',
  });
});

it('values the NO side at 1 less the price of YES', async () => {
  const { proposal } = await flock.open({ isYes: false });
  await world.pin('0.35');
  // 80 × 0.65 = 52
  expect((await seen(flock.leader, proposal.id)).position).toMatchObject({
    currentPriceUsd: '0.65',
    currentValueUsd: '52',
    unrealizedPnlUsd: '11',
  });
});

it('shows who has left what is still held, and nothing else of the group', async () => {
  const { leader, member, groupId } = flock;
  const held = (await flock.open()).proposal.id;
  const other = (await flock.open({ isYes: false })).proposal.id;
  await done(member, held, 'predict', { amountUsd: '41' });
  await member.post(`/groups/${groupId}/leave`);
  const shown = await seen(member, held);
  expect(shown).toMatchObject({ remainingTokenAmount: '80', position: { tokenAmount: '80' } });
  expect(shown.proposal).toEqual((await seen(leader, held)).proposal);
  expect(await codeOf(member, `/predictions/proposals/${other}`)).toEqual(NOT_MEMBER);
  expect(await codeOf(member, listed(groupId))).toEqual(NOT_MEMBER);
  await done(member, held, 'sell', { max: true });
  expect(await codeOf(member, `/predictions/proposals/${held}`)).toEqual(NOT_MEMBER);
  // Back in the group, all of it.
  await flock.join(member);
  expect(await list(member)).toEqual([other, held]);
  expect((await seen(member, held)).position.tokenAmount).toBe('0');
});

it('shows strangers nothing, and nobody what does not exist', async () => {
  const { proposal } = await flock.open();
  const stranger = await world.user();
  const detail = (id: string) => `/predictions/proposals/${id}`;
  expect(await codeOf(stranger, detail(proposal.id))).toEqual(NOT_MEMBER);
  expect(await codeOf(stranger, listed(flock.groupId))).toEqual(NOT_MEMBER);
  for (const groupId of [stranger.userId, 'none']) {
    expect(await codeOf(flock.leader, listed(groupId))).toEqual(NOT_MEMBER);
  }
  const misfit = await codeOf(flock.leader, '/predictions/proposals');
  expect(misfit.slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
  for (const id of [stranger.userId, 'none', proposal.groupId]) {
    const unknown = await codeOf(flock.leader, detail(id));
    expect(unknown.slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  }
  const trader = await world.user({ scopes: ['trade:predictions', 'groups'] });
  await flock.join(trader);
  for (const path of [detail(proposal.id), listed(flock.groupId)]) {
    expect(await codeOf(trader, path)).toEqual([403, 'SCOPE_REQUIRED', { scope: 'read' }]);
  }
});

it('knows the market of a call when nobody lists it any more', async () => {
  const over: Named = {
    eventId: 'bitcoin-up-or-down-in-the-hour-march-3-2026-15h',
    marketId: 'will-bitcoin-rise-in-the-hour-march-3-2026-15h',
  };
  const { proposal } = await flock.open({ ...over, amountUsd: '5' });
  // It closes at 16:00 and is listed for two hours after its result.
  await world.at('2026-03-03T19:00:00.000Z');
  const found = await flock.leader.get(`/predictions/events/search?q=${over.eventId}`);
  expect(found.events).toEqual([]);
  const [entry] = await flock.leader.get(listed(flock.groupId));
  expect(entry.proposal).toMatchObject({ id: proposal.id, status: 'RESOLVED' });
  expect(entry.market).toMatchObject({
    marketTicker: over.marketId,
    eventTicker: over.eventId,
    status: 'resolved',
    result: entry.proposal.result,
    yesBid: null,
    yesAsk: null,
    liquidityUsd: '0',
  });
  expect(entry.market).toEqual((await seen(flock.leader, proposal.id)).market);
  const event = await flock.leader.get(`/predictions/events/${over.eventId}`);
  expect([event.closed, event.markets]).toEqual([true, [entry.market]]);
});
