import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Compass, TrendingUp } from 'lucide-react';
import { readPages } from '../../api/queries.ts';
import { subtractDecimals } from '../../money/decimal.ts';
import { formatCents } from '../../money/format.ts';
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

const columnsOf = (
  groupName: (groupId: string) => string | undefined,
  ended: ReadonlySet<string>,
): readonly Column<Held>[] => [
  {
    key: 'name',
    head: 'Position',
    cell: (held) => (
      <PositionCell
        {...held}
        detail={
          <>
            {groupName(held.groupId) ?? held.detail}
            {ended.has(held.id) && ' · to be claimed'}
          </>
        }
      />
    ),
  },
  {
    key: 'price',
    head: 'Market price',
    end: true,
    wide: true,
    cell: (held) => <MarketPrice held={held} />,
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

/** What the side of a position trades at; a prediction market streams the price of YES. */
function MarketPrice({ held: { kind, price, priceUsd, side } }: { held: Held }) {
  if (kind !== 'predictions') {
    return <LivePrice kind={price.kind} id={price.id} initial={priceUsd} />;
  }
  const own = (value: string | null | undefined): string =>
    formatCents(side === 'NO' && value != null ? subtractDecimals('1', value) : value);
  const yes = side === 'NO' && priceUsd !== null ? subtractDecimals('1', priceUsd) : priceUsd;
  return <LivePrice kind="market" id={price.id} initial={yes} format={own} />;
}

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
  const ended = pages.data.pages
    .flatMap(({ data }) => data.predictions)
    .filter(({ proposal }) => proposal.status === 'RESOLVED');
  const endedIds = new Set(ended.map(({ proposal }) => proposal.id));
  return (
    <div className="card">
      <Table
        label="Open positions"
        columns={columnsOf(groupName, endedIds)}
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
