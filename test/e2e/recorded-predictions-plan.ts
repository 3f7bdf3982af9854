/** What the bots of a run do when: chance from a seed, so that every run is the same. */
import type { Bot, Call } from './recorded-predictions-model.ts';
import { plain } from './recorded-predictions-opinion.ts';
import { type Aftermath, leave, predict, propose, sell } from './recorded-predictions-orders.ts';
import { GROUPS, MOVING, SECOND_LEADER, type World } from './recorded-predictions-world.ts';

const DOLLAR = 1_000_000n;

/** Numbers of a linear congruential generator; the high half of 64 bits is what is used. */
export function createChance(seed: bigint) {
  let state = seed;
  const next = (): bigint => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return state >> 32n;
  };
  /** 0 … below − 1. */
  const below = (count: number): number => Number(next() % BigInt(count));
  return {
    below,
    /** True in so many of a hundred cases. */
    percent: (count: number): boolean => below(100) < count,
    /** Dollars between two whole numbers of them, with all their decimals. */
    dollars: (from: bigint, to: bigint): bigint =>
      from * DOLLAR + ((next() << 20n) % ((to - from) * DOLLAR)),
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
    shuffled<T>(items: readonly T[]): T[] {
      const left = [...items];
      return items.map(() => left.splice(below(left.length), 1)[0] as T);
    },
  };
}
export type Chance = ReturnType<typeof createChance>;

/** Both sides of the market that moves. */
const CERTAIN: readonly { step: number; group: number; slug: string; isYes: boolean }[] = [
  { step: 0, group: 0, slug: MOVING, isYes: true },
  { step: 0, group: 1, slug: MOVING, isYes: false },
];

/** The markets that the leaders go through, one after the other. */
export function choose(chance: Chance, { markets }: World, count: number): string[] {
  const trading = [...markets.values()].filter(
    ({ yesBid, yesAsk }) => yesBid !== null && yesAsk !== null,
  );
  // Those of their own, then a share of those of which one wins.
  const single = trading.filter(({ negRisk }) => !negRisk);
  const many = chance.shuffled(trading.filter(({ negRisk }) => negRisk));
  const chosen = [...single, ...many.slice(0, count - single.length)];
  return chance.shuffled(chosen.map(({ marketTicker }) => marketTicker));
}

const liveCalls = ({ model }: World): Call[] =>
  model.calls.filter(({ status }) => status === 'ACTIVE');

/** One act of a leader: a call most of the time, a part or all of an own call sold sometimes. */
async function lead(
  world: World,
  chance: Chance,
  { step, group, next }: { step: number; group: number; next: () => string },
): Promise<Aftermath | null> {
  const { bots } = world.model;
  const bot = bots[group === 0 && step % 2 === 1 ? SECOND_LEADER : group] as Bot;
  const certain = CERTAIN.find((one) => one.step === step && one.group === group);
  if (certain) return propose(world, { bot, amount: 150n * DOLLAR, ...certain });
  const own = liveCalls(world).filter(({ creator }) => creator === bot.n);
  if (own.length > 2 && chance.percent(42)) {
    const call = chance.pick(own);
    const isClose = chance.percent(40);
    return leave(world, { bot, call, amount: isClose ? 'close' : chance.dollars(1n, 90n) });
  }
  const others = liveCalls(world).map(({ slug }) => slug);
  const isKnown = others.length > 0 && chance.percent(25);
  const slug = isKnown ? chance.pick(others) : next();
  // Now and then more than a thin market has.
  const amount = chance.percent(15) ? chance.dollars(900n, 2_500n) : chance.dollars(4n, 300n);
  return propose(world, { bot, group, slug, isYes: chance.percent(60), amount });
}

/** What a bot does by hand: it buys into a call of its groups, or sells of what it has. */
async function trade(world: World, chance: Chance, bot: Bot): Promise<void> {
  const calls = world.model.calls.filter(({ group }) => bot.groups.includes(group));
  const held = [...bot.holdings.keys()].filter(
    (call) => (bot.holdings.get(call)?.size ?? 0n) > 0n && call.status !== 'RESOLVED',
  );
  const trading = held.filter(({ hasEnded }) => !hasEnded);
  if (held.length > 0 && chance.percent(45)) {
    // What trades no more is tried now and then, as is a closed call.
    const call = chance.pick(trading.length > 0 && chance.percent(85) ? trading : held);
    const amount = chance.percent(25) ? null : chance.dollars(0n, 40n) + 1n;
    return sell(world, bot, call, amount);
  }
  const open = calls.filter(({ status }) => status === 'ACTIVE');
  if (open.length === 0) return;
  const call = chance.pick(chance.percent(6) ? calls : open);
  return predict(world, bot, call, chance.dollars(3n, 60n));
}

