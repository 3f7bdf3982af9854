/** How the markets of the run end, and what the service then shows and pays. */
import type { TestUser } from '../helpers/app.ts';
import { units } from './recorded-model.ts';
import {
  type Bot,
  type Call,
  payoutOf,
  type Result,
  type Wire,
} from './recorded-predictions-model.ts';
import { plain } from './recorded-predictions-opinion.ts';
import type { Chance } from './recorded-predictions-plan.ts';
import type { World } from './recorded-predictions-world.ts';

/** Calls of markets whose time is over take no more entries. */
export function closeEnded({ model, now, markets }: World): void {
  for (const call of model.calls) {
    const closeTime = markets.get(call.slug)?.closeTime ?? null;
    if (closeTime === null || Date.parse(closeTime) > now()) continue;
    call.hasEnded = true;
    if (call.status === 'ACTIVE') call.status = 'CLOSED';
  }
}

/** A market has ended: its calls know, and what is owed to whoever holds them now is noted. */
export function resolved({ model }: World, slug: string, result: Result): bigint {
  let owed = 0n;
  for (const call of model.calls) {
    if (call.slug !== slug) continue;
    Object.assign(call, { status: 'RESOLVED', hasEnded: true, result });
    for (const { holdings } of model.bots)
      owed += (holdings.get(call)?.size ?? 0n) * payoutOf(call);
  }
  model.count(`market resolved to ${result}`);
  return owed;
}

/**
 * Ends markets by hand: one in two of an event of which one wins to YES, which ends the others of
 * the event with NO. What is owed then.
 */
export async function resolveByHand(
  world: World,
  chance: Chance,
  slugs: readonly string[],
): Promise<bigint> {
  const { markets } = world;
  const done = new Set<string>();
  let owed = 0n;
  for (const slug of chance.shuffled(slugs)) {
    if (done.has(slug)) continue;
    const { negRisk, eventTicker } = markets.get(slug);
    const wins = chance.percent(negRisk ? 50 : 40);
    const result = wins ? 'YES' : chance.pick(['NO', 'NO', 'VOID'] as const);
    await world.app.sandbox('POST', `/predictions/markets/${slug}/resolve`, { result });
    done.add(slug);
    owed += resolved(world, slug, result);
    if (!wins || !negRisk) continue;
    for (const other of slugs) {
      const market = markets.get(other);
      if (done.has(other) || !market.negRisk || market.eventTicker !== eventTicker) continue;
      done.add(other);
      owed += resolved(world, other, 'NO');
      world.model.count('siblings resolved');
    }
  }
  await world.drain();
  return owed;
}

/** What a claim of a bot must be refused with, null when it pays. */
function claimRefusal(bot: Bot, call: Call): string | null {
  const holding = bot.holdings.get(call);
  if (holding === undefined) return 'NO_POSITION';
  if (payoutOf(call) === 0n) return 'NOT_CLAIMABLE';
  if (holding.size > 0n) return null;
  return holding.isClaimed ? 'NOT_CLAIMABLE' : 'NO_POSITION';
}

const claim = (world: World, bot: Bot, call: Call) =>
  world.post(bot.n, `/proposals/${call.id}/claim`);

/** Some of the members claim by hand, winners twice, losers and those without a position in vain. */
export async function claimByHand(world: World, chance: Chance): Promise<void> {
  const { model } = world;
  const over = model.calls.filter(({ status }) => status === 'RESOLVED');
  const wishes = model.bots.map((bot) =>
    over.filter(({ group }) => bot.groups.includes(group) && chance.percent(35)),
  );
  const act = async (bot: Bot, call: Call): Promise<void> => {
    const what = `claim of ${bot.n} in ${call.slug}`;
    const refusal = claimRefusal(bot, call);
    const { status, body } = await claim(world, bot, call);
    model.same(what, [status, body.code ?? null], refusal ? [400, refusal] : [200, null]);
    if (refusal !== null) return model.count(`claim ${refusal}`);
    const paid = model.claimed(bot, call, body.data.trade);
    model.same(`${what}, paid`, units(body.data.amountClaimedUsd, 6).toString(), paid.toString());
    model.count('claims by hand');
    const again = await claim(world, bot, call);
    model.same(`second ${what}`, [again.status, again.body.code], [400, 'NOT_CLAIMABLE']);
  };
  await Promise.all(
    model.bots.map(async (bot, n) => {
      for (const call of wishes[n] ?? []) await act(bot, call);
    }),
  );
}

