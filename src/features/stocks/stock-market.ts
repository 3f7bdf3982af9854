import type { Engine } from '../../engine/engine.ts';
import { NO_ID } from '../../platform/ids.ts';
import { changeSetting, type Settings } from '../controls/index.ts';
import {
  requireOpenMarket,
  STOCK_STATUS_KEY,
  type StockMarketState,
  type StockMarketStatus,
  stockMarketState,
} from './status.ts';

/** Whether stocks trade, answered from memory, so that decisions may ask. */
export interface StockMarket {
  state(nowMs: number): StockMarketState;
  /** Refuses with MARKET_NOT_ACTIVE unless the market is open. */
  requireOpen(nowMs: number): void;
  /** Sets the operator's override, null: the calendar again; resolves when it counts here. */
  setStatus(status: StockMarketStatus | null): Promise<void>;
}

export interface StockMarketDeps {
  readonly settings: Pick<Settings, 'get' | 'changed'>;
  readonly engine: Pick<Engine, 'submit'>;
}

/** The stock market of all processes: the session calendar under the shared override. */
export function createStockMarket({ settings, engine }: StockMarketDeps): StockMarket {
  const state = (nowMs: number) => stockMarketState(settings.get(STOCK_STATUS_KEY), nowMs);
  return {
    state,
    requireOpen: (nowMs) => requireOpenMarket(state(nowMs)),
    async setStatus(value) {
      await engine.submit(changeSetting, { key: STOCK_STATUS_KEY, value }, { userId: NO_ID });
      await settings.changed(STOCK_STATUS_KEY);
    },
  };
}
