import type { UseQueryResult } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryClient, refreshAll } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { Progress, Skeleton } from '../../ui/waiting.tsx';

interface Clock {
  readonly now: string;
  readonly frozen: boolean;
  readonly offsetMs: number;
}
interface Move {
  readonly freeze?: boolean;
  readonly advanceMs?: number;
}

const steps = [
  { label: '+1 min', ms: 60_000 },
  { label: '+1 hour', ms: 3_600_000 },
  { label: '+1 day', ms: 86_400_000 },
  { label: '+1 week', ms: 604_800_000 },
] as const;

/** Business time: freeze it, let it jump ahead. It never goes back. */
export function ClockPart({ token, clock }: { token: string; clock: UseQueryResult<Clock> }) {
  const move = useAction(
    (body: Move, idempotencyKey) =>
      api.post('/sandbox/v1/clock', { body, bearer: token, idempotencyKey }),
    (answer) => {
      queryClient.setQueryData(['sandbox', 'clock'], answer);
      refreshAll();
    },
  );
  const drain = useAction(
    (_: object, idempotencyKey) => api.post('/sandbox/v1/drain', { bearer: token, idempotencyKey }),
    refreshAll,
  );
  if (clock.error) return <ErrorNotice error={clock.error} onRetry={() => void clock.refetch()} />;
  if (!clock.data) return <Skeleton lines={2} height="l" />;
  const { now, frozen } = clock.data;
  return (
    <div className="stack">
      <dl className="facts">
        <div className="fact">
          <dt>Business time, UTC</dt>
          <dd className="num">{now.replace('T', ' ').slice(0, 19)}</dd>
        </div>
        <div className="fact">
          <dt>State</dt>
          <dd>{frozen ? 'Frozen' : 'Running'}</dd>
        </div>
      </dl>
      <div className="row wrap">
        <Button busy={move.busy} onClick={() => void move.run({ freeze: !frozen })}>
          {frozen ? 'Let it run' : 'Freeze'}
        </Button>
        <Button busy={clock.isFetching} onClick={() => void clock.refetch()}>
          Read again
        </Button>
      </div>
      <div className="row wrap">
        {steps.map(({ label, ms }) => (
          <Button
            key={label}
            size="s"
            disabled={move.busy}
            onClick={() => void move.run({ advanceMs: ms })}
          >
            {label}
          </Button>
        ))}
      </div>
      {move.busy && <Progress label="Timers that are due in between run in order." />}
      <ErrorNotice error={move.error} compact />
      <div className="stack-s">
        <h3>Drain</h3>
        <p className="small quiet">Waits until no follow, order in flight or due job is left.</p>
        <div className="row">
          <Button busy={drain.busy} onClick={() => void drain.run({})}>
            Drain
          </Button>
        </div>
        {drain.busy && <Progress label="Waiting for the end of all work." />}
        {drain.data && !drain.busy && (
          <Remark kind="good">Drained: no follow, order or job is left to do.</Remark>
        )}
        <ErrorNotice error={drain.error} compact />
      </div>
    </div>
  );
}
