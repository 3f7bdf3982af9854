import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { compareDecimals } from '../../money/decimal.ts';
import { formatUsd } from '../../money/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { Line } from '../positions/quote-lines.tsx';
import { isAmount } from '../positions/trade-ticket.tsx';
import { durationOf } from './duration.ts';
import { changes, reads, type WithdrawalLimits } from './operations.ts';
import { useChange } from './use-change.ts';

/** Sends USDC to a wallet of one's own, after a last look and with a code of the second factor. */
export function WithdrawCard() {
  const viewer = useQuery(reads.viewer);
  const limits = useQuery(reads.limits);
  const problem = viewer.error ?? limits.error;
  return (
    <section className="card" aria-labelledby="withdraw-title">
      <div className="card-head">
        <h2 id="withdraw-title">Withdraw</h2>
      </div>
      <div className="card-body stack">
        <ErrorNotice error={problem} onRetry={() => void limits.refetch()} compact />
        {!problem && !(viewer.data && limits.data) && <Skeleton lines={3} height="l" />}
        {viewer.data && limits.data && (
          <>
            {viewer.data.totpEnabled ? (
              <WithdrawForm limits={limits.data} />
            ) : (
              <Remark kind="warn">
                A withdrawal needs a code of your authenticator.{' '}
                <Link to="/account" search={{ tab: 'security' }} className="link">
                  Set one up under Security
                </Link>{' '}
                first.
              </Remark>
            )}
            <Rules limits={limits.data} />
          </>
        )}
      </div>
    </section>
  );
}

function WithdrawForm({ limits }: { limits: WithdrawalLimits }) {
  const [address, setAddress] = useState('');
  const [amountUsd, setAmount] = useState('');
  const [asking, setAsking] = useState(false);
  const account = useQuery(read('/account'));
  const cash = account.data?.cashBalanceUsd ?? '0';
  const most = compareDecimals(cash, limits.remainingUsd) < 0 ? cash : limits.remainingUsd;
  const refusal = isAmount(amountUsd) ? refusalOf(amountUsd, cash, limits) : null;
  const complete = address.trim() !== '' && isAmount(amountUsd) && refusal === null;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) setAsking(true);
      }}
    >
      <Field
        label="To"
        placeholder="Solana address"
        autoComplete="off"
        spellCheck={false}
        value={address}
        onText={setAddress}
      />
      <Field
        label="Amount"
        className="amount"
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={amountUsd}
        onText={setAmount}
        error={refusal}
        hint={`Up to ${formatUsd(most)} now`}
        suffix={
          <Button size="s" onClick={() => setAmount(most)}>
            Max
          </Button>
        }
      />
      <Button type="submit" look="primary" disabled={!complete}>
        Review withdrawal
      </Button>
      {asking && (
        <ConfirmWithdrawal
          address={address.trim()}
          amountUsd={amountUsd}
          limits={limits}
          onClose={(done) => {
            setAsking(false);
            if (done) {
              setAmount('');
              setAddress('');
            }
          }}
        />
      )}
    </form>
  );
}

function refusalOf(amountUsd: string, cash: string, limits: WithdrawalLimits): string | null {
  if (compareDecimals(amountUsd, cash) > 0) return 'More than your wallet holds.';
  if (compareDecimals(amountUsd, limits.remainingUsd) > 0)
    return 'More than the daily limit allows.';
  return compareDecimals(amountUsd, limits.minimumUsd) < 0
    ? `At least ${formatUsd(limits.minimumUsd)}.`
    : null;
}

function ConfirmWithdrawal(props: {
  address: string;
  amountUsd: string;
  limits: WithdrawalLimits;
  onClose: (done: boolean) => void;
}) {
  const { address, amountUsd, limits, onClose } = props;
  const [totp, setTotp] = useState('');
  const withdraw = useChange(
    (input: { address: string; amountUsd: string; totp: string }) =>
      graphql(changes.withdraw, input),
    ({ withdraw: made }) => {
      toast.good(
        'Withdrawal requested',
        made.status === 'DELAYED'
          ? 'The address is new: it waits, and you can cancel it meanwhile.'
          : undefined,
      );
      refresh('/account', '/account/balances', '/account/ledger');
      onClose(true);
    },
  );
  const send = (): void => void withdraw.run({ address, amountUsd, totp });
  const ready = /^\d{6}$/.test(totp);
  return (
    <Dialog
      open
      title="Withdraw USDC"
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Back</Button>
          <Button look="primary" busy={withdraw.busy} disabled={!ready} onClick={send}>
            Withdraw {formatUsd(amountUsd)}
          </Button>
        </>
      }
    >
      <dl className="position-quote">
        <Line label="Amount">{formatUsd(amountUsd)}</Line>
        <Line label="To">
          <code className="address">{address}</code>
        </Line>
      </dl>
      <p className="small quiet">
        Compare the address sign by sign: what has been sent cannot be called back. An address that
        is new to your account waits {durationOf(limits.delayMs)} first.
      </p>
      <Field
        label="Code of your authenticator"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={totp}
        onText={setTotp}
        hint="Each code works once, for signing in and withdrawing together."
      />
      <ErrorNotice error={withdraw.error} compact />
    </Dialog>
  );
}

function Rules({ limits }: { limits: WithdrawalLimits }) {
  const { minimumUsd, dailyLimitUsd, remainingUsd, delayMs } = limits;
  return (
    <dl className="lines small">
      <Line label="Least amount">{formatUsd(minimumUsd)}</Line>
      <Line label="In any 24 hours">{formatUsd(dailyLimitUsd)}</Line>
      <Line label="Left of it now">{formatUsd(remainingUsd)}</Line>
      <Line label="First withdrawal to an address">
        waits {durationOf(delayMs)}, can be canceled meanwhile
      </Line>
    </dl>
  );
}
