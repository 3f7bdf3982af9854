import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { api } from '../../api/client.ts';
import { readPages } from '../../api/queries.ts';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { LoadMore } from '../positions/load-more.tsx';
import { tradeColumns } from '../positions/trade-columns.tsx';
import { When } from '../positions/when.tsx';
import { csvOf } from './csv.ts';
import { ExportButton } from './export-button.tsx';
import { type TradeRow, tradeRowsOf } from './trade-rows.ts';
import { EXPORT_PAGE, useExport } from './use-export.ts';

const columns: readonly Column<TradeRow>[] = [
  {
    key: 'what',
    head: 'Trade',
    cell: (row) => (
      <span className="cell-two">
        {row.position ? (
          <Link to="/positions/$kind/$id" params={row.position} className="row-link">
            {row.what}
          </Link>
        ) : (
          <span>{row.what}</span>
        )}
        <span>
          {row.vertical} · <When at={row.at} />
        </span>
      </span>
    ),
  },
  ...tradeColumns,
];

const csv = (rows: readonly TradeRow[]): string =>
  csvOf<TradeRow>(
    [
      ['id', ({ id }) => id],
      ['at', ({ at }) => at],
      ['market', ({ vertical }) => vertical],
      ['trade', ({ what }) => what],
      ['amount', ({ amount }) => amount],
      ['unit', ({ unit }) => unit],
      ['price_usd', ({ priceUsd }) => priceUsd],
      ['total_usd', ({ totalUsd }) => totalUsd],
      ['fee_usd', ({ feeUsd }) => feeUsd],
      ['pnl_usd', ({ pnlUsd }) => pnlUsd],
      ['group_id', ({ groupId }) => groupId],
      ['position_id', ({ position }) => position?.id],
      ['signature', ({ txSignature }) => txSignature],
    ],
    rows,
  );

async function pageOf(cursor: string | undefined) {
  const query = { limit: EXPORT_PAGE, ...(cursor === undefined ? {} : { cursor }) };
  const data = await api.get('/trades', { query });
  return { rows: tradeRowsOf(data), next: data.nextCursor };
}

/** Every trade of the caller, the newest first. */
export function TradesTab() {
  const pages = useInfiniteQuery(readPages('/trades'));
  const { run, count } = useExport({ name: 'skein-trades.csv', page: pageOf, csv });
  if (pages.error) {
    return <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (!pages.data) return <Skeleton lines={5} height="l" />;
  const rows = pages.data.pages.flatMap(({ data }) => tradeRowsOf(data));
  if (rows.length === 0) {
    return (
      <div className="card">
        <EmptyState icon={<ArrowLeftRight />} title="No trades yet">
          Join a call of your group, or propose one, and each trade is listed here.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="card">
      <div className="card-head">
        <h2>Trades</h2>
        <ExportButton count={count} onExport={() => void run()} />
      </div>
      <Table label="Trades" columns={columns} rows={rows} rowKey={({ id }) => id} />
      <LoadMore
        more={pages.hasNextPage}
        busy={pages.isFetchingNextPage}
        onMore={() => void pages.fetchNextPage()}
      />
    </div>
  );
}
