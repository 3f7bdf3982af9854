/** Orders of the bots: what each must answer is said before it is sent. */
import type { Answer } from '../helpers/client.ts';
import {
  afterChecks,
  type Bot,
  type Call,
  type Expected,
  type Wire,
} from './recorded-predictions-model.ts';
import { buyFill, plain } from './recorded-predictions-opinion.ts';
import type { World } from './recorded-predictions-world.ts';

/** What an order answered beside what it had to. */
function sameAnswer(
  { model }: World,
  what: string,
  { status, body }: Answer,
  expected: Expected,
  good = 200,
): boolean {
  const isRefused = typeof expected === 'string';
  model.same(
    what,
    [status, status < 300 ? null : body.code],
    isRefused ? [400, expected] : [good, null],
  );
  if (isRefused) model.count(`order ${expected}`);
  return !isRefused && status < 300;
}

/** Everybody's results of a trade of a leader, who must each have one. */
async function followed(
  { users, groups, model, now }: World,
  call: Call,
  trade: Wire,
  expected: readonly { bot: Bot; result: Expected }[],
): Promise<void> {
  const path = `/groups/${groups[call.group]}/auto-buy/history?limit=5`;
  await Promise.all(
    expected.map(async ({ bot, result }) => {
      const rows: Wire[] = await users[bot.n]?.get(path);
      const own = rows.filter(({ leaderTradeId }) => leaderTradeId === trade.id);
      model.follow(bot, call, own, result, now());
    }),
  );
}

/** What is to be looked at once the follows are made. */
export type Aftermath = () => Promise<void>;

/** A leader opens a call; its followers follow. */
export async function propose(
  world: World,
  {
    bot,
    group,
    slug,
    isYes,
    amount,
  }: { bot: Bot; group: number; slug: string; isYes: boolean; amount: bigint },
): Promise<Aftermath | null> {
  const { model, groups } = world;
  const side = await world.side(slug, isYes);
  const isOpen = model.calls.some(
    (call) =>
      call.group === group &&
      call.slug === slug &&
      call.isYes === isYes &&
      call.status === 'ACTIVE',
  );
  const expected = afterChecks(buyFill(side, amount), side, [
    isOpen ? 'DUPLICATE_PROPOSAL' : null,
    bot.cash < amount ? 'INSUFFICIENT_FUNDS' : null,
  ]);
  const answer = await world.post(bot.n, '/proposals', {
    groupId: groups[group],
    eventId: world.markets.get(slug).eventTicker,
    marketId: slug,
    isYes,
    amountUsd: plain(amount, 6),
  });
  const isGood = sameAnswer(world, `call of ${bot.n} for ${slug}`, answer, expected, 201);
  if (!isGood || typeof expected === 'string') return null;
  const { proposal, trade } = answer.body.data;
  model.same(`status of ${slug}`, [proposal.status, proposal.isYes], ['ACTIVE', isYes]);
  const call: Call = {
    ...{ id: proposal.id, group, creator: bot.n, slug, isYes },
    ...{ status: 'ACTIVE', hasEnded: false, result: null },
  };
  model.calls.push(call);
  model.bought(bot, call, trade, expected);
  return async () => {
    const now = await world.side(slug, isYes);
    const results = model
      .followers(call)
      .map((one) => ({ bot: one, result: model.followOf(one, call, now, expected, world.now()) }));
    await followed(world, call, trade, results);
  };
}

/** A leader sells of a call or closes it; whoever mirrors exits sells the same part. */
export async function leave(
  world: World,
  { bot, call, amount }: { bot: Bot; call: Call; amount: bigint | 'close' },
): Promise<Aftermath | null> {
  const { model } = world;
  const side = await world.side(call.slug, call.isYes);
  const held = bot.holdings.get(call)?.size ?? 0n;
  const isClose = amount === 'close';
  const expected = model.saleOf(bot, call, side, isClose ? null : amount);
  // What the venue would not take does not keep a call open.
  const isFlat = isClose && (expected === 'NO_POSITION' || expected === 'POSITION_BELOW_MIN');
  const path = `/proposals/${call.id}/${isClose ? 'close' : 'sell'}`;
  const answer = await world.post(bot.n, path, isClose ? {} : { amountUsd: plain(amount, 6) });
  if (isFlat) {
    model.same(`flat close of ${call.slug}`, [answer.status, answer.body.data?.trade], [200, null]);
    call.status = 'CLOSED';
    return null;
  }
  const isGood = sameAnswer(world, `exit of ${bot.n} from ${call.slug}`, answer, expected);
  if (!isGood || typeof expected === 'string') return null;
  const { trade } = answer.body.data;
  if (isClose) call.status = 'CLOSED';
  model.sold(bot, call, trade, expected);
  const part = { part: expected.size, of: held };
  const results = model
    .mirrors(call)
    .map((follower) => ({ bot: follower, result: model.exitOf(follower, call, side, part) }));
  return () => followed(world, call, trade, results);
}

/** A buy by hand. */
export async function predict(world: World, bot: Bot, call: Call, amount: bigint): Promise<void> {
  const side = await world.side(call.slug, call.isYes);
  const fill = buyFill(side, amount);
  const expected =
    call.status === 'ACTIVE'
      ? afterChecks(fill, side, [bot.cash < amount ? 'INSUFFICIENT_FUNDS' : null])
      : 'PROPOSAL_CLOSED';
  const answer = await world.post(bot.n, `/proposals/${call.id}/predict`, {
    amountUsd: plain(amount, 6),
  });
  const isGood = sameAnswer(world, `buy of ${bot.n} in ${call.slug}`, answer, expected);
  if (isGood && typeof expected !== 'string') {
    world.model.bought(bot, call, answer.body.data.trade, expected);
  }
}

/** A sale by hand: about so many dollars, or everything. */
export async function sell(
  world: World,
  bot: Bot,
  call: Call,
  amount: bigint | null,
): Promise<void> {
  const side = await world.side(call.slug, call.isYes);
  const expected = world.model.saleOf(bot, call, side, amount);
  const body = amount === null ? { max: true } : { amountUsd: plain(amount, 6) };
  const answer = await world.post(bot.n, `/proposals/${call.id}/sell`, body);
  const isGood = sameAnswer(world, `sale of ${bot.n} in ${call.slug}`, answer, expected);
  if (isGood && typeof expected !== 'string') {
    world.model.sold(bot, call, answer.body.data.trade, expected);
  }
}
