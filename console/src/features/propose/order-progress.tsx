import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { ApiError } from '../../api/api-error.ts';
import { read } from '../../api/queries.ts';
import { buttonLook } from '../../ui/button.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { Progress } from '../../ui/waiting.tsx';
import type { Placed } from './plan.ts';

/** How often an order in flight is looked at, in milliseconds; its event shows it sooner. */
const LOOK_AGAIN_MS = 1_500;

const words = {
  QUEUED: 'Waiting for its turn',
  SUBMITTED: 'Sent to the venue',
  UNKNOWN: 'The venue has not answered yet',
} as const;

/** The way from an order that was taken to its outcome, told as it is. */
export function OrderProgress({ order, groupId }: { order: Placed; groupId: string }) {
  const watched = order.pending ? order.actionJobId : null;
  const action = useQuery({
    ...read('/actions/{id}', { path: { id: watched ?? '' } }),
    enabled: watched !== null,
    refetchInterval: ({ state }) =>
      state.data?.status === 'SETTLED' || state.data?.status === 'FAILED' ? false : LOOK_AGAIN_MS,
  });
  const status = watched === null ? 'SETTLED' : (action.data?.status ?? 'SUBMITTED');
  if (status === 'FAILED') {
    const failure = action.data?.error;
    return (
      <ErrorNotice
        error={
          new ApiError({
            code: failure?.code ?? 'ORDER_REJECTED',
            message: failure?.message ?? 'The order did not go through.',
          })
        }
      />
    );
  }
  if (status !== 'SETTLED') {
    return (
      <div className="stack" aria-live="polite">
        <Progress label={words[status]} />
        <Remark kind="warn">
          The venue has not answered yet. Your money is held for this order; it is filled or comes
          back whole. You can close this window: the outcome appears under Activity.
        </Remark>
      </div>
    );
  }
  const place = order.place ?? settledPlace(action.data?.proposalId, action.data?.kind);
  return (
    <div className="ticket-done" role="status">
      <CircleCheck aria-hidden="true" />
      <h3>Done</h3>
      <p className="quiet">The order is filled and in your positions.</p>
      <div className="row wrap">
        <Link
          to="/groups/$groupId"
          params={{ groupId }}
          search={{}}
          className={buttonLook('plain')}
        >
          To the group
        </Link>
        {place ? (
          <Link to="/positions/$kind/$id" params={place} className={buttonLook('primary')}>
            Open position
          </Link>
        ) : (
          <Link to="/positions" search={{}} className={buttonLook('primary')}>
            Positions
          </Link>
        )}
      </div>
    </div>
  );
}

/** Where a settled order's position is; those of perpetual markets are found in the list. */
function settledPlace(proposalId: string | undefined, kind: string | undefined) {
  if (!proposalId || !kind || /perp/i.test(kind)) return null;
  return { kind: /predict/i.test(kind) ? 'predictions' : 'spot', id: proposalId };
}
