import type { Chance } from '../fuzz/chance.ts';
import type { Recorder, SoakUser } from './recorder.ts';
import { type Call, OPEN_CALLS, type SoakGroup, type World } from './world.ts';

/** Positions of a user that are remembered; the oldest is closed for a further one. */
const POSITIONS_KEPT = 12;

/** What the load chooses from. */
export interface Actor {
  readonly world: World;
  readonly recorder: Recorder;
  readonly chance: Chance;
}

export const memberOf = ({ chance }: Actor, { leader, members }: SoakGroup): SoakUser =>
  chance.likely(0.05) ? leader : chance.one(members);

const order = (
  { recorder }: Actor,
  kind: string,
  user: SoakUser,
  path: string,
  body: object = {},
) => recorder.write({ kind, user, method: 'POST', path: `/api/v1${path}`, body });

const cents = (chance: Chance, from: number, to: number): string =>
  `${from + chance.below(to - from)}.${10 + chance.below(90)}`;

/** A buy into an open spot call, or a sale of a part or of everything. */
export async function tradeSpot(actor: Actor): Promise<void> {
  const { chance, world } = actor;
  const group = chance.one(world.groups);
  const user = memberOf(actor, group);
  if (group.spot.length === 0) return;
  const { id } = chance.one(group.spot);
  const at = `/spot/proposals/${id}`;
  if (chance.likely(0.55)) {
    await order(actor, 'spot buy', user, `${at}/buy`, { amountUsd: cents(chance, 5, 60) });
  } else {
    const size = chance.likely(0.3) ? { max: true } : { amountUsd: cents(chance, 1, 30) };
    await order(actor, 'spot sell', user, `${at}/sell`, size);
  }
}

/** A swap of USDC for a token, or back. */
export async function swap(actor: Actor): Promise<void> {
  const { chance, world } = actor;
  const user = chance.one(world.wanderers);
  const token = chance.one(world.tokens);
  const [sell, buy] = chance.likely(0.55) ? ['USDC', token] : [token, 'USDC'];
  await order(actor, 'swap', user, '/spot/swap', { sell, buy, amountUsd: cents(chance, 2, 20) });
}

/** A buy into a prediction call, a sale, or the claim of a call that has won. */
export async function tradePrediction(actor: Actor): Promise<void> {
  const { chance, world } = actor;
  const group = chance.one(world.groups);
  const user = memberOf(actor, group);
  if (group.resolved.length > 0 && chance.likely(0.15)) {
    const { id } = chance.one(group.resolved);
    await order(actor, 'prediction claim', user, `/predictions/proposals/${id}/claim`);
    return;
  }
  if (group.predictions.length === 0) return;
  const at = `/predictions/proposals/${chance.one(group.predictions).id}`;
  if (chance.likely(0.6)) {
    const body = { amountUsd: cents(chance, 5, 25) };
    await order(actor, 'prediction buy', user, `${at}/predict`, body);
  } else {
    const size = chance.likely(0.4) ? { max: true } : { amountUsd: cents(chance, 1, 10) };
    await order(actor, 'prediction sell', user, `${at}/sell`, size);
  }
}

