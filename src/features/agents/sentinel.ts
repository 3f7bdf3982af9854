import { ticksToPrice } from '../../market/perps/perp-market.ts';
import type { PredictionMarket } from '../../market/predictions/prediction-market.ts';
import { formatPrice } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { type Agent, type AgentContext, linesOf } from './agent.ts';
import {
  type HeldMarketRow,
  heldMarketsStatement,
  type OpenPerpRow,
  openPerpsStatement,
} from './sentinel.sql.ts';

/** How often it looks, in ms of business time. */
const SENTINEL_INTERVAL_MS = 60_000;
/** Distance of the mark from the liquidation price at which it warns, in percent of the latter. */
export const WARNING_PERCENT = 20n;
/** Distance at which a position has recovered: nearer marks that swing warn only once. */
export const RECOVERED_PERCENT = 25n;
/** How long before its end a market is told of, in ms of business time. */
const CLOSING_MS = 86_400_000;
/** Warnings that one message holds. */
const WARNINGS = 20;

/** A warning by what it is about: `perp:` and the position, `market:` and the slug. */
interface Danger {
  readonly key: string;
  /** Null of one that is only remembered. */
  readonly text: string | null;
}

/** Warns of positions near liquidation and of markets that close soon, of each once (contract 11). */
export const sentinel: Agent = {
  key: 'sentinel',
  name: 'Sentinel',
  description:
    "Every minute: warns when a member's perpetual is within 20 % of its liquidation price, and when a market in which members hold shares closes within 24 hours.",
  firstRunMs: (nowMs) => nowMs,
  nextRunMs: (nowMs) => nowMs + SENTINEL_INTERVAL_MS,
  async run(context) {
    const { reads, groupId, memory } = context;
    const told = new Set(memory === '' ? [] : (JSON.parse(memory) as string[]));
    const [positions, markets] = await Promise.all([
      reads.query<OpenPerpRow>(openPerpsStatement, [groupId]),
      reads.query<HeldMarketRow>(heldMarketsStatement, [groupId]),
    ]);
    const dangers = [
      ...positions.flatMap((position) => nearLiquidation(context, position, told)),
      ...markets.flatMap((market) => closingSoon(context, market)),
    ];
    const lines = dangers.flatMap(({ key, text }) => (told.has(key) || !text ? [] : [text]));
    const kept = new Set([...dangers.map(({ key }) => key), ...stillClosing(context, told)]);
    return {
      messages: lines.length === 0 ? [] : [linesOf(lines, WARNINGS)],
      memory: JSON.stringify([...kept].sort()),
    };
  },
};

function nearLiquidation(
  { perps, nowMs }: AgentContext,
  { id, symbol, side, liquidationTicks, username }: OpenPerpRow,
  told: ReadonlySet<string>,
): Danger[] {
  const key = `perp:${id}`;
  const facts = perps.market(symbol);
  const mark = perps.quote(symbol, nowMs)?.markTicks;
  // Nothing is known of its danger now, so nothing is forgotten either.
  if (!facts || mark === undefined) return told.has(key) ? [{ key, text: null }] : [];
  const distance = mark > liquidationTicks ? mark - liquidationTicks : liquidationTicks - mark;
  const limit = told.has(key) ? RECOVERED_PERCENT : WARNING_PERCENT;
  if (distance * 100n > liquidationTicks * limit) return [];
  const markUsd = formatPrice(ticksToPrice(facts, mark));
  const liquidationUsd = formatPrice(ticksToPrice(facts, liquidationTicks));
  const text =
    `${username}'s ${symbol} ${side} is within ${WARNING_PERCENT}% of its liquidation price: ` +
    `mark $${markUsd}, liquidation at $${liquidationUsd}.`;
  return [{ key, text }];
}

function closingSoon(context: AgentContext, { slug, holders }: HeldMarketRow): Danger[] {
  const { predictions, nowMs } = context;
  const market = predictions.market(slug);
  const closeMs = market && closeOf(context, market);
  if (!market || !closeMs || closeMs <= nowMs || closeMs > nowMs + CLOSING_MS) return [];
  if (predictions.state(market, nowMs).status !== 'active') return [];
  const event = predictions.event(market.eventSlug, nowMs);
  const title =
    !event || event.title === market.title ? market.title : `${event.title}: ${market.title}`;
  const text = `"${title}" closes at ${isoTime(closeMs)}; shares are held by ${holders.join(', ')}.`;
  return [{ key: `market:${slug}`, text }];
}

/** Markets that were told of and have not ended yet, whoever holds shares of them now. */
function stillClosing(context: AgentContext, told: ReadonlySet<string>): string[] {
  return [...told].filter((key) => {
    if (!key.startsWith('market:')) return false;
    const market = context.predictions.market(key.slice('market:'.length));
    const closeMs = market && closeOf(context, market);
    return closeMs != null && closeMs > context.nowMs;
  });
}

const closeOf = ({ predictions, nowMs }: AgentContext, market: PredictionMarket): number | null =>
  market.closeMs ?? predictions.event(market.eventSlug, nowMs)?.endMs ?? null;
