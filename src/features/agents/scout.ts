import { isFresh } from '../../market/freshness.ts';
import { divHalfEven, pow10, RATIO_DECIMALS, type Ratio, usdc } from '../../money/fixed.ts';
import { formatFixed, formatUsdc } from '../../money/text.ts';
import { type Agent, type AgentContext, nextMultipleMs } from './agent.ts';

/** How often it posts, in ms of business time. */
const SCOUT_INTERVAL_MS = 21_600_000;
/** Tokens and stocks that one message names. */
const MOVERS = 3;
/** Prediction events that one message names. */
const BUSY_EVENTS = 3;
/** Decimals of a percentage in a message. */
const SHOWN_DECIMALS = 2;

/** Posts the largest movers of 24 hours and the most-traded prediction events (contract 11). */
export const scout: Agent = {
  key: 'scout',
  name: 'Scout',
  description:
    'Every six hours: the largest movers among tokens and stocks over 24 hours, and the most-traded prediction events.',
  firstRunMs: (nowMs) => nowMs,
  nextRunMs: (nowMs) => nextMultipleMs(nowMs, SCOUT_INTERVAL_MS),
  async run(context) {
    const lines = [...moversLine(context), ...eventsLine(context)];
    return { messages: lines.length === 0 ? [] : [lines.join('\n')], memory: '' };
  },
};

function moversLine({ market, nowMs }: AgentContext): string[] {
  const movers = market.tokens().flatMap(({ mint, symbol }) => {
    const quote = market.quote(mint, nowMs);
    if (!quote || !isFresh(quote, nowMs)) return [];
    const { priceChange24hPct: change } = market.stats(mint, nowMs);
    return change === null || change === 0n ? [] : [{ mint, symbol, change }];
  });
  const size = ({ change }: { change: bigint }) => (change < 0n ? -change : change);
  movers.sort((a, b) => compare(size(b), size(a)) || compare(a.mint, b.mint));
  const words = movers.slice(0, MOVERS).map(({ symbol, change }) => `${symbol} ${signed(change)}`);
  return words.length === 0 ? [] : [`Largest movers of 24 hours: ${words.join(', ')}.`];
}

function eventsLine({ predictions, nowMs }: AgentContext): string[] {
  const { events } = predictions.live({ limit: BUSY_EVENTS, offset: 0, tag: null }, nowMs);
  const words = events.map(({ title, markets }) => {
    const volume = markets.reduce(
      (sum, market) => sum + predictions.stats(market, nowMs).volume24h,
      0n,
    );
    return `${title} ($${formatUsdc(usdc(volume))})`;
  });
  return words.length === 0 ? [] : [`Most-traded events of 24 hours: ${words.join(', ')}.`];
}

/** Percent points with a sign, half-even at two decimals. */
function signed(change: Ratio): string {
  const rounded = divHalfEven(change, pow10(RATIO_DECIMALS - SHOWN_DECIMALS));
  return `${rounded > 0n ? '+' : ''}${formatFixed(rounded, SHOWN_DECIMALS)}%`;
}

const compare = <Value extends bigint | string>(a: Value, b: Value): number =>
  a < b ? -1 : a > b ? 1 : 0;
