import type { Route } from '../../platform/http/route.ts';
import { groupReadRoutes } from './read-routes.ts';
import { type GroupRouteDeps, groupWriteRoutes } from './write-routes.ts';

export type { GroupRouteDeps } from './write-routes.ts';

/** The routes of groups (contract 9). */
export const groupRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  ...groupReadRoutes(deps),
  ...groupWriteRoutes(deps),
];
