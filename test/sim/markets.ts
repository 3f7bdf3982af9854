import { bundledTokens } from '../../src/market/tokens.ts';
import type { Sim } from './sim.ts';

const mintOf = (symbol: string): string =>
  bundledTokens.find((token) => token.symbol === symbol)?.mint ?? symbol;

export const TOKENS: readonly string[] = ['SOL', 'BONK', 'JUP'].map(mintOf);
export const TICKERS: readonly string[] = ['AAPL', 'SPY'];
export const SYMBOLS: readonly string[] = ['BTC', 'ETH', 'SOL'];
/** Prediction markets that a run trades in. */
const MARKETS_OF_A_RUN = 4;

export interface Outcomes {
  readonly slug: string;
  readonly eventId: string;
}

const marketsOf = new WeakMap<Sim, readonly Outcomes[]>();

/** A few prediction markets that were active when the run began, found as a bot finds them. */
export async function predictionMarkets(sim: Sim): Promise<readonly Outcomes[]> {
  const known = marketsOf.get(sim);
  if (known) return known;
  const [user] = sim.model.users;
  if (!user) return [];
  const { data } = await sim.ask(user, {
    method: 'GET',
    path: '/predictions/events/live?limit=20',
  });
  const found: Outcomes[] = data.events.flatMap(
    (event: { ticker: string; markets: { marketTicker: string; status: string }[] }) =>
      event.markets
        .filter(({ status }) => status === 'active')
        .slice(0, 1)
        .map(({ marketTicker }) => ({ slug: marketTicker, eventId: event.ticker })),
  );
  const chosen = sim.chance.shuffled(found).slice(0, MARKETS_OF_A_RUN);
  marketsOf.set(sim, chosen);
  return chosen;
}
