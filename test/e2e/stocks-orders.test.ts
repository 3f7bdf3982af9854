import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { AAPL_MINT, refusal, type StockWorld, startStockWorld } from './stock-world.ts';
import { mints } from './world.ts';

let world: StockWorld;

beforeEach(async () => {
  world = await startStockWorld();
});
afterEach(async () => {
  await world.test.audit();
  await world.test.stop();
});

const promote = (user: TestUser) =>
  world.leader.post(`/groups/${world.groupId}/members/${user.userId}/promote`, {});
const join = async (name: string) => {
  const user = await world.test.user(name);
  await user.post(`/groups/${world.groupId}/join`);
  return user;
};

it('opens with the first buy of a leader, then everybody buys into it', async () => {
  const { leader, member, groupId, order } = world;
  // Nothing is open: a plain member may not.
  const early = await order(member, 'buy', { amountUsd: '10' });
  expect(refusal(early).slice(0, 2)).toEqual([403, 'LEADER_REQUIRED']);
  // $100: fee 0.5, 99.5 ÷ 250 = 0.398.
  const opened = await order(leader, 'buy', { amountUsd: '100', reason: 'Earnings.' }, 'aaplON');
  expect(opened.status).toBe(201);
  const { proposal, trade, pending, actionJobId } = opened.body.data;
  expect([pending, actionJobId]).toEqual([false, trade.id]);
  expect(proposal).toMatchObject({
    groupId,
    tokenMetadataId: AAPL_MINT,
    createdByUserIdpId: leader.idpId,
    reason: 'Earnings.',
    initialPriceUsd: '250',
    token: { symbol: 'AAPLon', name: 'Apple' },
    trades: [trade],
  });
  expect(trade).toMatchObject({
    tradingProposalId: proposal.id,
    tradeType: 'BUY',
    tokenAmount: '0.398',
    tokenDecimals: 9,
    pricePerTokenUsd: '250',
    totalCostUsd: '100',
    svcFeeUsd: '0.5',
  });
  // $25.5: fee 0.1275, 25.3725 ÷ 250 = 0.10149. A reason is for an opening only.
  const joined = await order(member, 'buy', { amountUsd: '25.5', reason: 'Me too.' });
  expect(joined.status).toBe(200);
  expect(joined.body.data.trade).toMatchObject({
    tradingProposalId: proposal.id,
    walletAddress: (await member.get('/account')).deposit.walletAddress,
    tokenAmount: '0.10149',
    totalCostUsd: '25.5',
    svcFeeUsd: '0.1275',
  });
  expect(joined.body.data).toMatchObject({
    pending: false,
    actionJobId: joined.body.data.trade.id,
  });
  expect(joined.body.data.proposal).toEqual({
    ...proposal,
    trades: [joined.body.data.trade],
  });
  const again = await order(leader, 'buy', { amountUsd: '10' });
  expect([again.status, again.body.data.proposal.id]).toEqual([200, proposal.id]);
  const list = await member.get(`/spot/proposals?groupId=${groupId}`);
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({ participantCount: 2, proposal: { id: proposal.id } });
  expect(await leader.get(`/actions/${actionJobId}`)).toMatchObject({
    kind: 'spot.open',
    status: 'SETTLED',
    trade: { id: trade.id },
  });
});

it('sells at average cost and shows the proposal', async () => {
  const { leader, order } = world;
  await order(leader, 'buy', { amountUsd: '100' });
  await world.pin('AAPL', '260');
  // 52 ÷ 260 = 0.2; fee 0.26, 51.74 arrive; cost 100 × 0.2 ÷ 0.398 = 50.251256.
  const sold = await order(leader, 'sell', { amountUsd: '52' });
  expect(sold.status).toBe(200);
  const { proposal, trade } = sold.body.data;
  expect(trade).toMatchObject({
    tradingProposalId: proposal.id,
    tradeType: 'SELL',
    tokenAmount: '0.2',
    totalCostUsd: '52',
    svcFeeUsd: '0.26',
    pnlUsd: '1.488744',
  });
  expect(proposal).toMatchObject({ closedAt: null, trades: [trade] });
  // The rest, 0.198: 51.48, fee 0.2574.
  const rest = await order(leader, 'sell', { max: true, amountUsd: 'nonsense' });
  expect(rest.body.data.trade).toMatchObject({ tokenAmount: '0.198', totalCostUsd: '51.48' });
  // 1000 − 100 + 51.74 + 51.2226
  expect((await leader.get('/account')).cashBalanceUsd).toBe('1002.9626');
  expect(refusal(await order(leader, 'sell', { max: true }))).toEqual([400, 'NO_POSITION', {}]);
});

