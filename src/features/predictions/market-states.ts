import type { Engine } from '../../engine/engine.ts';
import type { PredictionData } from '../../market/predictions/data.ts';
import type {
  MarketResult,
  MarketStatus,
  PredictionMarket,
} from '../../market/predictions/prediction-market.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Bus } from '../../platform/db/bus.ts';
import type { Database } from '../../platform/db/pool.ts';
import { NO_ID } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { refresher } from '../../platform/refresher.ts';
import { type MarketOverrideRow, marketOverridesStatement } from './predictions.sql.ts';
import {
  alreadyResolved,
  type MarketResolution,
  resolveMarkets,
  type SetMarketStatus,
  setMarketStatus,
} from './resolve-market.ts';

/** Topic of the bus: what markets are in has changed; the payload says nothing more. */
const MARKET_TOPIC = 'prediction-market';

/** Results and statuses of markets that stand in the database, in the memory of every process. */
export interface MarketStates {
  /**
   * Ends a market by hand; in an event of which one market wins, YES ends the others with NO
   * (contract 18.30). Resolves when it counts here. MARKET_NOT_ACTIVE when it has a result.
   */
  resolve(market: PredictionMarket, result: MarketResult): Promise<void>;
  /** Notes results that the source has told; those that are known already are no news. */
  record(resolutions: readonly MarketResolution[]): Promise<void>;
  /** MARKET_NOT_ACTIVE once the market has a result. */
  setStatus(market: PredictionMarket, status: SetMarketStatus['status']): Promise<void>;
  /** Whether the market's result stands in the database, as far as this process has heard. */
  isRecorded(marketId: string): boolean;
  /** Calls the listener when something has changed, here or elsewhere. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

export interface MarketStatesDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'onReset'>;
  readonly data: PredictionData;
  readonly clock: Clock;
  readonly log: Log;
}

/** Loads what is known of markets and keeps it in step with the other processes. */
export async function openMarketStates(deps: MarketStatesDeps): Promise<MarketStates> {
  const { engine, database, bus, data, clock, log } = deps;
  const listeners: (() => void)[] = [];
  let recorded = new Set<string>();
  const refresh = refresher(async () => {
    const rows = await database.reads.query<MarketOverrideRow>(marketOverridesStatement);
    data.loadOverrides(
      rows.map(({ slug, status, result }) => ({
        slug,
        status: status as MarketStatus,
        result: result as MarketResult | null,
      })),
    );
    recorded = new Set(rows.filter(({ result }) => result !== null).map(({ slug }) => slug));
    for (const listener of listeners) listener();
  });
  const refreshLater = () =>
    refresh().catch((err: unknown) => log.warn({ err }, 'the markets could not be read again'));
  const changed = async (): Promise<void> => {
    await refresh();
    await database.withClient((client) => bus.publish(client, MARKET_TOPIC, null));
  };
  const stops = [
    bus.subscribe(MARKET_TOPIC, () => void refreshLater()),
    bus.onReset(() => void refreshLater()),
  ];
  await refresh();

  /** The other markets of the event, where only one can win, that have no result yet. */
  function siblings(market: PredictionMarket): MarketResolution[] {
    if (!market.negRisk) return [];
    const now = clock.now();
    const others = data.event(market.eventSlug, now)?.markets ?? [];
    return others
      .filter(({ slug, negRisk }) => negRisk && slug !== market.slug)
      .filter((other) => data.state(other, now).status !== 'resolved')
      .map(({ slug }) => ({ marketId: slug, result: 'NO' }));
  }

  /** Also of a market whose result its source has told and nobody has had to note. */
  function requireUnresolved(market: PredictionMarket): void {
    if (data.state(market, clock.now()).status === 'resolved') throw alreadyResolved();
  }

  return {
    async resolve(market, result) {
      requireUnresolved(market);
      const named = { marketId: market.slug, result };
      const resolutions = [named, ...(result === 'YES' ? siblings(market) : [])];
      await engine.submit(resolveMarkets, { resolutions, mustBeNew: true }, { userId: NO_ID });
      await changed();
    },
    async record(resolutions) {
      await engine.submit(resolveMarkets, { resolutions, mustBeNew: false }, { userId: NO_ID });
      await changed();
    },
    async setStatus(market, status) {
      requireUnresolved(market);
      const command = { marketId: market.slug, status };
      await engine.submit(setMarketStatus, command, { userId: NO_ID });
      await changed();
    },
    isRecorded: (marketId) => recorded.has(marketId),
    onChange: (listener) => void listeners.push(listener),
    async close() {
      for (const stop of stops) stop();
      await refreshLater();
    },
  };
}
