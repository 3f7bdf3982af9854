import { Badge } from '../../ui/marks.tsx';
import { Ago } from '../../ui/time.tsx';

const tones = { OPEN: 'up', PAUSED: 'warn', CLOSED: 'neutral' } as const;
const words = { OPEN: 'Market open', PAUSED: 'Market paused', CLOSED: 'Market closed' } as const;

/** Whether stocks trade this moment, and when they will. */
export function MarketClock(props: { status: string; nextOpen: string | null }) {
  const { status, nextOpen } = props;
  const known = status in words ? (status as keyof typeof words) : 'CLOSED';
  return (
    <span className="row">
      <Badge tone={tones[known]}>
        <span className="clock-dot" aria-hidden="true" />
        {words[known]}
      </Badge>
      {known !== 'OPEN' && nextOpen && (
        <span className="small quiet">
          opens <Ago at={nextOpen} />
        </span>
      )}
    </span>
  );
}
