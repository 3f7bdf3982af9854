import { mints } from '../e2e/world.ts';
import { type Member, openStage, type Stage } from './stage.ts';

/** A Tuesday on which the exchanges of New York and every market of March trade. */
const START = '2026-03-03T15:29:00.000Z';
const NOW = '2026-03-03T16:00:00.000Z';

/** What the calls of the world are about. */
export const EVENT = 'us-gas-price-at-the-end-of-march-2026';
export const MARKET = 'us-gas-price-3-10-at-the-end-of-march-2026';

/** Standing calls of every kind in one group, with a leader, a follower and what they wrote. */
export interface BusyWorld {
  readonly stage: Stage;
  readonly leader: Member;
  readonly follower: Member;
  readonly groupId: string;
  readonly calls: { readonly spot: string; readonly prediction: string; readonly perp: string };
  /** Of the leader's open perpetual position. */
  readonly perpPosition: string;
}

/** A world whose clock stands at NOW, with SOL at $200 and nothing in it. */
export async function standingStage(): Promise<Stage> {
  const stage = await openStage({ SKEIN_REPLAY_START: START });
  try {
    await stage.app.sandbox('POST', '/clock', { freeze: true, set: NOW });
    await stage.app.pin(mints.sol, '200');
  } catch (error) {
    await stage.stop();
    throw error;
  }
  return stage;
}

export async function busyWorld(): Promise<BusyWorld> {
  const stage = await standingStage();
  try {
    return await fill(stage);
  } catch (error) {
    await stage.stop();
    throw error;
  }
}

async function fill(stage: Stage): Promise<BusyWorld> {
  const { app } = stage;
  await app.sandbox('PUT', `/prices/market/${MARKET}`, { priceUsd: '0.5' });
  await app.sandbox('PUT', '/prices/perp/SOL', { priceUsd: '200' });
  const leader = await stage.member('greylag');
  const follower = await stage.member('pinkfoot');
  const settings = { name: 'Autumn flight', groupAccessType: 'PUBLIC' };
  const { groupId } = await leader.post('/groups', settings);
  await follower.post(`/groups/${groupId}/join`);
  await follower.post(`/groups/${groupId}/auto-buy`, {
    enabled: true,
    amountUsd: '25',
    mirrorExits: true,
  });
  const calls = await propose(leader, groupId);
  await app.sandbox('POST', '/drain');
  await talk(leader, follower, groupId);
  await app.pin(mints.sol, '220');
  await follower.post(`/spot/proposals/${calls.spot}/sell`, { max: true });
  await app.sandbox('POST', '/drain');
  const open = await leader.get('/perps/positions');
  return { stage, leader, follower, groupId, calls, perpPosition: open[0].id };
}

async function propose(leader: Member, groupId: string): Promise<BusyWorld['calls']> {
  const spot = await leader.post('/spot/proposals', {
    groupId,
    contractAddress: mints.sol,
    amountUsd: '100',
    reason: 'The flock turns south.',
  });
  const prediction = await leader.post('/predictions/proposals', {
    groupId,
    eventId: EVENT,
    marketId: MARKET,
    isYes: true,
    amountUsd: '41',
  });
  const perp = await leader.post('/perps/proposals', {
    groupId,
    marketSymbol: 'SOL',
    side: 'LONG',
    collateralUsd: '100',
    leverage: '5',
    stopLossPct: '20',
    takeProfitPct: '40',
  });
  return {
    spot: spot.proposal.id,
    prediction: prediction.proposal.id,
    perp: perp.proposalId,
  };
}

async function talk(leader: Member, follower: Member, groupId: string): Promise<void> {
  const { id } = await leader.post(`/chat/${groupId}/messages`, {
    type: 'TEXT',
    content: 'Up before dawn.',
  });
  await follower.post(`/chat/${groupId}/messages`, {
    type: 'TEXT',
    content: 'Ready when the wind turns.',
    replyToId: id,
  });
}
