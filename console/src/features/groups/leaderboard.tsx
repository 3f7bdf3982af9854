import { useInfiniteQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { readPages } from '../../api/queries.ts';
import type { LeaderboardLine } from '../../api/types.generated.ts';
import { Button } from '../../ui/button.tsx';
import { Avatar, Badge } from '../../ui/marks.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Skeleton } from '../../ui/waiting.tsx';

const columns: readonly Column<LeaderboardLine>[] = [
  {
    key: 'who',
    head: 'Member',
    cell: ({ rank, username, avatar, memberType }) => (
      <span className="group-person">
        <span className="num quiet">{rank}</span>
        <Avatar name={username} src={avatar} size={28} />
        <span className="truncate">{username}</span>
        {memberType === 'LEADER' && <Badge tone="accent">Leader</Badge>}
      </span>
    ),
  },
  {
    key: 'realized',
    head: 'Realized',
    end: true,
    cell: ({ realizedPnlUsd }) => <Money value={realizedPnlUsd} tone />,
  },
  {
    key: 'unrealized',
    head: 'Unrealized',
    end: true,
    cell: ({ unrealizedPnlUsd }) => <Money value={unrealizedPnlUsd} tone />,
  },
  { key: 'pnl', head: 'PnL', end: true, cell: ({ pnlUsd }) => <Money value={pnlUsd} tone /> },
];

/** The members by what they made in this group. */
export function Leaderboard({ groupId }: { groupId: string }) {
  const board = useInfiniteQuery(readPages('/groups/{id}/leaderboard', { path: { id: groupId } }));
  const rows = board.data?.pages.flatMap(({ data }) => data);
  return (
    <section className="card" aria-label="Leaderboard">
      <ErrorNotice error={board.error} onRetry={() => void board.refetch()} />
      {!rows && !board.error && (
        <div className="card-body">
          <Skeleton lines={4} height="l" />
        </div>
      )}
      {rows?.length === 0 && (
        <EmptyState icon={<Trophy />} title="Nobody has traded here yet">
          The first call of the group puts its leader on the board.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Table
          label="Leaderboard"
          columns={columns}
          rows={rows}
          rowKey={({ userIdpId }) => userIdpId}
        />
      )}
      {board.hasNextPage && (
        <div className="card-body">
          <Button busy={board.isFetchingNextPage} onClick={() => void board.fetchNextPage()}>
            More
          </Button>
        </div>
      )}
    </section>
  );
}
