import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { closeAll, type Flock, reduce } from './perp-world.ts';
import { MARKETS, type PortfolioWorld, startPortfolioWorld, swap } from './portfolio-world.ts';
import { done, type Named } from './prediction-world.ts';
import { mints } from './world.ts';

let world: PortfolioWorld;
beforeAll(async () => {
  world = await startPortfolioWorld();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const lists = ['spot', 'predictions', 'perps', 'swaps'] as const;
// biome-ignore lint/suspicious/noExplicitAny: an answer of the route.
const idsOf = (page: any): string[] =>
  lists.flatMap((list) => page[list].map(({ id }: { id: string }) => id));

/** A trade of every kind, one a minute; their ids from the first to the last. */
async function tradeAll(user: TestUser, flock: Flock, market: Named): Promise<string[]> {
  const { groupId } = flock;
  const ids: string[] = [];
  /** The id of an order is that of its trade. */
  const note = async <Answer extends { actionJobId: string }>(answer: Answer): Promise<Answer> => {
    ids.push(answer.actionJobId);
    await world.test.sandbox('POST', '/clock', { advanceMs: 60_000 });
    return answer;
  };
  const post = async (path: string, body: object) => note(await user.post(path, body));
  const contractAddress = mints.sol;
  const spot = await post('/spot/proposals', { groupId, contractAddress, amountUsd: '100' });
  const call = { groupId, ...market, isYes: true, amountUsd: '41' };
  const shares = await post('/predictions/proposals', call);
  const perp = await note(await flock.open({}, user));
  await note(await swap(user, '30'));
  await post(`/spot/proposals/${spot.proposal.id}/sell`, { max: true });
  await post(`/predictions/proposals/${shares.proposal.id}/sell`, { amountUsd: '10' });
  await note(await reduce(user, perp.assignmentId, '0.5'));
  await note(await closeAll(user, perp.assignmentId));
  return ids;
}

it('lists every trade as it was answered, newest first in its own list', async () => {
  const flock = await world.flock();
  const { leader } = flock;
  const ids = await tradeAll(leader, flock, MARKETS.gas);
  expect(new Set(ids).size).toBe(8);
  await world.resolve('YES', MARKETS.gas);
  const [{ proposal }] = await leader.get(`/predictions/proposals?groupId=${flock.groupId}`);
  const { trade: claim } = await done(leader, proposal.id, 'claim');
  const trades = await leader.get('/trades');
  const [spotBuy, shareBuy, perpOpen, swapped, spotSale, shareSale, perpReduce, perpClose] = ids;
  expect(trades.nextCursor).toBeNull();
  expect(
    Object.fromEntries(lists.map((list) => [list, idsOf({ ...none, [list]: trades[list] })])),
  ).toEqual({
    spot: [spotSale, spotBuy],
    predictions: [claim.id, shareSale, shareBuy],
    perps: [perpClose, perpReduce, perpOpen],
    swaps: [swapped],
  });
  expect(trades.predictions[0]).toEqual(claim);
  // (100 − 0.5) ÷ 150 = 0.663333333, sold for 99.499999 less 0.4975.
  expect(trades.spot).toMatchObject([
    { tradeType: 'SELL', tokenAmount: '0.663333333', totalCostUsd: '99.499999' },
    { tradeType: 'BUY', tokenAmount: '0.663333333', totalCostUsd: '100', pnlUsd: '0' },
  ]);
  expect(trades.swaps).toMatchObject([
    // 29.85 ÷ 150
    { tradeType: 'BUY', tokenAmount: '0.199', tradingProposalId: '', groupId: '' },
  ]);
  // $100 at 10x and 100: 1,000 lots, notional 1000, fee 0.35; then 500 and 500 for 0.175 each.
  expect(trades.perps).toMatchObject([
    {
      action: 'CLOSE',
      sizeBaseLots: '500',
      notionalUsd: '500',
      feeUsd: '0.175',
      // 100 − 0.35 − 0.175 − 0.175
      collateralOutUsd: '99.3',
    },
    { action: 'REDUCE', sizeBaseLots: '500', feeUsd: '0.175', collateralOutUsd: '0' },
    {
      action: 'OPEN',
      marketSymbol: 'SOL',
      side: 'LONG',
      sizeBaseLots: '1000',
      sizeBaseUnits: '10',
      notionalUsd: '1000',
      priceUsd: '100',
      collateralInUsd: '100',
      feeUsd: '0.35',
      pricePnlUsd: '0',
    },
  ]);
  // A trade is its owner's alone.
  expect(idsOf(await flock.member.get('/trades'))).toEqual([]);
});

const none = { spot: [], predictions: [], perps: [], swaps: [] };

it('loses nothing and repeats nothing while trades go on between its pages', async () => {
  const flock = await world.flock();
  const { leader } = flock;
  const before = await tradeAll(leader, flock, MARKETS.rates);
  // Four more at one and the same instant: their ids decide.
  for (let n = 0; n < 4; n += 1) before.push((await swap(leader, '10')).actionJobId);
  for (const limit of [1, 5]) {
    const seen: string[][] = [];
    const meanwhile: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { headers, body } = await leader.call('GET', `/trades?limit=${limit}${query}`);
      seen.push(idsOf(body.data));
      cursor = body.data.nextCursor;
      expect(headers.get('x-next-cursor')).toBe(cursor);
      meanwhile.push((await swap(leader, '2')).actionJobId);
    } while (cursor !== null);
    expect(seen.slice(0, -1).map((page) => page.length)).toEqual(
      seen.slice(0, -1).map(() => limit),
    );
    expect(seen.flat().toSorted()).toEqual(before.toSorted());
    // Each page is older than the one before, over all lists together.
    const order = new Map(before.map((id, n) => [id, n]));
    const places = seen.map((page) => page.map((id) => order.get(id) ?? -1));
    for (const [n, page] of places.slice(1).entries()) {
      expect(Math.max(...page)).toBeLessThan(Math.min(...(places[n] ?? [])));
    }
    before.push(...meanwhile);
  }
  expect(idsOf(await leader.get('/trades?limit=200')).toSorted()).toEqual(before.toSorted());
  expect((await leader.get('/trades?limit=1')).swaps[0].id).toBe(before.at(-1));
});

it('tells where it goes on only to those who can', async () => {
  const { leader } = await world.flock();
  const { headers } = await leader.call('GET', '/trades');
  expect(headers.get('x-next-cursor')).toBeNull();
  const wrong = Buffer.from(JSON.stringify(['x', 1])).toString('base64url');
  const past = Buffer.from(JSON.stringify([1e15, leader.userId])).toString('base64url');
  for (const cursor of [wrong, past]) {
    const { status, body } = await leader.call('GET', `/trades?cursor=${cursor}`);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  }
});
