import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { mints, openGroup, openWorld, propose } from './world.ts';

let test: TestApp;
let leader: TestUser;
let member: TestUser;
let groupId: string;
beforeAll(async () => {
  test = await startTestApp();
  ({ leader, member, groupId } = await openWorld(test));
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

interface Listed {
  readonly proposal: { readonly id: string; readonly trades: unknown };
}
const idsOf = (list: readonly Listed[]) => list.map(({ proposal }) => proposal.id);
const codeOf = async (user: TestUser, path: string) => {
  const { status, body } = await user.call('GET', path);
  return [status, body.code];
};

it('pages through a group, newest first, without gaps or repeats while it grows', async () => {
  const ids: string[] = [];
  for (const mint of [mints.sol, mints.decimals6, mints.decimals5, mints.decimals8]) {
    ids.unshift((await propose(leader, groupId, '5', mint)).proposal.id);
  }
  await leader.post(`/spot/proposals/${ids[1]}/close`);
  await leader.post(`/spot/proposals/${ids[3]}/close`);
  const list = `/spot/proposals?groupId=${groupId}`;
  expect(idsOf(await member.get(list))).toEqual(ids);
  expect(idsOf(await member.get(`${list}&status=all`))).toEqual(ids);
  expect(idsOf(await member.get(`${list}&status=open`))).toEqual([ids[0], ids[2]]);
  expect(idsOf(await member.get(`${list}&status=closed`))).toEqual([ids[1], ids[3]]);

  const first = await member.call('GET', `${list}&limit=3`);
  expect(idsOf(first.body.data)).toEqual(ids.slice(0, 3));
  const cursor = first.headers.get('x-next-cursor');
  await propose(leader, groupId, '5', mints.decimals0);
  const second = await member.call('GET', `${list}&limit=3&cursor=${cursor}`);
  expect(idsOf(second.body.data)).toEqual(ids.slice(3));
  expect(second.headers.get('x-next-cursor')).toBeNull();
  // A page that ends with the list has no next one.
  const exact = await member.call('GET', `${list}&limit=5`);
  expect([exact.body.data.length, exact.headers.get('x-next-cursor')]).toEqual([5, null]);
  for (const { proposal } of exact.body.data) expect(proposal.trades).toBeNull();
});

it('shows everything of a proposal as the specification has it', async () => {
  const user = await test.user('whole', { depositUsd: '100' });
  const own = await openGroup(user, { name: 'Whole' });
  const body = { groupId: own, contractAddress: mints.sol, amountUsd: '15', reason: 'Güte 🪿' };
  const { proposal, trade } = await user.post('/spot/proposals', body);
  const { walletAddress } = (await user.get('/account')).deposit;
  const shown = await user.get(`/spot/proposals/${proposal.id}`);
  expect(shown.proposal).toEqual(proposal);
  expect(proposal).toEqual({
    id: expect.any(String),
    groupId: own,
    tokenMetadataId: mints.sol,
    createdByUserIdpId: user.idpId,
    reason: 'Güte 🪿',
    initialPriceUsd: '150',
    exitPriceUsd: null,
    exitPnlUsd: null,
    exitPnlPct: null,
    closedAt: null,
    createdAt: trade.createdAt,
    updatedAt: trade.createdAt,
    token: {
      id: mints.sol,
      contractAddress: mints.sol,
      symbol: 'SOL',
      name: 'Solana',
      logoUrl: expect.any(String),
      priceFeedId: expect.any(String),
      verified: true,
    },
    group: { uniqueId: own, name: 'Whole', image: '' },
    createdBy: { idpId: user.idpId, username: 'whole' },
    trades: [trade],
  });
  expect(trade).toEqual({
    id: expect.any(String),
    tradingProposalId: proposal.id,
    groupId: own,
    walletAddress,
    tradeType: 'BUY',
    // (15 − 0.075) ÷ 150
    tokenAmount: '0.0995',
    tokenDecimals: 9,
    pricePerTokenUsd: '150',
    totalCostUsd: '15',
    svcFeeUsd: '0.075',
    pnlUsd: '0',
    pnlPct: '0',
    txSignature: `paper_${trade.id}`,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect([shown.participantCount, shown.participantAvatars]).toEqual([1, []]);
});

it('counts the members who ever held, and shows each reader the own position', async () => {
  const own = await openGroup(leader, { name: 'Counted' });
  const { proposal } = await propose(leader, own, '20');
  const path = `/spot/proposals/${proposal.id}`;
  expect(await seen(member, own)).toEqual({ count: 1, raw: null, has: false, price: '150' });
  // (10 − 0.05) ÷ 150 = 0.06633333… → 66333333 units
  await member.post(`${path}/buy`, { amountUsd: '10' });
  expect(await seen(member, own)).toEqual({ count: 2, raw: '66333333', has: true, price: '150' });
  await member.post(`${path}/sell`, { max: true });
  expect(await seen(member, own)).toEqual({ count: 2, raw: '0', has: false, price: '150' });
  const { trades } = (await member.get(path)).proposal;
  const kinds = trades.map(({ tradeType }: { tradeType: string }) => tradeType);
  expect(kinds).toEqual(['SELL', 'BUY', 'BUY']);
  // Bought twice by hand: one participant still.
  await member.post(`${path}/buy`, { amountUsd: '10' });
  expect((await seen(leader, own)).count).toBe(2);

  async function seen(user: TestUser, group: string) {
    if (user === member) await member.call('POST', `/groups/${group}/join`);
    const [one] = await user.get(`/spot/proposals?groupId=${group}`);
    const { currentTokenAmountRaw, hasPosition, currentPriceUsd } = one.userPosition;
    return {
      count: one.participantCount,
      raw: currentTokenAmountRaw,
      has: hasPosition,
      price: currentPriceUsd,
    };
  }
});

it('shows an ex-member the proposals still held, without the others, and nothing else', async () => {
  const own = await openGroup(leader, { name: 'Left' });
  const held = (await propose(leader, own, '20')).proposal.id;
  const other = (await propose(leader, own, '20', mints.decimals6)).proposal.id;
  const leaver = await test.user('leaver');
  await leaver.post(`/groups/${own}/join`);
  await leaver.post(`/spot/proposals/${held}/buy`, { amountUsd: '10' });
  expect((await leaver.get(`/spot/proposals/${held}`)).proposal.trades).toHaveLength(2);
  await leaver.post(`/groups/${own}/leave`);

  const { proposal, userPosition, participantAvatars } = await leaver.get(
    `/spot/proposals/${held}`,
  );
  expect(proposal.trades).toHaveLength(1);
  expect(proposal.trades[0].totalCostUsd).toBe('10');
  expect([userPosition.hasPosition, participantAvatars]).toEqual([true, []]);
  const notMember = [403, 'NOT_GROUP_MEMBER'];
  expect(await codeOf(leaver, `/spot/proposals/${other}`)).toEqual(notMember);
  expect(await codeOf(leaver, `/spot/proposals?groupId=${own}`)).toEqual(notMember);
  const buy = await leaver.call('POST', `/spot/proposals/${held}/buy`, { amountUsd: '10' });
  expect([buy.status, buy.body.code]).toEqual(notMember);
  await leaver.post(`/spot/proposals/${held}/sell`, { amountUsd: '5' });
  await leaver.post(`/spot/proposals/${held}/sell`, { max: true });
  expect(await codeOf(leaver, `/spot/proposals/${held}`)).toEqual(notMember);
  const sale = await leaver.call('POST', `/spot/proposals/${held}/sell`, { max: true });
  expect([sale.status, sale.body.code]).toEqual(notMember);
});

it('lets a creator who has left close', async () => {
  const own = await openGroup(leader, { name: 'Creator leaves' });
  const second = await test.user('second');
  await second.post(`/groups/${own}/join`);
  await leader.post(`/groups/${own}/members/${second.userId}/promote`, { to: 'ADMIN' });
  const { proposal } = await propose(second, own, '20');
  await second.post(`/groups/${own}/leave`);
  const closed = await second.post(`/spot/proposals/${proposal.id}/close`);
  expect([closed.trade.tradeType, typeof closed.proposal.closedAt]).toEqual(['SELL', 'string']);
  expect((await leader.get(`/spot/proposals/${proposal.id}`)).proposal.exitPriceUsd).toBe('150');
});

it('shows strangers nothing, and nobody what does not exist', async () => {
  const stranger = await test.user('stranger');
  const [one] = await leader.get(`/spot/proposals?groupId=${groupId}&limit=1`);
  const notMember = [403, 'NOT_GROUP_MEMBER'];
  expect(await codeOf(stranger, `/spot/proposals/${one.proposal.id}`)).toEqual(notMember);
  expect(await codeOf(stranger, `/spot/proposals?groupId=${groupId}`)).toEqual(notMember);
  expect(await codeOf(leader, `/spot/proposals?groupId=${stranger.userId}`)).toEqual(notMember);
  expect(await codeOf(leader, '/spot/proposals?groupId=none')).toEqual(notMember);
  expect(await codeOf(leader, '/spot/proposals')).toEqual([400, 'VALIDATION_FAILED']);
  expect(await codeOf(leader, `/spot/proposals/${stranger.userId}`)).toEqual([404, 'NOT_FOUND']);
  expect(await codeOf(leader, '/spot/proposals/none')).toEqual([404, 'NOT_FOUND']);
});
