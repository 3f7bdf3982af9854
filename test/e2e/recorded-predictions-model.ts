/**
 * Who has what after every order of a run over recorded prediction markets, and what each answer
 * must therefore be. Amounts in 1e-6 dollars, sizes in hundredths of shares.
 */
import {
  BOUND,
  buyFill,
  type Fill,
  Holding,
  type Side,
  saleFill,
  saleSize,
  shownTrade,
  wantedFor,
} from './recorded-predictions-opinion.ts';

const DAY_MS = 86_400_000;
const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);
/** What a winning share pays, by hundredths: 10,000 of 1e-6 dollars; half of it when VOID. */
const PAYOUT = 10_000n;

export type Result = 'YES' | 'NO' | 'VOID';

/** A proposal of a group. */
export interface Call {
  readonly id: string;
  readonly group: number;
  readonly creator: number;
  readonly slug: string;
  readonly isYes: boolean;
  status: 'ACTIVE' | 'CLOSED' | 'RESOLVED';
  /** Whether its market has stopped trading. */
  hasEnded: boolean;
  result: Result | null;
}

export interface AutoBuy {
  readonly amount: bigint;
  readonly mirrorExits: boolean;
  readonly dailyLimit: bigint | null;
}

export interface Bot {
  readonly n: number;
  readonly groups: readonly number[];
  readonly autoBuy: AutoBuy | null;
  cash: bigint;
  readonly holdings: Map<Call, Holding>;
  /** By group, what follows have spent on which day. */
  readonly spent: Map<number, { day: number; amount: bigint }>;
}

/** Any JSON of the service. */
// biome-ignore lint/suspicious/noExplicitAny: answers of any route.
export type Wire = any;

/** What an order must come to: a fill, or the code of the refusal. */
export type Expected = Fill | string;

/** The fill unless something is wrong before its price matters; the first reason in the order given. */
export function afterChecks(fill: Expected, { asks }: Side, reasons: readonly (string | null)[]) {
  const isTooSmall = typeof fill === 'string' && (fill !== 'NO_LIQUIDITY' || asks.length === 0);
  if (isTooSmall) return fill;
  return reasons.find((reason) => reason !== null) ?? fill;
}

export const payoutOf = ({ result, isYes }: Pick<Call, 'result' | 'isYes'>): bigint => {
  if (result === 'VOID') return PAYOUT / 2n;
  return result === null || (result === 'YES') !== isYes ? 0n : PAYOUT;
};

export type Model = ReturnType<typeof createModel>;

