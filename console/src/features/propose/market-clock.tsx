import { Clock } from 'lucide-react';
import { Badge } from '../../ui/marks.tsx';
import { Ago, Moment } from '../../ui/time.tsx';

const words = { OPEN: 'Market open', PAUSED: 'Market paused', CLOSED: 'Market closed' } as const;
const tones = { OPEN: 'up', PAUSED: 'warn', CLOSED: 'neutral' } as const;

/** Whether stocks trade now, and when they do next. */
export function MarketClock(props: { status: keyof typeof words; next: string | null }) {
  const { status, next } = props;
  return (
    <p className="row wrap small quiet">
      <Badge tone={tones[status]}>
        <Clock size={12} aria-hidden="true" /> {words[status]}
      </Badge>
      {status !== 'OPEN' && next && (
        <span>
          opens <Ago at={next} /> · <Moment at={next} />
        </span>
      )}
    </p>
  );
}
