import type { Trader } from '../../src/features/orders/index.ts';
import { cancelWithdrawal } from '../../src/features/withdrawals/cancel-withdrawal.ts';
import { createPayouts, paperSender } from '../../src/features/withdrawals/index.ts';
import { settleWithdrawal } from '../../src/features/withdrawals/settle-withdrawal.ts';
import { withdraw } from '../../src/features/withdrawals/withdraw.ts';
import { dollars } from '../../src/money/text.ts';
import { noFailpoint } from '../../src/platform/failpoint.ts';
import type { Trading } from './trading.ts';

/** Anybody's wallet on the chain. */
export const SOME_ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const origin = { ip: null, userAgent: null };

/** One withdrawal in each state: sent, confirmed, returned before and after, canceled, open. */
export async function makeWithdrawalRows(on: Trading, { ada }: { ada: Trader }): Promise<void> {
  const { userId } = ada;
  const rules = { dailyLimit: dollars('10000'), delayMs: 0 };
  const sender = paperSender({ database: on.database, wallClock: on.clock, confirms: false });
  const payouts = createPayouts({ ...on, sender, failpoint: noFailpoint });
  let step = 0;
  const begin = async (amountUsd: string, delayMs = 0): Promise<string> => {
    step += 1;
    const wish = { userId, address: SOME_ADDRESS, amount: dollars(amountUsd), step, origin };
    return (await on.run(withdraw({ ...rules, delayMs }), wish, userId)).data.id;
  };
  const settle = (id: string, status: 'CONFIRMED' | 'RETURNED') =>
    on.run(settleWithdrawal, { id, userId, status }, userId);

  await begin('1.01', 60_000);
  await settle(await begin('1.02'), 'RETURNED');
  await on.run(cancelWithdrawal, { id: await begin('1.03'), userId, origin }, userId);
  const sent = [];
  for (const amountUsd of ['1.04', '1.05', '1.06']) sent.push(await begin(amountUsd));
  for (const id of sent) await payouts.payOut({ id, userId });
  await settle(sent[1] ?? '', 'CONFIRMED');
  await settle(sent[2] ?? '', 'RETURNED');
  await begin('1.07');
}
