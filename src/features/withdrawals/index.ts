export { paperSender } from './paper-sender.ts';
export { createPayouts, type Payouts } from './payouts.ts';
export type { Withdrawal } from './withdrawal-object.ts';
export { createWithdrawals, type WithdrawalLimits, type Withdrawals } from './withdrawals.ts';
export { startWithdrawalWorker, type WithdrawalWorker } from './worker.ts';