it('values stocks apart from tokens', async () => {
  const { test, leader, order } = world;
  await test.pin(mints.sol, '150');
  await order(leader, 'buy', { amountUsd: '100' });
  await leader.post('/spot/swap', { sell: 'USDC', buy: AAPL_MINT, amountUsd: '50' });
  await leader.post('/spot/swap', { sell: 'USDC', buy: mints.sol, amountUsd: '60' });
  await world.pin('AAPL', '300');
  // 0.398 + 49.75 ÷ 250 = 0.199 come to 0.597 at 300; 59.7 ÷ 150 = 0.398 SOL.
  expect(await leader.get('/account')).toMatchObject({
    cashBalanceUsd: '790',
    stocksValueUsd: '179.1',
    spotValueUsd: '59.7',
    totalValueUsd: '1028.8',
  });
  const { positions } = await leader.get('/account/positions');
  const rows = positions.map(({ tokenSymbol, balance, value }: Record<string, string>) => [
    tokenSymbol,
    balance,
    value,
  ]);
  expect(rows.toSorted()).toEqual([
    ['AAPLon', '0.597', '179.1'],
    ['SOL', '0.398', '59.7'],
  ]);
});

it('takes a ticker in the place of a mint', async () => {
  const { leader, member, groupId } = world;
  await world.pin('SPY', '600');
  const propose = (body: object) =>
    leader.call('POST', '/spot/proposals', { groupId, amountUsd: '12', ...body });
  const opened = await propose({ ticker: 'spyON' });
  expect(opened.status).toBe(201);
  // 11.94 ÷ 600
  expect(opened.body.data.trade.tokenAmount).toBe('0.0199');
  const { id } = opened.body.data.proposal;
  const mint = opened.body.data.proposal.tokenMetadataId;
  for (const name of [{ ticker: 'SPY' }, { contractAddress: mint }]) {
    const again = await propose(name);
    expect(refusal(again)).toEqual([400, 'DUPLICATE_PROPOSAL', { proposalId: id }]);
  }
  const unknown = await propose({ ticker: 'NOPE' });
  expect(refusal(unknown)).toEqual([404, 'STOCK_NOT_FOUND', { ticker: 'NOPE' }]);
  const token = await propose({ ticker: 'SOL' });
  expect(refusal(token)).toEqual([404, 'STOCK_NOT_FOUND', { ticker: 'SOL' }]);
  for (const names of [{}, { ticker: 'SPY', contractAddress: mint }]) {
    expect(refusal(await propose(names)).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
  }
  const quote = (body: object) => member.call('POST', '/spot/quote', { amountUsd: '12', ...body });
  expect((await quote({ ticker: 'spy' })).body.data).toMatchObject({
    side: 'BUY',
    tokenAmount: '0.0199',
    totalCostUsd: '12',
    minimumUsd: '1',
  });
  expect(refusal(await quote({ ticker: 'NOPE' }))).toEqual([
    404,
    'STOCK_NOT_FOUND',
    { ticker: 'NOPE' },
  ]);
  for (const names of [
    { ticker: 'SPY', contractAddress: mint },
    { ticker: 'SPY', proposalId: id },
  ]) {
    expect(refusal(await quote(names)).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
  }
});

it('refuses what is too small, too dear, unknown or not of the group', async () => {
  const { test, leader, order } = world;
  const details = { minimumUsd: '1', amountUsd: '0.999999' };
  const small = await order(leader, 'buy', { amountUsd: '0.999999' });
  expect(refusal(small)).toEqual([400, 'AMOUNT_BELOW_MINIMUM', details]);
  expect((await order(leader, 'buy', { amountUsd: '1' })).status).toBe(201);
  const into = await order(leader, 'buy', { amountUsd: '0.999999' });
  expect(refusal(into)).toEqual([400, 'AMOUNT_BELOW_MINIMUM', details]);
  const swap = { sell: 'USDC', buy: AAPL_MINT, amountUsd: '0.999999' };
  expect(refusal(await leader.call('POST', '/spot/swap', swap))).toEqual([
    400,
    'AMOUNT_BELOW_MINIMUM',
    details,
  ]);
  expect(refusal(await order(leader, 'buy', { amountUsd: '999.01' }))).toEqual([
    400,
    'INSUFFICIENT_FUNDS',
    { required: '999.01', available: '999', currency: 'USDC' },
  ]);
  for (const way of ['buy', 'sell'] as const) {
    const nope = await order(leader, way, { amountUsd: '5' }, 'NOPE');
    expect(refusal(nope)).toEqual([404, 'STOCK_NOT_FOUND', { ticker: 'NOPE' }]);
    const stranger = await order(await test.user(`stranger_${way}`), way, { amountUsd: '5' });
    expect(refusal(stranger).slice(0, 2)).toEqual([403, 'NOT_GROUP_MEMBER']);
    const nowhere = await order(leader, way, { amountUsd: '5', groupId: 'nowhere' });
    expect(refusal(nowhere).slice(0, 2)).toEqual([403, 'NOT_GROUP_MEMBER']);
  }
  expect(refusal(await order(leader, 'sell', {})).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
});

it('sells what is held under a closed proposal, also after leaving', async () => {
  const { leader, member, groupId, order } = world;
  const first = (await order(leader, 'buy', { amountUsd: '10' })).body.data.proposal;
  await order(member, 'buy', { amountUsd: '50' });
  await leader.post(`/spot/proposals/${first.id}/close`);
  const second = (await order(leader, 'buy', { amountUsd: '10' })).body.data.proposal;
  expect(second.id).not.toBe(first.id);
  await order(member, 'buy', { amountUsd: '25' });
  // The open proposal comes first: 24.875 ÷ 250 = 0.0995.
  const open = await order(member, 'sell', { max: true });
  expect([open.body.data.proposal.id, open.body.data.trade.tokenAmount]).toEqual([
    second.id,
    '0.0995',
  ]);
  await member.post(`/groups/${groupId}/leave`);
  const barred = await order(member, 'buy', { amountUsd: '5' });
  expect(refusal(barred).slice(0, 2)).toEqual([403, 'NOT_GROUP_MEMBER']);
  // Then what is left, under the closed one: 49.75 ÷ 250 = 0.199.
  const closed = await order(member, 'sell', { max: true });
  expect([closed.body.data.proposal.id, closed.body.data.trade.tokenAmount]).toEqual([
    first.id,
    '0.199',
  ]);
  expect(closed.body.data.proposal.closedAt).not.toBeNull();
  const none = await order(member, 'sell', { max: true });
  expect(refusal(none).slice(0, 2)).toEqual([403, 'NOT_GROUP_MEMBER']);
});

it('makes one proposal of what leaders buy at once', async () => {
  const { leader, member, groupId, order } = world;
  const leaders = [leader, member, await join('third'), await join('fourth')];
  for (const other of leaders.slice(1)) await promote(other);
  for (const ticker of ['TSLA', 'NVDA', 'SPY', 'QQQ', 'MSFT', 'AMZN', 'META', 'AMD']) {
    await world.pin(ticker, '100');
    const answers = await Promise.all(
      leaders.map((user) => order(user, 'buy', { amountUsd: '10' }, ticker)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
    const ids = new Set(answers.map(({ body }) => body.data.proposal.id));
    expect(ids.size).toBe(1);
    // 9.95 ÷ 100
    expect(answers.map(({ body }) => body.data.trade.tokenAmount)).toEqual(
      Array(leaders.length).fill('0.0995'),
    );
  }
  const list = await leader.get(`/spot/proposals?groupId=${groupId}&status=open`);
  expect(list.map((row: { participantCount: number }) => row.participantCount)).toEqual(
    Array(8).fill(4),
  );
});

it('buys in or opens anew while a proposal is being closed', async () => {
  const { leader, groupId, order } = world;
  const other = await join('other');
  await promote(other);
  for (let round = 0; round < 12; round++) {
    const before = (await order(leader, 'buy', { amountUsd: '10' })).body.data.proposal.id;
    const [closed, bought] = await Promise.all([
      leader.call('POST', `/spot/proposals/${before}/close`),
      order(other, 'buy', { amountUsd: '5' }),
    ]);
    expect([closed.status, bought.body.code]).toEqual([200, undefined]);
    const { proposal } = bought.body.data;
    expect([bought.status, proposal.id === before]).toEqual(
      bought.status === 201 ? [201, false] : [200, true],
    );
    if (bought.status === 201) await other.post(`/spot/proposals/${proposal.id}/close`);
    else await order(other, 'sell', { max: true });
    const open = await leader.get(`/spot/proposals?groupId=${groupId}&status=open`);
    expect(open).toEqual([]);
  }
});

it('answers a repeated key with the first answer, opening or buying', async () => {
  const { leader, member, order, groupId } = world;
  const keyed = (user: TestUser, way: 'buy' | 'sell', body: object, key: string) =>
    user.call('POST', `/spot/stocks/AAPL/${way}`, { groupId, ...body }, { 'idempotency-key': key });
  const opened = await keyed(leader, 'buy', { amountUsd: '10' }, 'one');
  const repeated = await keyed(leader, 'buy', { amountUsd: '10' }, 'one');
  expect([opened.status, repeated.status, repeated.body]).toEqual([201, 201, opened.body]);
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
  const both = await Promise.all([
    keyed(member, 'buy', { amountUsd: '10' }, 'two'),
    keyed(member, 'buy', { amountUsd: '10' }, 'two'),
  ]);
  expect(both[0].body).toEqual(both[1].body);
  await order(leader, 'buy', { amountUsd: '10' });
  const sold = await keyed(member, 'sell', { max: true }, 'three');
  const resold = await keyed(member, 'sell', { max: true }, 'three');
  expect([resold.status, resold.body]).toEqual([200, sold.body]);
  const reused = await keyed(member, 'sell', { amountUsd: '1' }, 'three');
  expect(refusal(reused).slice(0, 2)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  // 1000 − 10 + 9.95 − 0.04975
  expect((await member.get('/account')).cashBalanceUsd).toBe('999.90025');
});
