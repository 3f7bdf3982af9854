import type { PerpReadDeps } from '../perps/index.ts';
import type { PredictionReadDeps } from '../predictions/index.ts';
import type { SpotReadDeps } from '../spot/index.ts';

/** What every vertical needs to be read and priced. */
export type PortfolioDeps = SpotReadDeps & PredictionReadDeps & PerpReadDeps;
