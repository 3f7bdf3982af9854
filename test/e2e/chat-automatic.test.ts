import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type Message, outcome } from './chat-world.ts';
import { type Flock, type PerpWorld, startPerpWorld } from './perp-world.ts';
import { MARKET, runner } from './prediction-world.ts';
import { mints } from './world.ts';

let world: PerpWorld;
beforeAll(async () => {
  world = await startPerpWorld();
  await world.test.pin(mints.sol, '150.12');
  await world.test.sandbox('PUT', '/prices/stock/AAPL', { priceUsd: '250' });
  await world.test.sandbox('PUT', '/stocks/status', { marketStatus: 'OPEN' });
  await world.test.sandbox('PUT', `/prices/market/${MARKET.marketId}`, { priceUsd: '0.5' });
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

/** The automatic messages of a group, the oldest first, once all of them are posted. */
async function told({ member, groupId }: Pick<Flock, 'member' | 'groupId'>): Promise<Message[]> {
  await world.drain();
  const messages: Message[] = await member.get(`/chat/${groupId}/messages?limit=200`);
  return messages.filter(({ metadata }) => metadata !== null).toReversed();
}
const texts = async (flock: Flock): Promise<string[]> =>
  (await told(flock)).map(({ content }) => content);

const spot = (flock: Flock) =>
  flock.leader.post('/spot/proposals', {
    groupId: flock.groupId,
    contractAddress: mints.sol,
    amountUsd: '25',
  });
const predict = (flock: Flock, body: object = {}) =>
  flock.leader.post('/predictions/proposals', {
    groupId: flock.groupId,
    ...MARKET,
    isYes: true,
    amountUsd: '41',
    ...body,
  });

describe('spot', () => {
  it('tells of a proposal and of its close, with prices and result', async () => {
    const flock = await world.flock();
    const { leader, groupId } = flock;
    const { proposal, trade } = await spot(flock);
    await world.test.pin(mints.sol, '160');
    const closed = await leader.post(`/spot/proposals/${proposal.id}/close`);
    await world.test.pin(mints.sol, '150.12');
    const [opening, close, ...more] = await told(flock);
    expect(more).toEqual([]);
    const { idpId, userId, name } = leader;
    expect(opening).toMatchObject({
      groupId,
      senderId: userId,
      sender: { idpId, username: name },
      type: 'SYSTEM',
      content: `${name} proposed SOL with $25 at $150.12.`,
      replyToId: null,
      reactions: [],
      pinned: false,
      editedAt: null,
    });
    expect(opening.metadata).toEqual({
      kind: 'PROPOSAL',
      vertical: 'SPOT',
      proposalId: proposal.id,
      symbol: 'SOL',
      contractAddress: mints.sol,
      tradeId: trade.id,
      amountUsd: '25',
      priceUsd: '150.12',
    });
    // (25 − 0.125) ÷ 150.12 = 0.165700772 SOL, at 160 26.512123; fee 0.132561 → 26.379562 − 25
    expect(close.content).toBe(`${name} closed SOL at $160, with a profit of $1.379562.`);
    expect(close.metadata).toEqual({
      kind: 'CLOSE',
      vertical: 'SPOT',
      proposalId: proposal.id,
      symbol: 'SOL',
      contractAddress: mints.sol,
      tradeId: closed.trade.id,
      priceUsd: '160',
      pnlUsd: '1.379562',
      pnlPct: closed.proposal.exitPnlPct,
    });
    expect(close.createdAt > opening.createdAt).toBe(true);
  });

  it('tells of a close without a sale, and of none of the trades between', async () => {
    const flock = await world.flock();
    const { leader, member } = flock;
    const { proposal } = await spot(flock);
    await member.post(`/spot/proposals/${proposal.id}/buy`, { amountUsd: '10' });
    await leader.post(`/spot/proposals/${proposal.id}/sell`, { max: true });
    const closed = await leader.post(`/spot/proposals/${proposal.id}/close`);
    expect(closed.trade).toBeNull();
    const [opening, close, ...more] = await told(flock);
    expect([opening.metadata.kind, close.metadata.kind, more]).toEqual(['PROPOSAL', 'CLOSE', []]);
    // The average exit is what came in, fee out, a token: the text says six digits of it.
    const { exitPriceUsd, exitPnlUsd } = closed.proposal;
    expect(exitPriceUsd.length).toBeGreaterThan(12);
    const said = exitPriceUsd.slice(0, 3);
    const loss = exitPnlUsd.replace('-', '');
    expect(close.content).toMatch(
      new RegExp(`closed SOL at \\$${said}\\.\\d{1,3}, with a loss of \\$${loss}\\.$`),
    );
    expect(close.metadata).toMatchObject({ tradeId: null, priceUsd: exitPriceUsd });
  });

  it('tells of what waits for its venue when it is filled, and never of what fails', async () => {
    const flock = await world.flock();
    const script = (mode: string) =>
      world.test.sandbox('PUT', '/venues/spot/behaviour', { mode, delayMs: 0, count: 1 });
    const body = { groupId: flock.groupId, contractAddress: mints.sol, amountUsd: '25' };
    await script('unknown-then-failed');
    await flock.leader.call('POST', '/spot/proposals', body);
    expect(await texts(flock)).toEqual([]);
    await script('pending');
    await flock.leader.call('POST', '/spot/proposals', body);
    expect(await texts(flock)).toEqual([`${flock.leader.name} proposed SOL with $25 at $150.12.`]);
  });
});

it('tells of stocks as what they are', async () => {
  const flock = await world.flock();
  const { leader, groupId } = flock;
  const { proposal } = await leader.post('/spot/stocks/AAPL/buy', { groupId, amountUsd: '50' });
  await leader.post(`/spot/proposals/${proposal.id}/close`);
  const [opening, close, ...more] = await told(flock);
  expect(more).toEqual([]);
  const of = { vertical: 'STOCK', proposalId: proposal.id, symbol: proposal.token.symbol };
  expect(opening.content).toBe(`${leader.name} proposed ${of.symbol} with $50 at $250.`);
  expect(opening.metadata).toMatchObject({ ...of, kind: 'PROPOSAL', amountUsd: '50' });
  expect(close.metadata).toMatchObject({ ...of, kind: 'CLOSE', priceUsd: '250' });
});

describe('predictions', () => {
  it('tell of a proposal and of its close with a sale', async () => {
    const flock = await world.flock();
    const { leader } = flock;
    const { proposal, trade } = await predict(flock);
    const closed = await leader.post(`/predictions/proposals/${proposal.id}/close`);
    const [opening, close, ...more] = await told(flock);
    expect(more).toEqual([]);
    // $41 of YES at 0.5 and a fee of 0.0125 a share: 80 shares.
    const { eventTitle, marketTitle } = proposal;
    const outcomeText = `YES on “${eventTitle}: ${marketTitle}”`;
    expect(opening.content).toBe(`${leader.name} proposed ${outcomeText} with $41 at $0.5.`);
    const of = {
      vertical: 'PREDICTION',
      proposalId: proposal.id,
      ...MARKET,
      outcome: 'YES',
      eventTitle,
      marketTitle,
    };
    expect(opening.metadata).toEqual({
      ...of,
      kind: 'PROPOSAL',
      tradeId: trade.id,
      amountUsd: '41',
      priceUsd: '0.5',
    });
    // 80 × 0.5 less the fee of 1 comes in for what had cost 41.
    expect(close.content).toBe(`${leader.name} closed ${outcomeText} at $0.5, with a loss of $2.`);
    expect(close.metadata).toEqual({
      ...of,
      kind: 'CLOSE',
      tradeId: closed.trade.id,
      priceUsd: '0.5',
      pnlUsd: '-2',
    });
  });

  it('tell of a close by another one in the name of who closed', async () => {
    const flock = await world.flock();
    const { member } = flock;
    await flock.promote(member, 'ADMIN');
    const { proposal } = await predict(flock);
    await member.post(`/predictions/proposals/${proposal.id}/close`);
    const [, close, ...more] = await told(flock);
    expect(more).toEqual([]);
    expect([close.sender.username, close.metadata.pnlUsd]).toEqual([member.name, null]);
    expect(close.content).toMatch(new RegExp(`^${member.name} closed YES on “[^”]+”\\.$`));
  });

  it('tell that a market has stopped, and what it resolves to', async () => {
    const flock = await world.flock();
    const named = runner('no-change');
    const control = (action: string, body: object) =>
      world.test.sandbox('POST', `/predictions/markets/${named.marketId}/${action}`, body);
    await world.test.sandbox('PUT', `/prices/market/${named.marketId}`, { priceUsd: '0.5' });
    const yes = await predict(flock, named);
    const no = await predict(flock, { ...named, isYes: false });
    await flock.leader.post(`/predictions/proposals/${no.proposal.id}/close`);
    await control('status', { status: 'closed' });
    await world.drain();
    await control('resolve', { result: 'YES' });
    const messages = await told(flock);
    const of = (id: string) =>
      messages
        .filter(({ metadata }) => metadata.proposalId === id)
        .map(({ metadata: { kind }, content }) => [kind, content.replace(/“.*”/, '“…”')]);
    const { name } = flock.leader;
    expect(of(yes.proposal.id)).toEqual([
      ['PROPOSAL', `${name} proposed YES on “…” with $41 at $0.5.`],
      ['CLOSE', '“…” has stopped trading; its result is still to come.'],
      ['RESOLUTION', '“…” resolved YES: a share of YES pays $1.'],
    ]);
    expect(of(no.proposal.id)).toEqual([
      ['PROPOSAL', `${name} proposed NO on “…” with $41 at $0.5.`],
      ['CLOSE', `${name} closed NO on “…” at $0.5, with a loss of $2.`],
      ['RESOLUTION', '“…” resolved YES: a share of NO pays $0.'],
    ]);
    const resolution = messages.find(({ metadata }) => metadata.kind === 'RESOLUTION');
    expect(resolution?.metadata).toMatchObject({ marketId: named.marketId, result: 'YES' });
  });
});

describe('perpetuals', () => {
  it('tell of a proposal and of its close', async () => {
    const flock = await world.flock();
    const { leader } = flock;
    const { proposalId } = await flock.open();
    await leader.post(`/perps/proposals/${proposalId}/close`);
    const [opening, close, ...more] = await told(flock);
    expect(more).toEqual([]);
    expect(opening.content).toBe(`${leader.name} proposed a 10x long on SOL with $100 at $100.`);
    expect(opening.metadata).toMatchObject({
      kind: 'PROPOSAL',
      vertical: 'PERP',
      proposalId,
      symbol: 'SOL',
      side: 'LONG',
      leverage: '10',
      collateralUsd: '100',
      priceUsd: '100',
    });
    // 1000 lots of $1 each way, 3.5 bps each time.
    expect(close.content).toBe(
      `${leader.name} closed the long on SOL at $100, with a loss of $0.7.`,
    );
    expect(close.metadata).toMatchObject({
      kind: 'CLOSE',
      reason: 'USER',
      priceUsd: '100',
      pnlUsd: '-0.7',
      pnlPct: '-0.7',
    });
  });

  it('tell of a full reduction, a stop loss, a take profit and a liquidation, once each', async () => {
    const reduced = await world.flock();
    const stopped = await world.flock();
    const taken = await world.flock();
    const liquidated = await world.flock();
    const { assignmentId } = await reduced.open();
    await stopped.open({ stopLossPct: '50', takeProfitPct: '500' });
    await taken.open({ side: 'SHORT', takeProfitPct: '20' });
    await liquidated.open();
    const reduce = (reduceFraction: string) =>
      reduced.leader.post(`/perps/positions/${assignmentId}/reduce`, {
        reduceFraction,
        isFullClose: reduceFraction === '1',
      });
    await reduce('0.5');
    expect(await texts(reduced)).toHaveLength(1);
    await reduce('1');
    // Down by 6 %: past the stop at 95, above where 10x is liquidated; then far below.
    await world.move('94');
    await world.move('80');
    await world.move('100');
    const ends = async (flock: Flock): Promise<string[]> =>
      (await told(flock)).slice(1).map(({ content, metadata }) => {
        expect([metadata.kind, metadata.vertical]).toEqual(['CLOSE', 'PERP']);
        return `${metadata.reason}: ${content.replace(/ at \$.*/, '')}`;
      });
    expect(await ends(reduced)).toEqual([`USER: ${reduced.leader.name} closed the long on SOL`]);
    expect(await ends(stopped)).toEqual(['STOP_LOSS: The stop loss closed the long on SOL']);
    expect(await ends(taken)).toEqual(['TAKE_PROFIT: The take profit closed the short on SOL']);
    expect(await ends(liquidated)).toEqual(['LIQUIDATED: The long on SOL was liquidated']);
  });

  it('tell of a close that waits for its venue once it is filled', async () => {
    const flock = await world.flock();
    const { proposalId } = await flock.open();
    await world.script('pending', { delayMs: 0, count: 1 });
    await flock.leader.call('POST', `/perps/proposals/${proposalId}/close`);
    await world.script('ok');
    expect((await texts(flock)).slice(1)).toEqual([
      `${flock.leader.name} closed the long on SOL at $100, with a loss of $0.7.`,
    ]);
  });
});

describe('an automatic message', () => {
  it('cannot be edited, is deleted by admins alone, and is answered like any other', async () => {
    const flock = await world.flock();
    const { leader: admin, member: leader, groupId } = flock;
    await flock.promote(leader);
    const body = { groupId, contractAddress: mints.sol, amountUsd: '25' };
    await leader.post('/spot/proposals', body);
    const [message] = await told(flock);
    const one = `/chat/${groupId}/messages/${message.id}`;
    const edit = (user: TestUser) => user.call('PATCH', one, { content: 'I never said so.' });
    expect(outcome(await edit(leader))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await edit(admin))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await leader.call('DELETE', one))).toEqual([403, 'ADMIN_REQUIRED']);
    const reacted = await leader.call('PUT', `${one}/reactions/rocket`);
    expect(reacted.body.data.reactions).toEqual([{ key: 'rocket', count: 1, mine: true }]);
    const reply = { type: 'TEXT', content: 'Nice.', replyToId: message.id };
    expect(outcome(await admin.call('POST', `/chat/${groupId}/messages`, reply))).toEqual([201]);
    expect(outcome(await admin.call('DELETE', one))).toEqual([200]);
    expect(await told(flock)).toEqual([]);
  });

  it('is unread for the others alone, and told to no stream', async () => {
    const flock = await world.flock();
    const { leader, member } = flock;
    const unread = async (user: TestUser) => (await user.get('/groups'))[0].unreadCount;
    await spot(flock);
    await world.drain();
    expect([await unread(leader), await unread(member)]).toEqual([0, 1]);
    const { events } = await leader.get('/account/events?limit=200');
    const types = events.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type.startsWith('chat.'))).toEqual([]);
  });
});
