import type { Engine } from '../../engine/engine.ts';
import type { MonotonicClock } from '../../platform/clock.ts';
import type { PerpReadDeps } from '../perps/index.ts';
import type { PredictionReadDeps } from '../predictions/index.ts';
import type { SpotReadDeps } from '../spot/index.ts';

/** What every vertical needs to be read and priced. */
export interface PortfolioDeps extends SpotReadDeps, PredictionReadDeps, PerpReadDeps {
  readonly engine: Pick<Engine, 'onCommitted'>;
  readonly monotonic: MonotonicClock;
}
