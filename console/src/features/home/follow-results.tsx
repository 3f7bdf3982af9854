import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Repeat2 } from 'lucide-react';
import { useMemo } from 'react';
import { read } from '../../api/queries.ts';
import type { Follow, GroupOfUser } from '../../api/types.generated.ts';
import { buttonLook } from '../../ui/button.tsx';
import { Badge } from '../../ui/marks.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { Ago } from '../../ui/time.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { followSentence } from './follow-words.ts';

/** Groups whose follows are looked at, and results that are shown. */
const MOST_GROUPS = 6;
const MOST_RESULTS = 8;

const tones = {
  FILLED: 'up',
  SKIPPED: 'warn',
  FAILED: 'down',
  QUEUED: 'neutral',
  UNKNOWN: 'neutral',
} as const;

const verticals = {
  SPOT: 'Token',
  STOCK: 'Stock',
  PREDICTION: 'Prediction',
  PERP: 'Perp',
} as const;
const words = { SPOT: 'spot', STOCK: 'spot', PREDICTION: 'predictions', PERP: 'perps' } as const;

interface Result {
  readonly follow: Follow;
  readonly group: GroupOfUser;
}

/** What the calls are about whose positions are open: the names by their proposals. */
function useNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(read('/positions'));
  return useMemo(() => {
    const { spot = [], predictions = [], perps = [] } = data ?? {};
    return new Map([
      ...spot.map(({ proposal }) => [proposal.id, proposal.token.symbol] as const),
      ...predictions.map(
        ({ proposal }) => [proposal.id, proposal.marketTitle ?? proposal.marketId] as const,
      ),
      ...perps.map(({ proposalId, marketSymbol }) => [proposalId, marketSymbol] as const),
    ]);
  }, [data]);
}

function Line({ follow, group, name }: Result & { name: string | undefined }) {
  const call = `${name ?? verticals[follow.vertical]} · ${follow.side.toLowerCase()}`;
  const filled = follow.status === 'FILLED' && follow.vertical !== 'PERP';
  return (
    <li className="follow">
      <div className="spread">
        <strong className="truncate">
          {filled ? (
            <Link
              to="/positions/$kind/$id"
              params={{ kind: words[follow.vertical], id: follow.proposalId }}
            >
              {call}
            </Link>
          ) : (
            call
          )}
        </strong>
        <Badge tone={tones[follow.status]}>{follow.status.toLowerCase()}</Badge>
      </div>
      <p className="small quiet">
        {followSentence(follow)}
        {follow.code && <code className="code"> {follow.code}</code>}
      </p>
      <p className="small quiet">
        {group.name} · <Ago at={follow.createdAt} />
      </p>
    </li>
  );
}

/** What became of the latest calls that auto-buy followed, with the reason where one was skipped. */
export function FollowResults() {
  const names = useNames();
  const groups = useQuery(read('/groups'));
  const own = groups.data?.slice(0, MOST_GROUPS) ?? [];
  const histories = useQueries({
    queries: own.map((group) =>
      read('/groups/{id}/auto-buy/history', {
        path: { id: group.uniqueId },
        query: { limit: MOST_RESULTS },
      }),
    ),
  });
  const results = histories
    .flatMap(({ data }, n): Result[] => {
      const group = own[n];
      return data && group ? data.map((follow) => ({ follow, group })) : [];
    })
    .sort((a, b) => b.follow.createdAt.localeCompare(a.follow.createdAt))
    .slice(0, MOST_RESULTS);
  const waiting = groups.isPending || histories.some(({ isPending }) => isPending);
  const error = groups.error ?? histories.find((history) => history.error)?.error;
  return (
    <section className="card" aria-labelledby="follows-title">
      <div className="card-head">
        <h2 id="follows-title">Follow results</h2>
      </div>
      {error && (
        <div className="card-body">
          <ErrorNotice error={error} compact />
        </div>
      )}
      {waiting && !error && (
        <div className="card-body">
          <Skeleton lines={3} />
        </div>
      )}
      {results.length > 0 && (
        <ul className="lines">
          {results.map((result) => (
            <Line key={result.follow.id} name={names.get(result.follow.proposalId)} {...result} />
          ))}
        </ul>
      )}
      {!waiting && !error && results.length === 0 && (
        <EmptyState
          icon={<Repeat2 />}
          title="Nothing followed yet"
          action={
            <Link to="/groups" className={buttonLook('plain')}>
              Open your groups
            </Link>
          }
        >
          With auto-buy on, each call of a group's leader is copied with your fixed amount. What was
          filled or skipped, and why, shows here.
        </EmptyState>
      )}
    </section>
  );
}