export function createModel() {
  const bots: Bot[] = [];
  const calls: Call[] = [];
  const totals = { deposits: 0n, venue: 0n, fees: 0n, paid: 0n };
  const counts = new Map<string, number>();
  const problems: string[] = [];

  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  function same(what: string, shown: unknown, right: unknown): void {
    const [a, b] = [JSON.stringify(shown), JSON.stringify(right)];
    if (a !== b) problems.push(`${what}: ${a}, not ${b}`);
  }
  function sameTrade(what: string, trade: Wire, right: ReturnType<typeof shownTrade>): void {
    const shown = Object.fromEntries(Object.keys(right).map((key) => [key, trade?.[key]]));
    same(what, shown, right);
  }

  function holdingOf(bot: Bot, call: Call): Holding {
    const holding = bot.holdings.get(call) ?? new Holding();
    bot.holdings.set(call, holding);
    return holding;
  }

  function bought(bot: Bot, call: Call, trade: Wire, fill: Fill, isFollow = false): void {
    sameTrade(`buy of ${bot.n} in ${call.slug}`, trade, shownTrade('BUY', fill, 0n));
    same(`proposal of ${bot.n}`, trade?.proposalId, call.id);
    holdingOf(bot, call).buy(fill, isFollow);
    bot.cash -= fill.gross + fill.fee;
    totals.venue += fill.gross;
    totals.fees += fill.fee;
    count(fill.fee > 0n ? 'buys with a fee' : 'buys without a fee');
  }

  function sold(bot: Bot, call: Call, trade: Wire, fill: Fill, isFollow = false): void {
    const costOut = holdingOf(bot, call).sell(fill, isFollow);
    sameTrade(`sale of ${bot.n} in ${call.slug}`, trade, shownTrade('SELL', fill, costOut));
    bot.cash += fill.gross - fill.fee;
    totals.venue -= fill.gross;
    totals.fees += fill.fee;
    count(fill.fee > 0n ? 'sales with a fee' : 'sales without a fee');
  }

  /** All that is held, for what it pays; what was paid. */
  function claimed(bot: Bot, call: Call, trade: Wire): bigint {
    const holding = holdingOf(bot, call);
    const gross = holding.size * payoutOf(call);
    const fill = { size: holding.size, gross, fee: 0n };
    const costOut = holding.sell(fill, false);
    holding.isClaimed = true;
    if (trade !== null) {
      sameTrade(`claim of ${bot.n} in ${call.slug}`, trade, shownTrade('CLAIM', fill, costOut));
    }
    bot.cash += gross;
    totals.venue -= gross;
    totals.paid += gross;
    return gross;
  }

  const spentOf = (bot: Bot, group: number, day: number): bigint => {
    const spent = bot.spent.get(group);
    return spent?.day === day ? spent.amount : 0n;
  };

  /** What a follow of an opening must come to, at most five points above what its leader paid. */
  function followOf(bot: Bot, call: Call, side: Side, led: Fill, atMs: number): Expected {
    const { amount, dailyLimit } = bot.autoBuy as AutoBuy;
    const spent = spentOf(bot, call.group, dayOf(atMs)) + amount;
    const best = side.asks[0]?.price ?? 0n;
    const expected = afterChecks(buyFill(side, amount), side, [
      dailyLimit !== null && spent > dailyLimit ? 'DAILY_LIMIT' : null,
      bot.cash < amount ? 'INSUFFICIENT_FUNDS' : null,
      best * led.size > led.gross + BOUND * led.size ? 'PRICE_MOVED' : null,
    ]);
    const isSmall = expected === 'AMOUNT_BELOW_MINIMUM' || expected === 'MIN_ORDER_SIZE';
    if (isSmall) return 'BELOW_MINIMUM';
    if (typeof expected === 'string') return expected;
    const isDearer = expected.gross * led.size > (led.gross + BOUND * led.size) * expected.size;
    return isDearer ? 'PRICE_MOVED' : expected;
  }

  /** What a mirrored exit must come to. */
  function exitOf(
    bot: Bot,
    call: Call,
    side: Side,
    { part, of }: { part: bigint; of: bigint },
  ): Expected {
    const { followed } = holdingOf(bot, call);
    if (side.bids.length === 0) return 'NO_LIQUIDITY';
    const size = saleSize(followed, (followed * part) / of, side.minimum);
    return typeof size === 'string' ? 'BELOW_MINIMUM' : saleFill(side, size);
  }

  /** One result of a follow as its owner reads it. */
  function follow(
    bot: Bot,
    call: Call,
    rows: readonly Wire[],
    expected: Expected,
    atMs: number,
  ): void {
    const what = `follow of ${bot.n} in ${call.slug}`;
    same(`${what}, results`, rows.length, 1);
    const [row] = rows;
    const code = typeof expected === 'string' ? expected : null;
    same(what, [row?.status, row?.code ?? null], [code === null ? 'FILLED' : 'SKIPPED', code]);
    count(`${row?.side} ${code ?? 'FILLED'}`);
    if (typeof expected === 'string') return;
    if (row?.side === 'SELL') {
      sold(bot, call, row.trade, expected, true);
      return;
    }
    bought(bot, call, row?.trade, expected, true);
    const day = dayOf(atMs);
    const { amount } = bot.autoBuy as AutoBuy;
    bot.spent.set(call.group, { day, amount: spentOf(bot, call.group, day) + amount });
  }

  return {
    bots,
    calls,
    totals,
    counts,
    problems,
    same,
    bought,
    sold,
    claimed,
    follow,
    followOf,
    exitOf,
    count,
    /** Everybody whose auto-buy follows the opening of a call. */
    followers: (call: Call): readonly Bot[] =>
      bots.filter(
        (bot) => bot.autoBuy && bot.groups.includes(call.group) && bot.n !== call.creator,
      ),
    /** Everybody who mirrors a sale of its creator. */
    mirrors: (call: Call): readonly Bot[] =>
      bots.filter(
        (bot) =>
          bot.autoBuy?.mirrorExits &&
          bot.n !== call.creator &&
          (bot.holdings.get(call)?.followed ?? 0n) > 0n,
      ),
    /** What a sale of about so much must come to; null for all of it. */
    saleOf(bot: Bot, call: Call, side: Side, amount: bigint | null): Expected {
      const held = bot.holdings.get(call)?.size ?? 0n;
      if (held === 0n) return 'NO_POSITION';
      if (call.hasEnded) return 'MARKET_NOT_ACTIVE';
      if (side.bids.length === 0) return 'NO_LIQUIDITY';
      const wanted = amount === null ? held : wantedFor(side, amount);
      const size = saleSize(held, wanted, side.minimum);
      return typeof size === 'string' ? size : saleFill(side, size);
    },
  };
}
