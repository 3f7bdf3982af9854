import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';

interface Reading {
  readonly isPending: boolean;
  readonly error: unknown;
  refetch(): Promise<unknown>;
}

/** A list in its card: while it is read, when it cannot be, when it has nothing, and itself. */
export function ListFrame(props: {
  reading: Reading;
  empty: boolean;
  /** What to do when nothing is found. */
  emptyText: string;
  children: ReactNode;
}) {
  const { reading, empty, emptyText, children } = props;
  if (reading.error) {
    return <ErrorNotice error={reading.error} onRetry={() => void reading.refetch()} />;
  }
  if (reading.isPending) {
    return (
      <div className="card pad">
        <Skeleton lines={6} height="l" />
      </div>
    );
  }
  if (empty) {
    return (
      <div className="card">
        <EmptyState icon={<SearchX />} title="Nothing found">
          {emptyText}
        </EmptyState>
      </div>
    );
  }
  return <div className="card clip">{children}</div>;
}
