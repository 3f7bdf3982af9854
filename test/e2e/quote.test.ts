import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { latestSeq, mints, openWorld, propose } from './world.ts';

let test: TestApp;
let leader: TestUser;
let groupId: string;
let proposalId: string;
beforeAll(async () => {
  test = await startTestApp();
  ({ leader, groupId } = await openWorld(test));
  proposalId = (await propose(leader, groupId, '100')).proposal.id;
  await test.sandbox('POST', '/clock', { freeze: true, advanceMs: 60_000 });
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

const quote = (body: object) => leader.call('POST', '/spot/quote', body);
const inTrade = ({ tokenAmount, pricePerTokenUsd, totalCostUsd, svcFeeUsd }: object & Quoted) => ({
  tokenAmount,
  pricePerTokenUsd,
  totalCostUsd,
  svcFeeUsd,
});
interface Quoted {
  readonly tokenAmount: string;
  readonly pricePerTokenUsd: string;
  readonly totalCostUsd: string;
  readonly svcFeeUsd: string;
}

it('is what a buy and a sale then get under a pin', async () => {
  await test.pin(mints.sol, '151.37');
  const before = await latestSeq(leader);
  const buy = (await quote({ contractAddress: mints.sol, amountUsd: '33.333333' })).body.data;
  // fee 33.333333 × 0.005 = 0.166666665 → 0.166667; 33.166666 ÷ 151.37 = 0.219109902… (9 places)
  expect(buy).toEqual({
    side: 'BUY',
    tokenAmount: '0.219109902',
    pricePerTokenUsd: '151.37',
    totalCostUsd: '33.333333',
    svcFeeUsd: '0.166667',
    priceImpactPct: '0',
    minimumUsd: '1',
    at: expect.stringMatching(/Z$/),
  });
  const sale = (await quote({ proposalId, amountUsd: '44' })).body.data;
  // 44 ÷ 151.37 = 0.29067846997… → 0.290678469; × 151.37 = 43.99999985… → 43.999999;
  // fee 0.219999995 → 0.22
  expect(inTrade(sale)).toEqual({
    tokenAmount: '0.290678469',
    pricePerTokenUsd: '151.37',
    totalCostUsd: '43.999999',
    svcFeeUsd: '0.22',
  });
  // 0.000001 ÷ 151.37 is 6 units of 1e-9, worth 0.000000908: nothing. 0.000002 is 13, worth
  // 0.000001967, which pays 0.000001.
  expect([sale.side, sale.minimumUsd, sale.priceImpactPct]).toEqual(['SELL', '0.000002', '0']);
  const all = (await quote({ proposalId, max: true, amountUsd: 'ignored' })).body.data;
  expect(await latestSeq(leader)).toBe(before);

  const path = `/spot/proposals/${proposalId}`;
  const sold = await leader.post(`${path}/sell`, { amountUsd: '44' });
  expect(inTrade(sold.trade)).toEqual(inTrade(sale));
  const bought = await leader.post(`${path}/buy`, { amountUsd: '33.333333' });
  expect(inTrade(bought.trade)).toEqual(inTrade(buy));
  // 0.663333333 of the opening, all of which was quoted
  expect(all.tokenAmount).toBe('0.663333333');
});

it('is what an order then gets at a frozen instant of the walking market', async () => {
  await test.sandbox('DELETE', `/prices/token/${mints.sol}`);
  const body = { contractAddress: mints.sol, amountUsd: '250' };
  const quoted = (await quote(body)).body.data;
  expect(Number(quoted.priceImpactPct)).toBeGreaterThan(0);
  expect((await quote(body)).body.data).toEqual(quoted);
  const { trade } = await leader.post(`/spot/proposals/${proposalId}/buy`, { amountUsd: '250' });
  expect(inTrade(trade)).toEqual(inTrade(quoted));
  const sale = (await quote({ proposalId, max: true })).body.data;
  // Bid below ask: what was bought cannot be sold at the same price.
  expect(Number(sale.pricePerTokenUsd)).toBeLessThan(Number(quoted.pricePerTokenUsd));
  const sold = await leader.post(`/spot/proposals/${proposalId}/sell`, { max: true });
  expect(inTrade(sold.trade)).toEqual(inTrade(sale));
});

it('names the least that can be traded, and that least trades', async () => {
  // One whole token at 40: 40 ÷ 0.995 = 40.2010050… → 40.201006, of which 0.201006 are the fee.
  await test.pin(mints.decimals0, '40');
  const { body } = await quote({ contractAddress: mints.decimals0, amountUsd: '100' });
  expect(body.data).toMatchObject({ tokenAmount: '2', minimumUsd: '40.201006' });
  const below = await quote({ contractAddress: mints.decimals0, amountUsd: '40.201005' });
  expect([below.status, below.body.code]).toEqual([400, 'AMOUNT_BELOW_MINIMUM']);
  const least = await propose(leader, groupId, '40.201006', mints.decimals0);
  expect(least.trade).toMatchObject({ tokenAmount: '1', svcFeeUsd: '0.201006' });
  const sale = await quote({ proposalId: least.proposal.id, amountUsd: '40' });
  expect(sale.body.data).toMatchObject({ tokenAmount: '1', minimumUsd: '40' });
});

it('is refused like the order, and wants exactly one of both kinds', async () => {
  const refusals: [object, number, string][] = [
    [{}, 400, 'VALIDATION_FAILED'],
    [{ contractAddress: mints.sol, proposalId, amountUsd: '5' }, 400, 'VALIDATION_FAILED'],
    [{ contractAddress: mints.sol }, 400, 'VALIDATION_FAILED'],
    [{ contractAddress: mints.sol, max: true }, 400, 'VALIDATION_FAILED'],
    [{ proposalId }, 400, 'VALIDATION_FAILED'],
    [{ proposalId, max: false }, 400, 'VALIDATION_FAILED'],
    [{ contractAddress: mints.sol, amountUsd: '0.999999' }, 400, 'AMOUNT_BELOW_MINIMUM'],
    [{ contractAddress: 'x', amountUsd: '5' }, 404, 'TOKEN_NOT_FOUND'],
    [{ proposalId: leader.userId, max: true }, 404, 'NOT_FOUND'],
    [{ proposalId: 'x', max: true }, 404, 'NOT_FOUND'],
    [{ proposalId, max: true }, 400, 'NO_POSITION'],
    [{ contractAddress: mints.decimals5, amountUsd: '90000000' }, 400, 'NO_LIQUIDITY'],
  ];
  for (const [body, status, code] of refusals) {
    const answer = await quote(body);
    expect([body, answer.status, answer.body.code]).toEqual([body, status, code]);
  }
});

it('needs no more than the right to read and takes nobody else for the owner', async () => {
  const reader = await test.user('reader', { scopes: ['read'] });
  const body = { contractAddress: mints.decimals0, amountUsd: '100' };
  expect((await reader.call('POST', '/spot/quote', body)).status).toBe(200);
});
