export { type Gateway, type GatewayDeps, openGateway } from './gateway.ts';
