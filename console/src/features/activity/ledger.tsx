import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { api } from '../../api/client.ts';
import { readPages } from '../../api/queries.ts';
import type { LedgerMovement } from '../../api/types.generated.ts';
import { signOf } from '../../money/decimal.ts';
import { Amount, Money } from '../../ui/money.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { LoadMore } from '../positions/load-more.tsx';
import { When } from '../positions/when.tsx';
import { csvOf } from './csv.ts';
import { ExportButton } from './export-button.tsx';
import { EXPORT_PAGE, useExport } from './use-export.ts';

const words: Readonly<Record<string, string>> = {
  deposit: 'Deposit',
  trade: 'Trade',
  groupFee: 'Group fee',
  claim: 'Claim',
  funding: 'Funding',
  withdrawal: 'Withdrawal',
  withdrawalReturn: 'Withdrawal returned',
};

const isDollars = (asset: string): boolean => asset === 'USDC';

function Movement({ amount, asset }: { amount: string; asset: string }) {
  if (isDollars(asset)) return <Money value={amount} tone />;
  const tone = signOf(amount) < 0 ? 'down' : 'up';
  return <Amount value={amount} signed className={tone} />;
}

/** A mint or another long id by its beginning. */
const shortened = (asset: string): string => (asset.length > 24 ? `${asset.slice(0, 23)}…` : asset);

const columns: readonly Column<LedgerMovement>[] = [
  {
    key: 'kind',
    head: 'Movement',
    cell: ({ kind, at }) => (
      <span className="cell-two">
        <span>{words[kind] ?? kind}</span>
        <When at={at} />
      </span>
    ),
  },
  {
    key: 'asset',
    head: 'Asset',
    cell: ({ asset }) => <span title={asset}>{shortened(asset)}</span>,
  },
  { key: 'amount', head: 'Amount', end: true, cell: (row) => <Movement {...row} /> },
  {
    key: 'after',
    head: 'Balance after',
    end: true,
    cell: ({ asset, balanceAfter }) =>
      isDollars(asset) ? <Money value={balanceAfter} /> : <Amount value={balanceAfter} />,
  },
  {
    key: 'ref',
    head: 'Reference',
    end: true,
    wide: true,
    cell: ({ ref }) => (
      <code className="small quiet" title={ref}>
        {ref.slice(0, 8)}
      </code>
    ),
  },
];

const csv = (rows: readonly LedgerMovement[]): string =>
  csvOf<LedgerMovement>(
    [
      ['id', ({ id }) => id],
      ['at', ({ at }) => at],
      ['kind', ({ kind }) => kind],
      ['amount', ({ amount }) => amount],
      ['asset', ({ asset }) => asset],
      ['balance_after', ({ balanceAfter }) => balanceAfter],
      ['reference', ({ ref }) => ref],
    ],
    rows,
  );

async function pageOf(cursor: string | undefined) {
  const query = { limit: EXPORT_PAGE, ...(cursor === undefined ? {} : { cursor }) };
  const { entries, nextCursor } = await api.get('/account/ledger', { query });
  return { rows: entries, next: nextCursor };
}

/** The statement of the wallet: every movement with the balance after it. */
export function LedgerTab() {
  const pages = useInfiniteQuery(readPages('/account/ledger'));
  const { run, count } = useExport({ name: 'skein-statement.csv', page: pageOf, csv });
  if (pages.error) {
    return <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (!pages.data) return <Skeleton lines={5} height="l" />;
  const rows = pages.data.pages.flatMap(({ data }) => data.entries);
  if (rows.length === 0) {
    return (
      <div className="card">
        <EmptyState icon={<ScrollText />} title="Nothing has moved yet">
          Deposits, trades, fees and withdrawals are listed here with the balance after each.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="card">
      <div className="card-head">
        <h2>Statement</h2>
        <ExportButton count={count} onExport={() => void run()} />
      </div>
      <Table label="Statement" columns={columns} rows={rows} rowKey={({ id }) => id} />
      <LoadMore
        more={pages.hasNextPage}
        busy={pages.isFetchingNextPage}
        onMore={() => void pages.fetchNextPage()}
      />
    </div>
  );
}
