import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { mints, openGroup, propose } from './world.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await test.pin(mints.sol, '150');
  await test.pin(mints.decimals6, '0.5');
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

const nothing = { stocksValueUsd: '0', predictionsValueUsd: '0', perpsValueUsd: '0' };
const swapIn = (user: TestUser, buy: string, amountUsd: string) =>
  user.post('/spot/swap', { sell: 'USDC', buy, amountUsd });

it('adds up: cash, reserved and every holding at its price, rounded down once', async () => {
  const user = await test.user('adds', { depositUsd: '1000.000001' });
  const { deposit, ...empty } = await user.get('/account');
  expect(empty).toEqual({
    totalValueUsd: '1000.000001',
    cashBalanceUsd: '1000.000001',
    spotValueUsd: '0',
    reservedUsd: '0',
    ...nothing,
  });
  expect(deposit).toEqual({
    walletAddress: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    token: 'USDC',
    tokenMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    network: 'solana',
  });
  expect(await user.get('/account/deposit-address')).toEqual(deposit);

  const groupId = await openGroup(user);
  await propose(user, groupId, '100');
  await swapIn(user, mints.sol, '60');
  await swapIn(user, mints.decimals6, '33.333333');
  // SOL 99.5 ÷ 150 = 0.663333333 and 59.7 ÷ 150 = 0.398: 1.061333333 at 171.000001
  // = 181.4880010043… + JUP (33.333333 − 0.166667) ÷ 0.5 = 66.333332 at 0.61 = 40.46333252:
  // 181.488001 + 40.463332 = 221.951333; cash 1000.000001 − 193.333333 = 806.666668
  await test.pin(mints.sol, '171.000001');
  await test.pin(mints.decimals6, '0.61');
  const { deposit: _, ...held } = await user.get('/account');
  expect(held).toEqual({
    totalValueUsd: '1028.618001',
    cashBalanceUsd: '806.666668',
    spotValueUsd: '221.951333',
    reservedUsd: '0',
    ...nothing,
  });
  const balances = await user.get('/account/balances');
  expect(balances.map(({ name: _name, ...rest }: { name: string }) => rest)).toEqual([
    {
      tokenAddress: deposit.tokenMint,
      symbol: 'USDC',
      decimals: 6,
      balanceRaw: '806666668',
      balance: '806.666668',
      availableRaw: '806666668',
      priceUsd: '1',
      valueUsd: '806.666668',
    },
    expect.objectContaining({
      symbol: 'SOL',
      balanceRaw: '1061333333',
      balance: '1.061333333',
      priceUsd: '171.000001',
      valueUsd: '181.488001',
    }),
    expect.objectContaining({ symbol: 'JUP', balance: '66.333332', valueUsd: '40.463332' }),
  ]);
  const { positions, nextCursor } = await user.get('/account/positions');
  expect(nextCursor).toBeNull();
  expect(positions[0]).toEqual({
    tokenAddress: mints.sol,
    tokenSymbol: 'SOL',
    tokenName: 'Solana',
    balance: '1.061333333',
    value: '181.488001',
    price: '171.000001',
    chainId: 'solana',
    decimals: 9,
    currency: 'usd',
    lastUpdated: expect.stringMatching(/\.\d{3}Z$/),
  });
  expect(positions).toHaveLength(2);
});

it('is worth the same while an order is in flight', async () => {
  const user = await test.user('flight');
  await test.sandbox('PUT', '/venues/spot/behaviour', {
    mode: 'pending',
    delayMs: 1_000,
    count: 1,
  });
  const order = swapIn(user, mints.sol, '250.5');
  let meanwhile = await user.get('/account');
  while (meanwhile.reservedUsd === '0') meanwhile = await user.get('/account');
  expect(meanwhile).toMatchObject({
    totalValueUsd: '1000',
    cashBalanceUsd: '749.5',
    reservedUsd: '250.5',
    spotValueUsd: '0',
  });
  const [usdc] = await user.get('/account/balances');
  expect([usdc.balanceRaw, usdc.availableRaw]).toEqual(['1000000000', '749500000']);
  expect((await user.get('/account/ledger')).entries).toHaveLength(1);
  await order;
  expect((await user.get('/account')).reservedUsd).toBe('0');
});

