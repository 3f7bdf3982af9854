import type { CommandKind, Outcome } from '../../engine/command.ts';
import { AppError, invalid } from '../../errors/app-error.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { depositTable } from '../../ledger/tables.ts';
import { systemPosting, transfer, userPosting } from '../../ledger/transfer.ts';
import { MAX_LEDGER_UNITS, type Usdc, usdc } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';

export interface DepositCommand {
  readonly userId: string;
  /** USDC that came in, 1e-6 dollars, above zero. */
  readonly amount: Usdc;
  /** Where it came from: `sandbox`, or the signature of a transaction on the chain. */
  readonly source: string;
}

/**
 * Everything a deposit changes: its row, the transfer from the outside world into the spendable
 * USDC and the user's event. `held` is what the wallet holds before, spendable and reserved.
 * VALIDATION_FAILED (`amountUsd`) unless the amount is above zero and the wallet can hold it.
 */
export function depositOutcome(
  { userId, amount, source }: DepositCommand,
  held: { readonly available: Usdc; readonly reserved: Usdc },
  at: { readonly id: string; readonly now: number },
): Required<Pick<Outcome, 'rows' | 'transfers' | 'events'>> {
  if (amount <= 0n) throw invalid('amountUsd must be above 0');
  if (held.available + held.reserved + amount > MAX_LEDGER_UNITS) {
    throw invalid('amountUsd is more than a wallet can hold');
  }
  const available = usdc(held.available + amount);
  return {
    rows: [{ table: depositTable, row: { id: at.id, userId, amount, source, createdAt: at.now } }],
    transfers: [
      transfer(at.id, 'deposit', [
        systemPosting('external', USDC_ASSET, -amount),
        userPosting(userId, USDC_ASSET, amount),
      ]),
    ],
    events: [
      {
        userId,
        type: 'deposit',
        data: {
          depositId: at.id,
          amountUsd: formatUsdc(amount),
          source,
          cashBalanceUsd: formatUsdc(available),
        },
      },
    ],
  };
}

/**
 * Books a deposit into a wallet. Answers `{ depositId, userId, amountUsd, cashBalanceUsd }`, 200.
 * NOT_FOUND without such a user; VALIDATION_FAILED as `depositOutcome`.
 */
export const deposit: CommandKind<DepositCommand> = {
  name: 'deposit',
  needs: ({ userId }) => ({ users: [userId] }),
  decide(state, command, { now, ids }) {
    const wallet = state.wallet(command.userId);
    if (!wallet) throw new AppError('NOT_FOUND', { message: 'No such user.' });
    const id = ids.next();
    return {
      ...depositOutcome(command, wallet, { id, now }),
      answer: {
        status: 200,
        data: {
          depositId: id,
          userId: command.userId,
          amountUsd: formatUsdc(command.amount),
          cashBalanceUsd: formatUsdc(usdc(wallet.available + command.amount)),
        },
      },
    };
  },
};
