import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { act, at, closeAll, type Flock, increase, pick, reduce } from './perp-world.ts';
import {
  callPrediction,
  callSpot,
  idsOf,
  type Json,
  MARKETS,
  none,
  type PortfolioWorld,
  portfolio,
  startPortfolioWorld,
} from './portfolio-world.ts';
import { done } from './prediction-world.ts';
import { mints } from './world.ts';

let world: PortfolioWorld;
let flock: Flock;
let leader: TestUser;
let member: TestUser;
beforeAll(async () => {
  world = await startPortfolioWorld();
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock();
  ({ leader, member } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const open = async (user: TestUser) => (await portfolio(user)).open;
const past = async (user: TestUser) => (await portfolio(user)).past;

it('is empty before the first trade, and a swap is a holding, not a position', async () => {
  expect(await portfolio(leader)).toEqual({ open: none, past: none });
  await leader.post('/spot/swap', { sell: 'USDC', buy: mints.sol, amountUsd: '10' });
  expect(await portfolio(leader)).toEqual({ open: none, past: none });
});

it('keeps a spot position open while tokens are held, and past once they are sold', async () => {
  const id = await callSpot(flock, leader);
  await member.post(`/spot/proposals/${id}/buy`, { amountUsd: '50' });
  expect(await open(leader)).toEqual({ ...none, spot: [id] });
  const { spot } = await member.get('/positions');
  expect(spot).toEqual([(await member.get(`/spot/proposals?groupId=${flock.groupId}`))[0]]);
  // (50 − 0.25) ÷ 150 = 0.33166666…; 0.331666666 × 150 = 49.7499999
  expect(spot[0].userPosition).toMatchObject({
    hasPosition: true,
    currentTokenAmountRaw: '331666666',
    totalCostUsd: '50',
    currentValueUsd: '49.749999',
    unrealizedPnlUsd: '-0.250001',
  });
  expect(spot[0].participantCount).toBe(2);

  // The leader's own position goes with the call, the member's stays.
  await leader.post(`/spot/proposals/${id}/close`);
  expect(await portfolio(leader)).toEqual({ open: none, past: { ...none, spot: [id] } });
  expect(await portfolio(member)).toEqual({ open: { ...none, spot: [id] }, past: none });
  const [held] = (await member.get('/positions')).spot;
  expect(held.proposal.closedAt).not.toBeNull();
  // 0.663333333 × 150 = 99.49999995 → 99.499999; fee 0.497499995 → 0.4975; 99.002499 − 100
  const [flat] = (await leader.get('/positions/past')).spot;
  expect(flat.userPosition).toMatchObject({
    hasPosition: false,
    currentTokenAmountRaw: '0',
    realizedPnlUsd: '-0.997501',
    unrealizedPnlUsd: '0',
  });

  await member.post(`/spot/proposals/${id}/sell`, { amountUsd: '20' });
  expect(await open(member)).toEqual({ ...none, spot: [id] });
  await member.post(`/spot/proposals/${id}/sell`, { max: true });
  expect(await portfolio(member)).toEqual({ open: none, past: { ...none, spot: [id] } });
});

it('brings a position back when it is bought again', async () => {
  const id = await callSpot(flock, leader);
  await member.post(`/spot/proposals/${id}/buy`, { amountUsd: '50' });
  await member.post(`/spot/proposals/${id}/sell`, { max: true });
  expect(await portfolio(member)).toEqual({ open: none, past: { ...none, spot: [id] } });
  await member.post(`/spot/proposals/${id}/buy`, { amountUsd: '50' });
  expect(await portfolio(member)).toEqual({ open: { ...none, spot: [id] }, past: none });
});

it('lists a stock with the tokens', async () => {
  await world.test.sandbox('PUT', '/stocks/status', { marketStatus: 'OPEN' });
  await world.test.sandbox('PUT', '/prices/stock/AAPL', { priceUsd: '200' });
  const { proposal } = await leader.post('/spot/stocks/AAPL/buy', {
    groupId: flock.groupId,
    amountUsd: '50',
  });
  const { spot } = await leader.get('/positions');
  // 49.75 ÷ 200 = 0.24875
  expect(spot[0].proposal.token.symbol).toBe('AAPLon');
  expect(pick(spot[0].userPosition, 'currentTokenAmountRaw', 'currentValueUsd')).toEqual([
    '248750000',
    '49.75',
  ]);
  expect(await open(leader)).toEqual({ ...none, spot: [proposal.id] });
});

it('keeps shares open until they are sold, claimed or lost', async () => {
  const { gas, rates } = MARKETS;
  const yes = await callPrediction(flock, leader);
  const no = await callPrediction(flock, leader, { isYes: false });
  const other = await callPrediction(flock, leader, rates);
  await done(member, yes, 'predict', { amountUsd: '41' });
  await done(member, no, 'predict', { amountUsd: '41' });
  expect(await open(leader)).toEqual({ ...none, predictions: [other, no, yes] });
  const shown = (await member.get('/positions')).predictions;
  const listed = await member.get(`/predictions/proposals?groupId=${flock.groupId}`);
  expect(shown).toEqual([listed[1], listed[2]]);
  // 80 × (0.5 + 0.05 × 0.25) = 41
  expect(shown[1]).toMatchObject({
    remainingTokenAmount: '80',
    userPosition: { currentValueUsd: '40', unrealizedPnlUsd: '-1', totalCostUsd: '41' },
    participantCount: 2,
  });

  // All sold: past, while the call goes on.
  await done(leader, other, 'sell', { max: true });
  expect(await portfolio(leader)).toMatchObject({
    open: { predictions: [no, yes] },
    past: { predictions: [other] },
  });

  // Neither trades nor pays yet: still open.
  await world.status('closed', gas);
  expect(await open(leader)).toEqual({ ...none, predictions: [no, yes] });

  // Won and not claimed is open, lost is past although the shares are still there.
  await world.resolve('YES', gas);
  for (const [user, before] of [[leader, [other]] as const, [member, []] as const]) {
    expect(await portfolio(user)).toEqual({
      open: { ...none, predictions: [yes] },
      past: { ...none, predictions: [...before, no] },
    });
  }
  const [won] = (await member.get('/positions')).predictions;
  expect(won).toMatchObject({
    proposal: { status: 'RESOLVED', didWin: true },
    userPosition: { currentPriceUsd: '1', currentValueUsd: '80', unrealizedPnlUsd: '39' },
  });
  const [lost] = (await member.get('/positions/past')).predictions;
  expect(lost).toMatchObject({
    proposal: { status: 'RESOLVED', didWin: false },
    remainingTokenAmount: '80',
    userPosition: { currentValueUsd: '0', unrealizedPnlUsd: '-41' },
  });

  await done(member, yes, 'claim');
  expect(await portfolio(member)).toEqual({
    open: none,
    past: { ...none, predictions: [no, yes] },
  });
  expect(await open(leader)).toEqual({ ...none, predictions: [yes] });
});

it('pays half for both sides of a void market, so both stay open until they are claimed', async () => {
  const { rates } = MARKETS;
  const yes = await callPrediction(flock, leader, rates);
  const no = await callPrediction(flock, leader, { ...rates, isYes: false });
  await world.resolve('VOID', rates);
  expect(await open(leader)).toEqual({ ...none, predictions: [no, yes] });
  await done(leader, no, 'claim');
  expect(await portfolio(leader)).toEqual({
    open: { ...none, predictions: [yes] },
    past: { ...none, predictions: [no] },
  });
});

it('files perpetual positions by their status', async () => {
  const first = await flock.open({ takeProfitPct: '40' });
  const { assignmentId: kept } = await increase(member, first.proposalId);
  const { assignmentId: closed } = await increase(leader, first.proposalId);
  expect(await open(leader)).toEqual({ ...none, perps: [closed, first.assignmentId] });
  const { perps } = await member.get('/positions');
  expect(perps).toEqual(await member.get('/perps/positions'));
  expect(pick(perps[0], 'effectiveCollateralUsdc', 'participantCount')).toEqual(['99.65', 2]);

  await reduce(leader, closed, '0.5');
  expect((await open(leader)).perps).toEqual([closed, first.assignmentId]);
  await closeAll(leader, closed);
  expect(await portfolio(leader)).toEqual({
    open: { ...none, perps: [first.assignmentId] },
    past: { ...none, perps: [closed] },
  });

  // The take-profit at 104: past at once, with the proceeds waiting.
  await act(member, kept, 'reduce', { reduceFraction: '0.2', isFullClose: false });
  await world.move('105');
  const [waiting] = (await leader.get('/positions/past')).perps.slice(-1);
  expect(pick(waiting, 'id', 'status', 'closeReason', 'isClaimable', 'claimedAt')).toEqual([
    first.assignmentId,
    'CLOSED',
    'TAKE_PROFIT',
    true,
    null,
  ]);
  expect(await open(leader)).toEqual(none);
  await act(leader, first.assignmentId, 'claim');
  const [claimed] = (await leader.get('/positions/past')).perps.slice(-1);
  expect(pick(claimed, 'id', 'isClaimable')).toEqual([first.assignmentId, false]);
  expect(claimed.claimedAt).not.toBeNull();

  // A liquidation ends another one.
  const { assignmentId: gone } = await flock.open({ leverage: '15' }, leader);
  await world.move('90');
  expect((await past(leader)).perps).toEqual([gone, closed, first.assignmentId]);
  const [liquidated] = (await leader.get('/positions/past')).perps;
  expect(liquidated.status).toBe('LIQUIDATED');
});

it('shows who has left a group what is theirs, open and past', async () => {
  const spot = await callSpot(flock, leader);
  const sold = await callSpot(flock, leader, mints.decimals6);
  const predictions = await callPrediction(flock, leader, MARKETS.cut);
  const { proposalId } = await flock.open();
  await member.post(`/spot/proposals/${spot}/buy`, { amountUsd: '50' });
  await member.post(`/spot/proposals/${sold}/buy`, { amountUsd: '50' });
  await member.post(`/spot/proposals/${sold}/sell`, { max: true });
  const { assignmentId } = await increase(member, proposalId);
  await member.post(`/groups/${flock.groupId}/leave`);
  expect(await portfolio(member)).toEqual({
    open: { ...none, spot: [spot], perps: [assignmentId] },
    past: { ...none, spot: [sold] },
  });
  expect((await open(leader)).predictions).toEqual([predictions]);
});

it('goes on page by page in every vertical, each position once', async () => {
  const spot = [await callSpot(flock, leader), await callSpot(flock, leader, mints.decimals6)];
  spot.push(await callSpot(flock, leader, mints.decimals8));
  const predictions = [await callPrediction(flock, leader, MARKETS.cut)];
  const { assignmentId, proposalId } = await flock.open({ collateralUsd: '20' });
  const perps = [assignmentId];
  for (let n = 0; n < 4; n += 1) {
    perps.push((await increase(leader, proposalId, { collateralUsd: '20' })).assignmentId);
  }
  const pages: Json[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { status, headers, body } = await leader.call('GET', `/positions?limit=2${query}`);
    expect(status).toBe(200);
    pages.push(body.data);
    cursor = headers.get('x-next-cursor');
  }
  const shown = pages.map(idsOf);
  const newest = (ids: readonly string[]) => ids.toReversed();
  expect(shown.flatMap((page) => page.perps)).toEqual(newest(perps));
  expect(shown.flatMap((page) => page.spot)).toEqual(newest(spot));
  expect(shown.map((page) => page.predictions)).toEqual([predictions, [], []]);
  const all = await leader.call('GET', '/positions?limit=200');
  expect(all.headers.get('x-next-cursor')).toBeNull();
  expect(all.body.data.perps).toEqual(pages.flatMap((page) => page.perps));
});

it('needs the scope to read', async () => {
  const mute = await world.user({ scopes: ['chat'] });
  for (const path of ['/positions', '/positions/past', '/trades', '/account/pnl']) {
    const { status, body } = await mute.call('GET', path);
    expect([path, status, body.code]).toEqual([path, 403, 'SCOPE_REQUIRED']);
  }
  expect(await world.test.sandbox('GET', '/clock')).toMatchObject({ now: at('16:00:00.000') });
});
