export { type DepositCommand, deposit, depositOutcome } from './deposit.ts';
export { type Holding, holdingsValuer, type ValueField, type Valuer } from './valuation.ts';
