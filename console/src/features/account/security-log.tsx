import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { LoadMore } from '../positions/load-more.tsx';
import { When } from '../positions/when.tsx';
import { pages, type SecurityEvent } from './operations.ts';

/** `key_created` as people write it: `Key created`. */
const wordsOf = (kind: string): string => {
  const text = kind.replaceAll('_', ' ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
};

const columns: readonly Column<SecurityEvent>[] = [
  {
    key: 'kind',
    head: 'What',
    cell: ({ kind, at }) => (
      <span className="cell-two">
        <span>{wordsOf(kind)}</span>
        <When at={at} />
      </span>
    ),
  },
  { key: 'ip', head: 'Address', cell: ({ ip }) => <code className="small">{ip ?? '–'}</code> },
  {
    key: 'agent',
    head: 'With',
    wide: true,
    cell: ({ userAgent }) => (
      <span className="small quiet log-agent" title={userAgent ?? undefined}>
        {userAgent ?? '–'}
      </span>
    ),
  },
];

/** Every sensitive action of the account: what is not yours to see here was somebody else. */
export function SecurityLog() {
  const list = useInfiniteQuery(pages.securityLog);
  const rows = list.data?.pages.flat();
  return (
    <section className="card" aria-labelledby="log-title">
      <div className="card-head">
        <h2 id="log-title">Security log</h2>
      </div>
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {!rows && !list.error && <Skeleton lines={3} height="l" />}
      {rows?.length === 0 && (
        <p className="card-body quiet">Sign-ins, keys and withdrawals will be listed here.</p>
      )}
      {rows && rows.length > 0 && (
        <Table label="Security log" columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
      <LoadMore
        more={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </section>
  );
}