/** Joins a perpetual call, adds to a position, moves its triggers, reduces or closes it. */
export async function tradePerp(actor: Actor): Promise<void> {
  const { chance, world } = actor;
  const group = chance.one(world.groups);
  const user = memberOf(actor, group);
  const held = world.perpPositions.get(user.userId) ?? [];
  const isFull = held.length >= POSITIONS_KEPT;
  if (!isFull && (held.length === 0 || chance.likely(0.4))) {
    if (group.perps.length === 0) return;
    const at = `/perps/proposals/${chance.one(group.perps).id}/increase`;
    const leverage = `${2 + chance.below(4)}`;
    const body = { collateralUsd: cents(chance, 10, 40), leverage };
    const data = await order(actor, 'perp open', user, at, body);
    if (data?.assignmentId) world.perpPositions.set(user.userId, [...held, data.assignmentId]);
    return;
  }
  const id = isFull ? (held[0] as string) : chance.one(held);
  const at = `/perps/positions/${id}`;
  const what = isFull ? 'close' : chance.one(['margin', 'reduce', 'triggers', 'close'] as const);
  if (what === 'margin') {
    const body = { collateralUsd: cents(chance, 5, 10) };
    await order(actor, 'perp margin', user, `${at}/add`, body);
  } else if (what === 'reduce') {
    const body = { reduceFraction: '0.5', isFullClose: false };
    await order(actor, 'perp reduce', user, `${at}/reduce`, body);
  } else if (what === 'triggers') {
    const body = {
      takeProfitPct: `${5 + chance.below(30)}`,
      stopLossPct: `${5 + chance.below(30)}`,
    };
    const path = `/api/v1${at}`;
    await actor.recorder.write({ kind: 'perp triggers', user, method: 'PATCH', path, body });
  } else {
    const body = { reduceFraction: '1', isFullClose: true };
    const done = await order(actor, 'perp close', user, `${at}/reduce`, body);
    // A position that a take-profit has closed keeps its subaccount until it is claimed.
    if (done === null) await order(actor, 'perp claim', user, `${at}/claim`);
    const now = world.perpPositions.get(user.userId) ?? [];
    world.perpPositions.set(
      user.userId,
      now.filter((one) => one !== id),
    );
  }
}

/** A leader's call in one of the verticals, which the members follow; the oldest is closed for it. */
export async function call(actor: Actor): Promise<void> {
  const { chance, world } = actor;
  const group = chance.one(world.groups);
  const kind = chance.one(['spot', 'predictions', 'perps'] as const);
  const open = group[kind];
  const oldest = open.length >= OPEN_CALLS ? open.shift() : undefined;
  if (oldest !== undefined) {
    const what = kind === 'perps' ? 'perp proposal closed' : `${kind} call closed`;
    await order(actor, what, group.leader, `/${kind}/proposals/${oldest.id}/close`);
    if (kind !== 'perps') await leaveCall(actor, group, `/${kind}/proposals/${oldest.id}/sell`);
  }
  const made = await propose(actor, group, kind);
  if (made !== null) open.push(made);
}

/**
 * Everybody sells what a closed call has left them with. Positions would pile up otherwise, and
 * memory grow with what users hold, which is no leak.
 */
async function leaveCall(actor: Actor, { members }: SoakGroup, path: string): Promise<void> {
  for (const member of members) await order(actor, 'exit', member, path, { max: true });
}

async function propose(
  actor: Actor,
  group: SoakGroup,
  kind: 'spot' | 'predictions' | 'perps',
): Promise<Call | null> {
  const { chance, world } = actor;
  const taken = new Set(group[kind].map(({ instrument }) => instrument));
  const base = { groupId: group.id };
  const path = `/${kind}/proposals`;
  const { leader } = group;
  if (kind === 'spot') {
    const mint = chance.one(world.tokens.filter((one) => !taken.has(one)));
    const body = { ...base, contractAddress: mint, amountUsd: '100' };
    const data = await order(actor, 'spot call', leader, path, body);
    return data?.proposal ? { id: data.proposal.id, instrument: mint } : null;
  }
  if (kind === 'predictions') {
    const free = world.markets.filter(({ marketId }) => !taken.has(marketId));
    if (free.length === 0) return null;
    const market = chance.one(free);
    const body = { ...base, ...market, isYes: chance.likely(0.5), amountUsd: '50' };
    const data = await order(actor, 'prediction call', leader, path, body);
    return data?.proposal ? { id: data.proposal.id, instrument: market.marketId } : null;
  }
  const symbol = chance.one(world.symbols);
  const triggers = chance.likely(0.7) ? { stopLossPct: '20', takeProfitPct: '15' } : {};
  const side = chance.one(['LONG', 'SHORT']);
  const body = { ...base, marketSymbol: symbol, side, collateralUsd: '50', leverage: '4' };
  const data = await order(actor, 'perp call', leader, path, { ...body, ...triggers });
  return data?.proposalId ? { id: data.proposalId, instrument: symbol } : null;
}
