export { type AccountEnd, createAccountEnd } from './end-account.ts';
export { ownDataRoutes } from './routes.ts';
