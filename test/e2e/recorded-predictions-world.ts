import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPredictions } from '../../src/market/predictions/import-predictions.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { sharedData } from '../helpers/shared-data.ts';
import { units } from './recorded-model.ts';
import type { AutoBuy, Bot, Model, Wire } from './recorded-predictions-model.ts';
import { levelsOf, plain, type Side } from './recorded-predictions-opinion.ts';

/** The market whose price was recorded over a month: its YES token, and the files that are of it. */
export const MOVING = 'microstrategy-sells-any-bitcoin-by-december-31-2026';
const TOKEN = '111128191581505463501777127559667396812474366956707382672202929745167742497287';
export const HISTORIES = [
  'clob/prices-history-1d-1440pts-2026-02-07.json',
  'clob/prices-history-1w-fidelity5-2013pts.json',
  'clob/prices-history-1m-fidelity10-4456pts.json',
];

export const BOTS = 50;
export const GROUPS = 5;
/** Bots 0 to 4 lead a group each; this one leads the first group with bot 0 and follows it too. */
export const SECOND_LEADER = 5;

const DOLLAR = 1_000_000n;
/** Bots with an own wish beside those of the pattern. */
const BELOW_ANY_MINIMUM = 13;

/** Who a bot is: its groups, its auto-buy and its money. */
export function botOf(n: number): Bot {
  const main = n % GROUPS;
  const isIn2 = n > 7 && n % 4 === 3;
  const isPoor = n > 7 && n % 9 === 8 && !isIn2;
  const amount = n === BELOW_ANY_MINIMUM ? 3_990_000n : 4_000_000n + BigInt(n) * 731_003n;
  const autoBuy: AutoBuy = {
    amount,
    mirrorExits: n % 3 !== 0,
    dailyLimit: n % 10 === 7 ? (amount * 7n) / 2n : null,
  };
  const follows = n >= GROUPS && n % 7 !== 4;
  const cash = n <= SECOND_LEADER ? 40_000n * DOLLAR : isPoor ? amount * 4n : 5_000n * DOLLAR;
  return {
    ...{ n, cash },
    groups: isIn2 ? [main, (main + 2) % GROUPS] : [main],
    autoBuy: follows ? autoBuy : null,
    holdings: new Map(),
    spent: new Map(),
  };
}

export interface World {
  readonly app: TestApp;
  readonly users: readonly TestUser[];
  readonly groups: readonly string[];
  readonly model: Model;
  /** Every market that was ever found among the events that trade, as it was then. */
  readonly markets: ReadonlyMap<string, Wire>;
  /** The events that trade now, all pages of them. */
  discover(): Promise<readonly Wire[]>;
  /** One side of a market as it can be traded now. */
  side(slug: string, isYes: boolean): Promise<Side>;
  /** Business time, which stands between two calls. */
  now(): number;
  goTo(atMs: number): Promise<void>;
  pin(slug: string, priceUsd: string): Promise<void>;
  drain(): Promise<void>;
  post(n: number, path: string, body?: object): Promise<Answer>;
  stop(): Promise<void>;
}

const iso = (atMs: number): string => new Date(atMs).toISOString();

/** The service on everything that was recorded of Polymarket, with the bots in their groups. */
export async function startRecordedWorld(startMs: number, model: Model): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'skein-recorded-predictions-'));
  const tokens = HISTORIES.map((file) => `${file}=${TOKEN}`);
  await importPredictions({ from: sharedData('polymarket'), to: folder, tokens }, () => {});
  const app = await startTestApp({
    SKEIN_MARKET_DATA: folder,
    SKEIN_REPLAY_START: iso(startMs),
  });
  await app.sandbox('POST', '/clock', { freeze: true });
  const { now: startedAt } = await app.sandbox('GET', '/clock');
  const users = await settle(app, model);
  const groups = await gather(users, model);

  const reader = await app.user('reader', { depositUsd: '0' });
  let nowMs = Date.parse(startedAt);
  const markets = new Map<string, Wire>();
  const books = new Map<string, Promise<Wire>>();
  const bookOf = (slug: string): Promise<Wire> => {
    const known = books.get(slug) ?? reader.get(`/predictions/markets/${slug}/book`);
    books.set(slug, known);
    return known;
  };
  const drain = async () => {
    await app.sandbox('POST', '/drain');
  };
  return {
    app,
    users,
    groups,
    model,
    markets,
    async discover() {
      const found: Wire[] = [];
      for (let cursor: number | null = 0; cursor !== null; ) {
        const page: Wire = await reader.get(`/predictions/events/live?limit=10&cursor=${cursor}`);
        found.push(...page.events);
        cursor = page.cursor;
      }
      for (const one of found.flatMap((event) => event.markets)) markets.set(one.marketTicker, one);
      return found;
    },
    async side(slug, isYes) {
      const book = await bookOf(slug);
      const { bids, asks } = isYes ? book.yes : book.no;
      return {
        bids: levelsOf(bids),
        asks: levelsOf(asks),
        feeRate: units(markets.get(slug).feeRate, 4),
        minimum: units(book.minOrderSize, 2),
      };
    },
    now: () => nowMs,
    async goTo(atMs) {
      await app.sandbox('POST', '/clock', { set: iso(atMs) });
      nowMs = atMs;
      books.clear();
      await drain();
    },
    async pin(slug, priceUsd) {
      await app.sandbox('PUT', `/prices/market/${slug}`, { priceUsd });
      books.clear();
    },
    drain,
    post: (n, path, body) => (users[n] as TestUser).call('POST', `/predictions${path}`, body),
    async stop() {
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function settle(app: TestApp, { bots, totals }: Model): Promise<TestUser[]> {
  for (let n = 0; n < BOTS; n += 1) bots.push(botOf(n));
  totals.deposits = bots.reduce((sum, { cash }) => sum + cash, 0n);
  return Promise.all(
    bots.map(({ n, cash }) => app.user(`bot_${n}`, { depositUsd: plain(cash, 6) })),
  );
}

/** A group for each leader, its members, and what they follow. */
async function gather(users: readonly TestUser[], { bots }: Model): Promise<string[]> {
  const leaders = users.slice(0, GROUPS);
  const groups = await Promise.all(
    leaders.map(async (leader, n): Promise<string> => {
      const group = { name: `Forecasters ${n}`, groupAccessType: 'PUBLIC' };
      return (await leader.post('/groups', group)).groupId;
    }),
  );
  await Promise.all(
    bots.slice(GROUPS).map(async ({ n, groups: own, autoBuy }) => {
      for (const group of own) {
        await users[n]?.post(`/groups/${groups[group]}/join`);
        if (autoBuy === null) continue;
        const { amount, mirrorExits, dailyLimit } = autoBuy;
        await users[n]?.post(`/groups/${groups[group]}/auto-buy`, {
          enabled: true,
          amountUsd: plain(amount, 6),
          mirrorExits,
          ...(dailyLimit === null ? {} : { dailyLimitUsd: plain(dailyLimit, 6) }),
        });
      }
    }),
  );
  const second = users[SECOND_LEADER] as TestUser;
  const promotion = `/groups/${groups[0]}/members/${second.userId}/promote`;
  await leaders[0]?.post(promotion, { to: 'LEADER' });
  return groups;
}
