import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Compass, TrendingUp } from 'lucide-react';
import { readPages } from '../../api/queries.ts';
import { formatCents, formatPrice } from '../../money/format.ts';
import { buttonLook } from '../../ui/button.tsx';
import { LivePrice } from '../../ui/money.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { type Held, heldOf } from '../home/held.ts';
import { LiveWorth } from '../home/open-positions.tsx';
import { useGroupNames } from './group-names.ts';
import { LoadMore } from './load-more.tsx';
import { PositionCell } from './position-cell.tsx';

/** How often positions are read again; between readings their prices move them, in milliseconds. */
const READ_AGAIN_MS = 15_000;

const columnsOf = (groupName: (groupId: string) => string | undefined): readonly Column<Held>[] => [
  {
    key: 'name',
    head: 'Position',
    cell: (held) => <PositionCell {...held} detail={groupName(held.groupId) ?? held.detail} />,
  },
  {
    key: 'price',
    head: 'Market price',
    end: true,
    wide: true,
    cell: ({ kind, price, priceUsd }) => (
      <LivePrice
        kind={price.kind}
        id={price.id}
        initial={kind === 'predictions' ? null : priceUsd}
        format={kind === 'predictions' ? formatCents : formatPrice}
      />
    ),
  },
  {
    key: 'value',
    head: 'Value',
    end: true,
    cell: (held) => <LiveWorth held={held} part="value" />,
  },
  { key: 'pnl', head: 'PnL', end: true, cell: (held) => <LiveWorth held={held} part="pnl" /> },
  {
    key: 'percent',
    head: 'PnL %',
    end: true,
    cell: (held) => <LiveWorth held={held} part="percent" />,
  },
];

/** Every open position, of all verticals, with what it is worth this moment. */
export function OpenList() {
  const pages = useInfiniteQuery({ ...readPages('/positions'), refetchInterval: READ_AGAIN_MS });
  const groupName = useGroupNames();
  if (pages.error) {
    return <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (!pages.data) return <Skeleton lines={4} height="l" />;
  const rows = pages.data.pages.flatMap(({ data }) => heldOf(data));
  if (rows.length === 0) return <NoneOpen />;
  return (
    <div className="card">
      <Table
        label="Open positions"
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

function NoneOpen() {
  return (
    <div className="card">
      <EmptyState
        icon={<TrendingUp />}
        title="No open positions"
        action={
          <>
            <Link to="/discover" className={buttonLook('primary')}>
              <Compass aria-hidden="true" />
              Discover markets
            </Link>
            <Link to="/groups" className={buttonLook()}>
              Your groups
            </Link>
          </>
        }
      >
        Join a call of your group, propose one, or switch on auto-buy and calls open positions for
        you.
      </EmptyState>
    </div>
  );
}
