export { type DepositCommand, deposit, depositOutcome } from './deposit.ts';
export type { AccountDeps } from './deps.ts';
export { readEvents } from './events.ts';
export { accountRoutes } from './routes.ts';
export {
  type Holding,
  holdingsValuer,
  type ValueField,
  type Valuer,
  type ViewAsset,
} from './valuation.ts';
