import type { Engine } from '../../engine/engine.ts';
import type { AuditReport } from '../../ledger/audit.ts';
import type { MarketData } from '../../market/market.ts';
import type { PerpData } from '../../market/perps/perp-data.ts';
import type { PredictionData } from '../../market/predictions/data.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Controls } from '../controls/index.ts';
import type { Identity } from '../identity/index.ts';
import type { PerpDriver } from '../perps/index.ts';
import type { MarketStates } from '../predictions/index.ts';
import type { Regions } from '../region/index.ts';
import type { StockMarket } from '../stocks/index.ts';
import type { Withdrawals } from '../withdrawals/index.ts';
import type { DrainDeps } from './drain.ts';
import type { Pins } from './pins.ts';
import type { SharedClock } from './shared-clock.ts';

/** What the sandbox control moves. */
export interface SandboxDeps {
  readonly mode: Config['mode'];
  readonly engine: Pick<Engine, 'submit'>;
  readonly identity: Identity;
  readonly controls: Pick<Controls, 'setFollowHold' | 'setBehaviour' | 'setTradingMode'>;
  readonly regions: Pick<Regions, 'setRegion'>;
  readonly market: Pick<MarketData, 'token' | 'stockByTicker'>;
  readonly stockMarket: Pick<StockMarket, 'setStatus'>;
  readonly predictions: Pick<PredictionData, 'market'>;
  readonly perps: Pick<PerpData, 'market'>;
  readonly perpDriver: Pick<PerpDriver, 'queue'>;
  readonly marketStates: Pick<MarketStates, 'resolve' | 'setStatus'>;
  readonly withdrawals: Pick<Withdrawals, 'settle'>;
  readonly pins: Pick<Pins, 'pin' | 'unpin'>;
  readonly clock: Pick<SharedClock, 'clock' | 'changed'>;
  /** Real time. */
  readonly wallClock: Clock;
  readonly drain: DrainDeps;
  readonly audit: () => Promise<AuditReport>;
}
