import type { Sessions } from '../features/sessions/index.ts';
import {
  createPayouts,
  createWithdrawals,
  type Payouts,
  paperSender,
  startWithdrawalWorker,
  type Withdrawals,
  type WithdrawalWorker,
} from '../features/withdrawals/index.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import type { Services } from './services.ts';

/** Withdrawals of paper accounts, the only ones that this version can make. */
export interface PaperWithdrawals {
  readonly withdrawals: Withdrawals;
  readonly payouts: Payouts;
}

type Parts = Pick<
  Services,
  'assets' | 'clock' | 'config' | 'database' | 'engine' | 'failpoint' | 'log' | 'market'
> & { readonly surroundings: Pick<Surroundings, 'wallClock'> };

export function createPaperWithdrawals(parts: Parts, sessions: Sessions): PaperWithdrawals {
  const { assets, clock, config, database, engine, failpoint, log, market } = parts;
  const { wallClock } = parts.surroundings;
  // Where there is a sandbox, that says when a payment is final (contract 15).
  const confirms = !config.sandbox;
  const sender = paperSender({ database, wallClock, confirms });
  const payouts = createPayouts({ engine, sender, failpoint, log });
  const withdrawals = createWithdrawals({
    engine,
    reads: database.reads,
    clock,
    rules: { dailyLimit: config.withdrawalDailyLimit, delayMs: config.withdrawalDelayMs },
    payouts,
    sessions,
    isMint: (address) =>
      assets.byMint(address) !== undefined || market.token(address) !== undefined,
  });
  return { withdrawals, payouts };
}

/** Starts the worker of this process; where there is a sandbox, it sends nothing by itself. */
export function startPaperWithdrawals(services: Services): WithdrawalWorker {
  const { clock, config, database, engine, log, payouts, surroundings } = services;
  return startWithdrawalWorker({
    engine,
    reads: database.reads,
    clock,
    wallClock: surroundings.wallClock,
    turns: surroundings.turns,
    payouts,
    mode: 'paper',
    sends: !config.sandbox,
    log,
  });
}
