export type { PortfolioDeps } from './deps.ts';
export { portfolioRoutes } from './routes.ts';
