import type { Route } from '../../platform/http/route.ts';
import { changeRoutes } from './change-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { moderationRoutes } from './moderation-routes.ts';
import type { ChatDeps } from './submit.ts';

/** The routes of chat (contract 10). */
export const chatRoutes = (deps: ChatDeps): readonly Route[] => [
  ...messageRoutes(deps),
  ...changeRoutes(deps),
  ...moderationRoutes(deps),
];