/** All leaders act, everybody follows, then bots trade by hand, each its own orders in turn. */
export async function play(
  world: World,
  chance: Chance,
  { step, next }: { step: number; next: () => string },
): Promise<void> {
  const aftermaths: (Aftermath | null)[] = [];
  for (let group = 0; group < GROUPS; group += 1) {
    aftermaths.push(await lead(world, chance, { step, group, next }));
  }
  await world.drain();
  await Promise.all(aftermaths.map((look) => look?.()));
  await tradeByHand(world, chance);
}

async function tradeByHand(world: World, chance: Chance): Promise<void> {
  const busy = world.model.bots.filter(({ n }) => n > SECOND_LEADER && chance.percent(35));
  await Promise.all(busy.map((bot) => trade(world, chance, bot)));
}

/** Pins each market and lets every leader call one of them. */
export async function playPinned(
  world: World,
  chance: Chance,
  { step, slugs }: { step: number; slugs: readonly string[] },
): Promise<void> {
  for (const slug of slugs) await world.pin(slug, plain(200n + BigInt(chance.below(9_600)), 4));
  await playCalls(world, chance, { step, slugs });
}

/** Every leader calls one of the markets or leaves one, then bots trade by hand. */
export async function playCalls(
  world: World,
  chance: Chance,
  { step, slugs }: { step: number; slugs: readonly string[] },
): Promise<void> {
  const aftermaths: (Aftermath | null)[] = [];
  for (let group = 0; group < GROUPS; group += 1) {
    const slug = slugs[(step * GROUPS + group) % slugs.length] as string;
    const bot = world.model.bots[group] as Bot;
    const own = liveCalls(world).filter(
      (call) => call.creator === group && slugs.includes(call.slug),
    );
    if (own.length > 0 && chance.percent(35)) {
      const call = chance.pick(own);
      const isClose = chance.percent(50);
      const exit = { bot, call, amount: isClose ? ('close' as const) : chance.dollars(1n, 60n) };
      aftermaths.push(await leave(world, exit));
      continue;
    }
    const amount = chance.dollars(6n, 200n);
    const isYes = chance.percent(50);
    aftermaths.push(await propose(world, { bot, group, slug, isYes, amount }));
  }
  await world.drain();
  await Promise.all(aftermaths.map((look) => look?.()));
  await tradeByHand(world, chance);
}

/** A call whose price is another by the time its followers come: five points more are taken. */
export async function playMoved(
  world: World,
  { leader, slug, to }: { leader: number; slug: string; to: string },
): Promise<void> {
  await world.app.sandbox('PUT', '/follow', { hold: true });
  await world.pin(slug, '0.4');
  const bot = world.model.bots[leader] as Bot;
  const call = { bot, group: leader, slug, isYes: true, amount: 50n * DOLLAR };
  const aftermath = await propose(world, call);
  await world.pin(slug, to);
  await world.app.sandbox('PUT', '/follow', { hold: false });
  await world.drain();
  await aftermath?.();
}

/**
 * By a member who does not follow: the least that buys at 90 cents, $4.50, comes to less than five shares with its fee: 4.96. They
 * cannot be sold, and do not keep the call open.
 */
export async function playSmall(
  world: World,
  { leader, member, slug }: { leader: number; member: number; slug: string },
): Promise<void> {
  const [bot, other] = [world.model.bots[leader] as Bot, world.model.bots[member] as Bot];
  await world.pin(slug, '0.9');
  const amount = 4_500_000n;
  const aftermath = await propose(world, { bot, group: leader, slug, isYes: true, amount });
  await world.drain();
  await aftermath?.();
  const call = world.model.calls.at(-1) as Call;
  for (const more of [amount - 1n, amount - 2n, amount]) await predict(world, other, call, more);
  await sell(world, other, call, DOLLAR);
  await sell(world, other, call, null);
  await leave(world, { bot, call, amount: 'close' });
}
