/**
 * A second, small opinion on what must have come of a run: plain integers, none of the service's
 * code. It takes the leader's trades and the prices of the followers' fills as they are, and works
 * out everything else: who follows, with what result, how many tokens, whose money where.
 */

/** A trade as the service shows it. */
export interface WireTrade {
  readonly tradeType: string;
  readonly tokenAmount: string;
  readonly tokenDecimals: number;
  readonly pricePerTokenUsd: string;
  readonly totalCostUsd: string;
  readonly svcFeeUsd: string;
}

export interface WireFollow {
  readonly leaderTradeId: string;
  readonly side: string;
  readonly status: string;
  readonly code?: string;
  readonly trade?: WireTrade;
}

const FEE_BPS = 50n;
const DOLLAR = 1_000_000n;
const DAY_MS = 86_400_000;

/** Plain decimal text as an integer of so many decimals. */
export function units(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

interface Person {
  cash: bigint;
  readonly amount: bigint;
  readonly dailyLimit: bigint | null;
  readonly mirrorExits: boolean;
  member: boolean;
  following: boolean;
  spentDay: number;
  spent: bigint;
  /** By call: tokens held, and of them what follows bought and nobody touched. */
  readonly holds: Map<string, { quantity: bigint; followed: bigint }>;
}

export type Model = ReturnType<typeof createModel>;

export function createModel() {
  const people: Person[] = [];
  const leader = { cash: 0n, holds: new Map<string, bigint>() };
  const totals = { deposits: 0n, fees: 0n, dust: 0n, venue: 0n, results: 0 };
  const problems: string[] = [];
  const expect = (what: string, shown: unknown, right: unknown) => {
    if (shown !== right) problems.push(`${what}: ${String(shown)}, not ${String(right)}`);
  };

  /** Money of a buy: the fee is a part of the amount, what is left buys whole units of tokens. */
  function bought(what: string, trade: WireTrade, amount: bigint): bigint {
    const { tokenDecimals: decimals } = trade;
    const exact = amount * FEE_BPS;
    const fee = (exact + 9_999n) / 10_000n;
    const price = units(trade.pricePerTokenUsd, 18);
    const quantity = ((amount - fee) * 10n ** BigInt(12 + decimals)) / price;
    expect(`${what} side`, trade.tradeType, 'BUY');
    expect(`${what} cost`, units(trade.totalCostUsd, 6), amount);
    expect(`${what} fee`, units(trade.svcFeeUsd, 6), fee);
    expect(`${what} tokens`, units(trade.tokenAmount, decimals), quantity);
    totals.fees += exact / 10_000n;
    totals.dust += fee - exact / 10_000n;
    totals.venue += amount - fee;
    return quantity;
  }

  /** Money of a sale: whole units of dollars, of which the fee goes off; what comes in. */
  function sold(what: string, trade: WireTrade, quantity: bigint): bigint {
    const { tokenDecimals: decimals } = trade;
    const scale = 10n ** BigInt(12 + decimals);
    const worth = quantity * units(trade.pricePerTokenUsd, 18);
    const gross = worth / scale;
    const fee = (gross * FEE_BPS + 9_999n) / 10_000n;
    const rounded = worth % scale === 0n ? 0n : 1n;
    expect(`${what} side`, trade.tradeType, 'SELL');
    expect(`${what} tokens`, units(trade.tokenAmount, decimals), quantity);
    expect(`${what} gross`, units(trade.totalCostUsd, 6), gross);
    expect(`${what} fee`, units(trade.svcFeeUsd, 6), fee);
    const earned = (gross * FEE_BPS) / 10_000n;
    totals.fees += earned;
    totals.dust += fee - earned + rounded;
    totals.venue -= gross + rounded;
    return gross - fee;
  }

  /** Why a follow is not made, in the published order; null when it is. */
  function refusal(person: Person, day: number, fate: string | undefined): string | null {
    const spent = person.spentDay === day ? person.spent : 0n;
    if (!person.member) return 'LEFT_GROUP';
    if (person.amount < DOLLAR) return 'BELOW_MINIMUM';
    if (person.dailyLimit !== null && spent + person.amount > person.dailyLimit) {
      return 'DAILY_LIMIT';
    }
    if (person.cash < person.amount) return 'INSUFFICIENT_FUNDS';
    return fate ?? null;
  }

  function follow(n: number, call: string, shown: WireFollow, atMs: number, fate?: string): void {
    const person = people[n] as Person;
    const what = `follower ${n} in ${call}`;
    const day = Math.floor(atMs / DAY_MS);
    const code = refusal(person, day, fate);
    expect(`${what} status`, shown.status, code === null ? 'FILLED' : 'SKIPPED');
    expect(`${what} code`, shown.code ?? null, code);
    if (code !== null || !shown.trade) return;
    const quantity = bought(what, shown.trade, person.amount);
    person.cash -= person.amount;
    person.spent = (person.spentDay === day ? person.spent : 0n) + person.amount;
    person.spentDay = day;
    person.holds.set(call, { quantity, followed: quantity });
  }

  function exit(n: number, call: string, shown: WireFollow, part: bigint, of: bigint): void {
    const person = people[n] as Person;
    const held = person.holds.get(call);
    const what = `exit of follower ${n} in ${call}`;
    expect(`${what} status`, shown.status, 'FILLED');
    if (!held || !shown.trade) return;
    const quantity = (held.followed * part) / of;
    person.cash += sold(what, shown.trade, quantity);
    held.quantity -= quantity;
    held.followed -= quantity;
  }

  return {
    people,
    leader,
    totals,
    problems,
    join(person: Pick<Person, 'amount' | 'dailyLimit' | 'mirrorExits'>, deposit: bigint): void {
      totals.deposits += deposit;
      people.push({
        ...person,
        cash: deposit,
        member: false,
        following: false,
        spentDay: -1,
        spent: 0n,
        holds: new Map(),
      });
    },
    depositOfLeader(deposit: bigint): void {
      totals.deposits += deposit;
      leader.cash += deposit;
    },
    /** Whoever follows at the instant of a call: each of them must have one result of it. */
    followers: (): number[] =>
      people.flatMap(({ member, following }, n) => (member && following ? [n] : [])),
    /** Whoever mirrors a sale of this call. */
    mirrors: (call: string): number[] =>
      people.flatMap((person, n) => {
        const followed = person.holds.get(call)?.followed ?? 0n;
        return person.member && person.following && person.mirrorExits && followed > 0n ? [n] : [];
      }),
    open(call: string, trade: WireTrade, amount: bigint): void {
      leader.holds.set(call, bought(`leader in ${call}`, trade, amount));
      leader.cash -= amount;
    },
    /** A sale of the leader; how much of how much it was. */
    leaderSale(call: string, trade: WireTrade): { part: bigint; of: bigint } {
      const of = leader.holds.get(call) ?? 0n;
      const part = units(trade.tokenAmount, trade.tokenDecimals);
      leader.cash += sold(`leader out of ${call}`, trade, part);
      leader.holds.set(call, of - part);
      return { part, of };
    },
    follow(
      call: string,
      followers: readonly number[],
      shown: ReadonlyMap<number, readonly WireFollow[]>,
      when: { atMs: number; fate?: string },
    ): void {
      for (const n of followers) {
        const results = shown.get(n) ?? [];
        expect(`results of follower ${n} in ${call}`, results.length, 1);
        if (results[0]) follow(n, call, results[0], when.atMs, when.fate);
        totals.results += 1;
      }
    },
    exit(
      call: string,
      mirrors: readonly number[],
      shown: ReadonlyMap<number, readonly WireFollow[]>,
      { part, of }: { part: bigint; of: bigint },
    ): void {
      for (const n of mirrors) {
        const results = shown.get(n) ?? [];
        expect(`exits of follower ${n} in ${call}`, results.length, 1);
        if (results[0]) exit(n, call, results[0], part, of);
        totals.results += 1;
      }
    },
    saleByHand(n: number, call: string, trade: WireTrade): void {
      const person = people[n] as Person;
      const held = person.holds.get(call);
      const quantity = units(trade.tokenAmount, trade.tokenDecimals);
      person.cash += sold(`sale of follower ${n} out of ${call}`, trade, quantity);
      if (!held) return;
      held.quantity -= quantity;
      held.followed = 0n;
      if (held.quantity < 0n) problems.push(`follower ${n} sold more of ${call} than was held`);
    },
  };
}
