import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { read, refresh } from '../../api/queries.ts';
import type { Action } from '../../api/types.generated.ts';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { Progress } from '../../ui/waiting.tsx';

/** How often the outcome of an order in flight is asked for, in milliseconds. */
const ASK_AGAIN_MS = 1_000;

const words: Record<'QUEUED' | 'SUBMITTED' | 'UNKNOWN', string> = {
  QUEUED: 'The order waits for its turn.',
  SUBMITTED: 'The order is with the venue.',
  UNKNOWN: 'The venue has not said what became of the order. It is not sent a second time.',
};

const isOver = (action: Action | undefined): boolean =>
  action?.status === 'SETTLED' || action?.status === 'FAILED';

/** What became of an order whose answer did not wait for the venue: asked for until it is known. */
export function PendingAction({ id }: { id: string }) {
  const action = useQuery({
    ...read('/actions/{id}', { path: { id } }),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : ASK_AGAIN_MS),
  });
  const over = isOver(action.data);
  useEffect(() => {
    if (!over) return;
    refresh(
      '/spot/proposals/{id}',
      '/predictions/proposals/{id}',
      '/perps/positions/{id}',
      '/positions',
      '/account',
      '/trades',
    );
  }, [over]);
  if (action.error) {
    return <ErrorNotice error={action.error} onRetry={() => void action.refetch()} compact />;
  }
  const { status = 'QUEUED', error } = action.data ?? {};
  if (status === 'SETTLED') return <Remark kind="good">The order has filled.</Remark>;
  if (status === 'FAILED') {
    const refusal = error ?? { code: 'ORDER_REJECTED', message: 'The order did not fill.' };
    return <ErrorNotice error={new ApiError(refusal)} compact />;
  }
  return (
    <div className="position-pending" role="status">
      <Progress label={words[status]} />
      <p className="small quiet">
        What the order needs is held meanwhile. You can leave this page; the outcome comes by
        itself.
      </p>
    </div>
  );
}
