import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeEvents } from '../src/market/predictions/recorded-files.ts';
import type { EventRecord, MarketRecord } from '../src/market/predictions/recorded-record.ts';
import { MANIFEST_FILE, RECORDING_FORMAT, RECORDING_VERSION } from '../src/market/recording.ts';
import { baseUnits, ratio, usdc } from '../src/money/fixed.ts';
import { priceOf } from '../src/money/text.ts';
import { type LoadResult, load } from './load.ts';
import { type Pressure, type TradingWorld, tokensOf } from './scenarios.ts';
import type { Service } from './service.ts';

/** Open proposals that buys go into. */
const PROPOSALS = 20;
/** A market must trade on for this long. */
const LASTING_MS = 3_600_000;

interface WireMarket {
  readonly marketTicker: string;
  readonly eventTicker: string;
  readonly yesBid: string | null;
  readonly yesAsk: string | null;
  readonly closeTime: string | null;
}

/** Proposals of the group in markets that trade on for a while, neither sure nor hopeless. */
export async function predictionCalls(
  service: Service,
  { group }: TradingWorld,
): Promise<string[]> {
  const { apiKey } = group.leader;
  const { events } = await service.call<{ events: { markets: WireMarket[] }[] }>(
    apiKey,
    'GET',
    '/predictions/events/live?limit=50',
  );
  const { now } = await service.sandbox<{ now: string }>('GET', '/clock');
  const untilMs = Date.parse(now) + LASTING_MS;
  const lasting = events
    .flatMap(({ markets }) => markets)
    .filter(({ yesBid, yesAsk }) => Number(yesBid) > 0.1 && Number(yesAsk ?? 1) < 0.9)
    .filter(({ closeTime }) => closeTime === null || Date.parse(closeTime) > untilMs);
  const proposals: string[] = [];
  for (const { eventTicker, marketTicker } of lasting.slice(0, PROPOSALS)) {
    const { proposal } = await service.call<{ proposal: { id: string } }>(
      apiKey,
      'POST',
      '/predictions/proposals',
      {
        groupId: group.groupId,
        eventId: eventTicker,
        marketId: marketTicker,
        isYes: true,
        amountUsd: '25',
      },
    );
    proposals.push(proposal.id);
  }
  if (proposals.length < PROPOSALS) throw new Error(`only ${proposals.length} markets to buy in`);
  return proposals;
}

/** Buys of $5 by random members into random proposals, each with its own Idempotency-Key. */
export function predictionBuys(
  { origin }: Service,
  world: TradingWorld & { readonly calls: readonly string[] },
  on: Pressure,
): Promise<LoadResult> {
  const spec = {
    method: 'POST',
    paths: world.calls.map((id) => `/api/v1/predictions/proposals/${id}/predict`),
    tokens: tokensOf(world),
    body: '{"amountUsd":"5"}',
  } as const;
  return load({ origin, ...on, spec });
}

const CITIES = [
  'Lisbon',
  'Oslo',
  'Kyoto',
  'Quito',
  'Dakar',
  'Riga',
  'Porto',
  'Tunis',
  'Accra',
  'Sofia',
];
const TOPICS = ['mayor', 'derby', 'rainfall', 'metro', 'festival', 'marathon', 'rent', 'harbour'];
const EVENTS = 1_000;
const OUTCOMES = ['under 10', '10 to 19', '20 to 29', '30 to 39', 'over 40'];
const DAY_MS = 86_400_000;

const cityOf = (n: number): string => CITIES[n % CITIES.length] as string;
const topicOf = (n: number): string =>
  TOPICS[Math.floor(n / CITIES.length) % TOPICS.length] as string;

/** A market that has traded for a year and goes on for another one. */
function marketRecord(n: number, outcome: number, nowMs: number): MarketRecord {
  const id = n * OUTCOMES.length + outcome;
  const cents = 5 + ((n * 7 + outcome * 13) % 80);
  const slug = `${cityOf(n)}-${topicOf(n)}-${n}-${outcome}`.toLowerCase();
  return {
    ...{ slug, gammaId: `${500_000 + id}`, conditionId: `0x${id.toString(16).padStart(64, '0')}` },
    ...{
      yesOutcomeId: `1${`${id}`.padStart(19, '0')}`,
      noOutcomeId: `2${`${id}`.padStart(19, '0')}`,
    },
    question: `Will the ${topicOf(n)} of ${cityOf(n)} in week ${n} be ${OUTCOMES[outcome]}?`,
    ...{ groupTitle: OUTCOMES[outcome] ?? '', yesName: 'Yes', noName: 'No', negRisk: true },
    ...{ feeRate: ratio(priceOf('0.05')), tickSize: priceOf('0.01') },
    minOrderSize: baseUnits(5_000_000n),
    ...{ recordedMs: nowMs, startMs: nowMs - 365 * DAY_MS, endMs: nowMs + 365 * DAY_MS },
    ...{ status: 'open', closedMs: null, result: null, lastPrice: null, book: null },
    bestBid: priceOf(`${cents / 100}`),
    bestAsk: priceOf(`${(cents + 2) / 100}`),
    volume: usdc(BigInt(id) * 1_000_003n),
    volume24h: usdc(BigInt((id * 7_919) % 100_003) * 1_000_000n),
    liquidity: usdc(20_000_000_000n),
  };
}

const eventRecord = (n: number, nowMs: number): EventRecord => ({
  slug: `${cityOf(n)}-${topicOf(n)}-${n}`.toLowerCase(),
  gammaId: `${n + 1}`,
  title: `${cityOf(n)}: ${topicOf(n)} of week ${n}`,
  subtitle: `What the ${topicOf(n)} of ${cityOf(n)} comes to`,
  imageUrl: null,
  category: topicOf(n),
  tags: [{ slug: cityOf(n).toLowerCase(), label: cityOf(n) }],
  aliases: [],
  recordedMs: nowMs,
  startMs: nowMs - 365 * DAY_MS,
  endMs: nowMs + 365 * DAY_MS,
  markets: OUTCOMES.map((_, outcome) => marketRecord(n, outcome, nowMs)),
});

/** Writes a recording of 1,000 events with 5,000 markets that trade now. */
export async function writeManyMarkets(folder: string, nowMs: number): Promise<void> {
  const events = Array.from({ length: EVENTS }, (_, n) => eventRecord(n, nowMs));
  const file = 'predictions/events.json';
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), writeEvents(events));
  const manifest = {
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    instruments: [],
    predictions: { events: file, histories: [] },
  };
  await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest));
}

/** Searches by one and by two words, for a week and for the name of an event. */
export function eventSearches(
  { origin }: Service,
  world: TradingWorld,
  on: Pressure,
): Promise<LoadResult> {
  const words = [
    ...CITIES,
    ...TOPICS,
    ...CITIES.flatMap((city) => TOPICS.map((one) => `${city} ${one}`)),
  ];
  const weeks = Array.from({ length: 50 }, (_, n) => `week ${n * 20}`);
  const names = Array.from({ length: 50 }, (_, n) => eventRecord(n * 20, 0).slug);
  const paths = [...words, ...weeks, ...names].map(
    (words) => `/api/v1/predictions/events/search?q=${encodeURIComponent(words)}`,
  );
  return load({ origin, ...on, spec: { method: 'GET', paths, tokens: tokensOf(world) } });
}
