import type { Route } from '../../platform/http/route.ts';
import { checkRoutes } from './check-routes.ts';
import { clockRoutes } from './clock-routes.ts';
import { controlRoutes } from './control-routes.ts';
import type { SandboxDeps } from './deps.ts';
import { predictionControlRoutes } from './prediction-routes.ts';
import { priceRoutes } from './price-routes.ts';
import { userRoutes } from './user-routes.ts';
import { withdrawalRoutes } from './withdrawal-routes.ts';

export type { SandboxDeps } from './deps.ts';
export type { DrainDeps } from './drain.ts';
export { type KeptPin, openPins, type PinLoaders, type Pins } from './pins.ts';
export {
  openSharedClock,
  type ReplayPace,
  type SharedClock,
} from './shared-clock.ts';
export { openSandboxToken, sandboxAuthenticator } from './token.ts';

/** Everything under `/sandbox/v1` (contract 15). */
export const sandboxRoutes = (deps: SandboxDeps): readonly Route[] => [
  ...userRoutes(deps),
  ...clockRoutes(deps),
  ...priceRoutes(deps),
  ...controlRoutes(deps),
  ...predictionControlRoutes(deps),
  ...withdrawalRoutes(deps),
  ...checkRoutes(deps),
];
