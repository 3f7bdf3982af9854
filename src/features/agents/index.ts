export { type AgentRouteDeps, agentRoutes } from './routes.ts';
export { resolveHost, type WebhookRules } from './webhook-address.ts';
export { type AgentWorker, startAgentWorker } from './worker.ts';