it('tells the whole story in the statement and in the events, page by page', async () => {
  const user = await test.user('story', { depositUsd: '500' });
  const groupId = await openGroup(user);
  const { proposal, trade } = await propose(user, groupId, '50', mints.decimals6);
  await test.sandbox('POST', `/users/${user.userId}/deposits`, { amountUsd: '25.25' });
  await user.post(`/spot/proposals/${proposal.id}/close`);

  type Line = Record<'id' | 'kind' | 'asset' | 'amount' | 'balanceAfter' | 'ref' | 'at', string>;
  const pages: Line[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { headers, body } = await user.call('GET', `/account/ledger?limit=2${more}`);
    pages.push(body.data.entries);
    expect(headers.get('x-next-cursor')).toBe(body.data.nextCursor);
    cursor = body.data.nextCursor;
  }
  const lines = pages.flat();
  expect(pages.map((page) => page.length)).toEqual([2, 2, 2]);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(6);
  expect(lines.map(({ at }) => at)).toEqual(
    lines
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  // (50 − 0.25) ÷ 0.61 = 81.55737704… → 81.557377; × 0.61 = 49.74999997 → 49.749999;
  // fee 0.248749995 → 0.24875; net 49.501249; 500 − 50 = 450; + 25.25 = 475.25; + 49.501249
  const told = lines.map(({ kind, asset, amount, balanceAfter }) =>
    [kind, asset, amount, balanceAfter].join(' '),
  );
  expect(told.slice(0, 2).toSorted()).toEqual([
    'trade JUP -81.557377 0',
    'trade USDC 49.501249 524.751249',
  ]);
  expect(told[2]).toBe('deposit USDC 25.25 475.25');
  expect(told.slice(3, 5).toSorted()).toEqual([
    'trade JUP 81.557377 81.557377',
    'trade USDC -50 450',
  ]);
  expect(told[5]).toBe('deposit USDC 500 500');
  expect(lines[3]?.ref).toBe(trade.id);

  const { events, latestSeq, oldestSeq } = await user.get('/account/events');
  const numbers = events.map(({ seq }: { seq: number }) => seq);
  expect(numbers).toEqual(Array.from({ length: latestSeq }, (_, n) => n + 1));
  expect(oldestSeq).toBe(1);
  const half = await user.get(`/account/events?after=2&limit=2`);
  expect(half.events).toEqual(events.slice(2, 4));
  expect((await user.get(`/account/events?after=${latestSeq}`)).events).toEqual([]);
  const trades = events.filter(({ type }: { type: string }) => type === 'spot.trade');
  expect(trades[0].data).toEqual(trade);
  expect(trades).toHaveLength(2);
});

it('pages balances and holdings with USDC first', async () => {
  const user = await test.user('pages');
  for (const mint of [mints.sol, mints.decimals6, mints.decimals5]) await swapIn(user, mint, '10');
  const all = await user.get('/account/balances');
  expect(all).toHaveLength(4);
  for (const [path, list] of [
    ['/account/balances', all],
    ['/account/positions', (await user.get('/account/positions')).positions],
  ] as const) {
    const seen = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { headers, body } = await user.call('GET', `${path}?limit=1${more}`);
      seen.push(...(body.data.positions ?? body.data));
      cursor = headers.get('x-next-cursor');
    }
    const addresses = (rows: { tokenAddress: string }[]) => rows.map((row) => row.tokenAddress);
    expect(addresses(seen)).toEqual(addresses(list));
  }
  expect(all[0].symbol).toBe('USDC');
});

it('says who calls and how much is left of the budget', async () => {
  const user = await test.user('budget', { scopes: ['read', 'chat'] });
  const first = await user.call('GET', '/me');
  expect(first.body.data).toMatchObject({
    userId: user.userId,
    idpId: user.idpId,
    username: 'budget',
    authMethod: 'apiKey',
    scopes: ['read', 'chat'],
    rateLimit: { limit: 1_200, windowSeconds: 60 },
    apiKey: { prefix: user.apiKey.slice(0, 10), expiresAt: null },
  });
  expect(user.apiKey).toMatch(/^svc_[0-9A-Za-z]{43}$/);
  expect(JSON.stringify(first.body)).not.toContain(user.apiKey.slice(10));
  expect(first.headers.get('ratelimit-remaining')).toBe('1199');
  const second = await user.call('GET', '/me', undefined, { 'x-request-id': 'mine_1-2' });
  expect(second.headers.get('ratelimit-remaining')).toBe('1198');
  expect(second.headers.get('x-request-id')).toBe('mine_1-2');
});
