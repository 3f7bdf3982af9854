import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { Money } from '../../ui/money.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { CopyField } from './copy-field.tsx';
import { QrCode } from './qr-code.tsx';

/** Where USDC is to be sent, and what the wallet holds. */
export function DepositCard() {
  const account = useQuery(read('/account'));
  if (account.error) {
    return <ErrorNotice error={account.error} onRetry={() => void account.refetch()} />;
  }
  if (!account.data) return <Skeleton lines={4} height="l" />;
  const { deposit, cashBalanceUsd, reservedUsd } = account.data;
  return (
    <section className="card" aria-labelledby="deposit-title">
      <div className="card-head">
        <h2 id="deposit-title">Deposit</h2>
      </div>
      <div className="card-body stack">
        <dl className="facts">
          <div className="fact">
            <dt>Spendable</dt>
            <dd>
              <Money value={cashBalanceUsd} />
            </dd>
          </div>
          <div className="fact">
            <dt>Held for orders and withdrawals</dt>
            <dd>
              <Money value={reservedUsd} />
            </dd>
          </div>
        </dl>
        <div className="deposit-row">
          <QrCode text={deposit.walletAddress} label="QR code of your deposit address" />
          <div className="stack">
            <CopyField label="Deposit address" value={deposit.walletAddress} />
            <CopyField label="Mint of USDC" value={deposit.tokenMint} />
          </div>
        </div>
        <Remark kind="warn">
          Send {deposit.token} on Solana and nothing else. What is sent on another network is lost.
          On a paper account nothing has to be sent: its money comes from the operator.
        </Remark>
      </div>
    </section>
  );
}
