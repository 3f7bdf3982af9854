import { useInfiniteQuery } from '@tanstack/react-query';
import { graphql } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/marks.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { LoadMore } from '../positions/load-more.tsx';
import { When } from '../positions/when.tsx';
import { changes, pages, type Withdrawal } from './operations.ts';
import { useChange } from './use-change.ts';

const states = {
  DELAYED: { word: 'Waiting', tone: 'warn', note: 'New address; sent at the earliest' },
  PENDING: { word: 'Pending', tone: 'accent', note: 'To be sent next' },
  SENT: { word: 'Sent', tone: 'accent', note: 'Not final on the chain yet' },
  CONFIRMED: { word: 'Confirmed', tone: 'up', note: 'Final on the chain' },
  CANCELED: { word: 'Canceled', tone: 'neutral', note: 'The money is spendable again' },
  RETURNED: { word: 'Returned', tone: 'down', note: 'The money is spendable again' },
} as const;

const columns: readonly Column<Withdrawal>[] = [
  {
    key: 'amount',
    head: 'Amount',
    cell: ({ amountUsd, createdAt }) => (
      <span className="cell-two">
        <Money value={amountUsd} />
        <When at={createdAt} />
      </span>
    ),
  },
  {
    key: 'to',
    head: 'To',
    cell: ({ address }) => (
      <code className="small" title={address}>
        {address.slice(0, 6)}…{address.slice(-6)}
      </code>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status, availableAt }) => (
      <span className="cell-two">
        <span>
          <Badge tone={states[status].tone}>{states[status].word}</Badge>
        </span>
        <span>
          {states[status].note} {status === 'DELAYED' && <When at={availableAt} />}
        </span>
      </span>
    ),
  },
  {
    key: 'cancel',
    head: '',
    end: true,
    cell: (row) =>
      (row.status === 'DELAYED' || row.status === 'PENDING') && <Cancel withdrawal={row} />,
  },
];

function Cancel({ withdrawal }: { withdrawal: Withdrawal }) {
  const cancel = useChange(
    async (id: string) => {
      try {
        return await graphql(changes.cancelWithdrawal, { id });
      } catch (problem) {
        toast.failed('Not canceled', problem);
        throw problem;
      }
    },
    () => {
      toast.good('Withdrawal canceled', 'The money is spendable again.');
      refresh('/account', '/account/balances');
    },
  );
  return (
    <Button size="s" busy={cancel.busy} onClick={() => void cancel.run(withdrawal.id)}>
      Cancel
    </Button>
  );
}

/** The caller's withdrawals and how far each is. */
export function WithdrawalList() {
  const list = useInfiniteQuery(pages.withdrawals);
  const rows = list.data?.pages.flat();
  return (
    <section className="card" aria-labelledby="withdrawals-title">
      <div className="card-head">
        <h2 id="withdrawals-title">Withdrawals</h2>
      </div>
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {!rows && !list.error && <Skeleton lines={2} height="l" />}
      {rows?.length === 0 && (
        <EmptyState title="No withdrawals yet">
          What you send out of your wallet is listed here until it is final on the chain.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Table label="Withdrawals" columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
      <LoadMore
        more={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </section>
  );
}
