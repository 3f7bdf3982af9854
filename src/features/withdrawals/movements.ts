import { USDC_ASSET } from '../../ledger/accounts.ts';
import { systemPosting, type Transfer, transfer, userPosting } from '../../ledger/transfer.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WithdrawalRow } from './tables.ts';

type Of = Pick<WithdrawalRow, 'id' | 'userId' | 'amount'>;

/** The money is held from now on. */
export const reserveTransfer = ({ userId, amount }: Of, ids: Ids): Transfer =>
  transfer(ids.next(), 'reserve', [
    userPosting(userId, USDC_ASSET, -amount),
    userPosting(userId, USDC_ASSET, amount, 'reserved'),
  ]);

/** The money is held no longer: spendable, or about to leave in the same decision. */
export const releaseTransfer = ({ userId, amount }: Of, ids: Ids): Transfer =>
  transfer(ids.next(), 'release', [
    userPosting(userId, USDC_ASSET, -amount, 'reserved'),
    userPosting(userId, USDC_ASSET, amount),
  ]);

/** The money leaves; the transfer shares the id of its cause. */
export const sentTransfers = (withdrawal: Of, ids: Ids): readonly Transfer[] => [
  releaseTransfer(withdrawal, ids),
  transfer(withdrawal.id, 'withdrawal', [
    userPosting(withdrawal.userId, USDC_ASSET, -withdrawal.amount),
    systemPosting('external', USDC_ASSET, withdrawal.amount),
  ]),
];

/** The money that had left comes back. */
export const returnTransfer = ({ userId, amount }: Of, ids: Ids): Transfer =>
  transfer(ids.next(), 'withdrawalReturn', [
    systemPosting('external', USDC_ASSET, -amount),
    userPosting(userId, USDC_ASSET, amount),
  ]);