/** A closed market without a result buys nothing back and pays nothing, to nobody who holds it. */
export async function payNothing(world: World, slug: string): Promise<void> {
  const { model } = world;
  let tried = 0;
  for (const call of model.calls.filter((one) => one.slug === slug)) {
    for (const bot of model.bots.filter(({ holdings }) => (holdings.get(call)?.size ?? 0n) > 0n)) {
      const what = `${bot.n} in ${slug}`;
      const paid = await claim(world, bot, call);
      model.same(`claim of ${what}`, [paid.status, paid.body.code], [400, 'NOT_CLAIMABLE']);
      const sale = await world.post(bot.n, `/proposals/${call.id}/sell`, { max: true });
      const { marketStatus } = sale.body.details ?? {};
      const refusal = [sale.status, sale.body.code, marketStatus];
      model.same(`sale of ${what}`, refusal, [400, 'MARKET_NOT_ACTIVE', 'closed']);
      tried += 1;
    }
  }
  model.same(`holders of ${slug}`, tried > 1, true);
}

/** What the service has to have claimed for everybody else after midnight. */
export function claimTheRest({ model }: World): void {
  for (const bot of model.bots) {
    for (const [call, { size }] of bot.holdings) {
      if (size === 0n || payoutOf(call) === 0n) continue;
      model.claimed(bot, call, null);
      model.count('claims by the service');
    }
  }
}

/** What a share is worth now, 18 decimals. */
async function priceOf(world: World, { status, ...call }: Call, market: Wire): Promise<bigint> {
  if (status === 'RESOLVED') return payoutOf(call) * 10n ** 14n;
  const { bids, asks } = await world.side(call.slug, call.isYes);
  const [bid, ask] = [bids[0], asks[0]];
  if (bid && ask) return ((bid.price + ask.price) * 10n ** 14n) / 2n;
  // A market without both sides is worth what it was last.
  return units(call.isYes ? market.yesPrice : market.noPrice, 18);
}

/** Every proposal and every position as each member of its group reads it. */
export async function comparePositions(world: World): Promise<void> {
  const { model, users, groups } = world;
  const compare = async (bot: Bot, group: number): Promise<void> => {
    const path = `/predictions/proposals?groupId=${groups[group]}&limit=200`;
    const rows: Wire[] = await (users[bot.n] as TestUser).get(path);
    const calls = model.calls.filter((call) => call.group === group);
    model.same(`proposals of ${group}`, rows.length, calls.length);
    for (const call of calls) {
      const row = rows.find(({ proposal }) => proposal.id === call.id);
      const what = `${call.slug} of ${bot.n}`;
      const { status, result, didWin } = row.proposal;
      const wins = call.result !== 'VOID' && payoutOf(call) > 0n;
      model.same(`proposal ${what}`, [status, result, didWin], [call.status, call.result, wins]);
      const right = bot.holdings.get(call)?.shown(await priceOf(world, call, row.market)) ?? null;
      model.same(`position ${what}`, row.userPosition, right);
      model.same(`rest ${what}`, row.remainingTokenAmount, right?.tokenAmount ?? null);
      const holders = model.bots.filter(({ holdings }) => holdings.has(call)).length;
      model.same(`participants ${what}`, row.participantCount, holders);
    }
  };
  await Promise.all(
    model.bots.map((bot) => Promise.all(bot.groups.map((group) => compare(bot, group)))),
  );
}

/** Every wallet to the unit; the sum of them. */
export async function compareWallets({ model, users }: World): Promise<bigint> {
  const accounts = await Promise.all(users.map((user) => user.get('/account')));
  let sum = 0n;
  for (const [n, { cashBalanceUsd, reservedUsd }] of accounts.entries()) {
    const cash = units(cashBalanceUsd, 6);
    model.same(`wallet of ${n}`, [`${cash}`, reservedUsd], [`${model.bots[n]?.cash}`, '0']);
    sum += cash;
  }
  return sum;
}

/** What the bots hold is worth its middle prices, each kind of share for itself. */
export async function compareValues(world: World): Promise<void> {
  const { model, users } = world;
  const compare = async (bot: Bot): Promise<void> => {
    const shares = new Map<string, { call: Call; size: bigint }>();
    for (const [call, { size }] of bot.holdings) {
      const kind = `${call.slug} ${call.isYes}`;
      shares.set(kind, { call, size: size + (shares.get(kind)?.size ?? 0n) });
    }
    let value = 0n;
    for (const { call, size } of shares.values()) {
      value += (size * (await priceOf(world, call, null))) / 10n ** 14n;
    }
    const { predictionsValueUsd } = await (users[bot.n] as TestUser).get('/account');
    model.same(`value of ${bot.n}`, predictionsValueUsd, plain(value, 6));
  };
  await Promise.all(model.bots.map(compare));
}
