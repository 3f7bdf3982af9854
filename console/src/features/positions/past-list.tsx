import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { readPages } from '../../api/queries.ts';
import { Badge } from '../../ui/marks.tsx';
import { Money, Percent } from '../../ui/money.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { useGroupNames } from './group-names.ts';
import { LoadMore } from './load-more.tsx';
import { type Past, pastOf } from './past.ts';
import { PositionCell } from './position-cell.tsx';
import { When } from './when.tsx';

const columnsOf = (groupName: (groupId: string) => string | undefined): readonly Column<Past>[] => [
  {
    key: 'name',
    head: 'Position',
    cell: (past) => <PositionCell {...past} detail={groupName(past.groupId) ?? 'Left group'} />,
  },
  {
    key: 'outcome',
    head: 'Ended by',
    cell: ({ outcome, tone }) => <Badge tone={tone}>{outcome}</Badge>,
  },
  {
    key: 'ended',
    head: 'Ended',
    end: true,
    cell: ({ endedAt }) => <When at={endedAt} />,
  },
  { key: 'pnl', head: 'PnL', end: true, cell: ({ pnlUsd }) => <Money value={pnlUsd} tone /> },
  {
    key: 'percent',
    head: 'PnL %',
    end: true,
    cell: ({ pnlPct }) => <Percent value={pnlPct} tone />,
  },
];

/** Every finished position of all verticals with what it gave. */
export function PastList() {
  const pages = useInfiniteQuery(readPages('/positions/past'));
  const groupName = useGroupNames();
  if (pages.error) {
    return <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (!pages.data) return <Skeleton lines={4} height="l" />;
  const rows = pages.data.pages.flatMap(({ data }) => pastOf(data));
  if (rows.length === 0) {
    return (
      <div className="card">
        <EmptyState icon={<History />} title="No past positions">
          What you have sold, claimed or closed is listed here with what it gave.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="card">
      <Table
        label="Past positions"
        columns={columnsOf(groupName)}
        rows={rows}
        rowKey={({ kind, id }) => `${kind} ${id}`}
      />
      <LoadMore
        more={pages.hasNextPage}
        busy={pages.isFetchingNextPage}
        onMore={() => void pages.fetchNextPage()}
      />
    </div>
  );
}
