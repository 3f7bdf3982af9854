export { followRoutes } from './routes.ts';
export type { FollowVertical, FollowVerticals } from './vertical.ts';
export { type FollowWorker, startFollowWorker } from './worker.ts';
export { followRows } from './write-rows.ts';
