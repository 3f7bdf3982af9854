export { type DepositCommand, deposit, depositOutcome } from './deposit.ts';
export type { AccountDeps } from './deps.ts';
export { type EquityJob, startEquityJob } from './equity-job.ts';
export { readEvents } from './events.ts';
export { accountRoutes } from './routes.ts';
export {
  type Holding,
  holdingsValuer,
  type ValueField,
  type Valuer,
  type ViewAsset,
} from './valuation.ts';
