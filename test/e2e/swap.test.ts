import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { mints, openWorld, propose } from './world.ts';

const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await test.pin(mints.sol, '150');
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

const swap = (user: TestUser, sell: string, buy: string, amountUsd: string) =>
  user.call('POST', '/spot/swap', { sell, buy, amountUsd });

it('buys and sells for oneself, exactly, and leaves a statement', async () => {
  const ada = await test.user('ada');
  const bought = await swap(ada, 'USDC', mints.sol, '100');
  // fee 100 × 0.005 = 0.5; 99.5 ÷ 150 = 0.66333333… → 0.663333333
  const { signature, actionJobId } = bought.body.data;
  expect(bought.status).toBe(200);
  expect(bought.body.data).toEqual({
    success: true,
    signature: `paper_${actionJobId}`,
    inputAmountRaw: '100000000',
    outputAmountRaw: '663333333',
    svcFeeUsd: '0.5',
    pending: false,
    actionJobId,
  });
  await test.pin(mints.sol, '180');
  const sold = await swap(ada, mints.sol, 'USDC', '50');
  // 50 ÷ 180 = 0.27777777… → 0.277777777; × 180 = 49.99999986 → 49.999999;
  // fee 0.249999995 → 0.25; net 49.749999
  expect(sold.body.data).toMatchObject({
    success: true,
    inputAmountRaw: '277777777',
    outputAmountRaw: '49749999',
    svcFeeUsd: '0.25',
  });
  const { entries } = await ada.get('/account/ledger');
  const lines = entries.map(
    ({ asset, amount, balanceAfter, kind }: Record<string, string>) =>
      `${kind} ${asset} ${amount} → ${balanceAfter}`,
  );
  // 1000 − 100 = 900; + 49.749999; 0.663333333 − 0.277777777 = 0.385555556
  expect(lines.toSorted()).toEqual(
    [
      'deposit USDC 1000 → 1000',
      'trade USDC -100 → 900',
      'trade SOL 0.663333333 → 0.663333333',
      'trade SOL -0.277777777 → 0.385555556',
      'trade USDC 49.749999 → 949.749999',
    ].toSorted(),
  );
  const action = await ada.get(`/actions/${actionJobId}`);
  expect(action).toMatchObject({ kind: 'spot.swap', status: 'SETTLED' });
  expect(action.proposalId).toBeUndefined();
  // A personal trade belongs to no group and no proposal.
  expect(action.trade).toMatchObject({
    tradeType: 'BUY',
    groupId: '',
    tradingProposalId: '',
    txSignature: signature,
    tokenAmount: '0.663333333',
    pricePerTokenUsd: '150',
    totalCostUsd: '100',
  });
});

it('takes USDC by name or by mint, on exactly one side', async () => {
  const bea = await test.user('bea');
  expect((await swap(bea, USDC_MINT, mints.sol, '10')).status).toBe(200);
  expect((await swap(bea, mints.sol, USDC_MINT, '1')).status).toBe(200);
  for (const [sell, buy] of [
    ['USDC', 'USDC'],
    ['USDC', USDC_MINT],
    [mints.sol, mints.decimals6],
    [mints.sol, mints.sol],
  ] as const) {
    const { status, body } = await swap(bea, sell, buy, '5');
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  }
  for (const sell of ['usdc', 'SOL', '', 'USDC ']) {
    const { status, body } = await swap(bea, sell, 'USDC', '5');
    expect([status, body.code]).toEqual([404, 'TOKEN_NOT_FOUND']);
  }
});

it('sells no more than swaps have bought: what is held in proposals is sold there', async () => {
  const { leader, groupId } = await openWorld(test);
  const { proposal } = await propose(leader, groupId, '100');
  const none = await swap(leader, mints.sol, 'USDC', '10');
  expect([none.status, none.body.code]).toEqual([400, 'NO_POSITION']);
  await leader.post('/spot/swap', { sell: 'USDC', buy: mints.sol, amountUsd: '20' });
  // (20 − 0.1) ÷ 150 = 0.132666666, all of it although 500 were asked for
  const all = await swap(leader, mints.sol, 'USDC', '500');
  expect(all.body.data.inputAmountRaw).toBe('132666666');
  const { userPosition } = await leader.get(`/spot/proposals/${proposal.id}`);
  expect(userPosition.currentTokenAmountRaw).toBe('663333333');
  const [held] = (await leader.get('/account/positions')).positions;
  expect([held.tokenSymbol, held.balance]).toEqual(['SOL', '0.663333333']);
});

it('lets nobody but the owner see a swap', async () => {
  const cem = await test.user('cem');
  const { data } = (await swap(cem, 'USDC', mints.sol, '10')).body;
  const dan = await test.user('dan');
  expect((await dan.call('GET', `/actions/${data.actionJobId}`)).status).toBe(404);
});
