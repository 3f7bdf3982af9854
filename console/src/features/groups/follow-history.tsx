import { useInfiniteQuery } from '@tanstack/react-query';
import { Repeat2 } from 'lucide-react';
import { readPages } from '../../api/queries.ts';
import type { Follow } from '../../api/types.generated.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/marks.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { Ago } from '../../ui/time.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { followSentence } from '../home/follow-words.ts';

const tones = {
  FILLED: 'up',
  SKIPPED: 'warn',
  FAILED: 'down',
  QUEUED: 'neutral',
  UNKNOWN: 'neutral',
} as const;
const names = { SPOT: 'Token', STOCK: 'Stock', PREDICTION: 'Prediction', PERP: 'Perp' } as const;

function Line({ follow }: { follow: Follow }) {
  return (
    <li className="group-line">
      <span className="cell-two">
        <span>
          {names[follow.vertical]} · {follow.side.toLowerCase()}
        </span>
        <span>
          {followSentence(follow)} {follow.code && <code>{follow.code}</code>}
        </span>
      </span>
      <span className="group-end">
        <Badge tone={tones[follow.status]}>{follow.status.toLowerCase()}</Badge>
        <span className="small quiet">
          <Ago at={follow.createdAt} />
        </span>
      </span>
    </li>
  );
}

/** Every call that was followed, or was not, with the reason. */
export function FollowHistory({ groupId }: { groupId: string }) {
  const history = useInfiniteQuery(
    readPages('/groups/{id}/auto-buy/history', { path: { id: groupId } }),
  );
  const follows = history.data?.pages.flatMap(({ data }) => data);
  return (
    <section className="card" aria-labelledby="follows-title">
      <div className="card-head">
        <h2 id="follows-title">What was followed</h2>
      </div>
      <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />
      {!follows && !history.error && (
        <div className="card-body">
          <Skeleton lines={3} height="l" />
        </div>
      )}
      {follows?.length === 0 && (
        <EmptyState icon={<Repeat2 />} title="Nothing followed yet">
          With auto-buy on, each call of a leader appears here with what became of it, and why.
        </EmptyState>
      )}
      <ul className="lines">
        {follows?.map((follow) => (
          <Line key={follow.id} follow={follow} />
        ))}
      </ul>
      {history.hasNextPage && (
        <div className="card-body">
          <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Earlier ones
          </Button>
        </div>
      )}
    </section>
  );
}
