import type { Route } from '../../platform/http/route.ts';
import { joinRoutes } from './join-routes.ts';
import { manageRoutes } from './manage-routes.ts';
import { ownRoutes } from './own-routes.ts';
import { groupReadRoutes } from './read-routes.ts';
import type { GroupRouteDeps } from './route-deps.ts';

export type { GroupRouteDeps } from './route-deps.ts';

/** The routes of groups (contract 9). */
export const groupRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  ...groupReadRoutes(deps),
  ...joinRoutes(deps),
  ...ownRoutes(deps),
  ...manageRoutes(deps),
];
