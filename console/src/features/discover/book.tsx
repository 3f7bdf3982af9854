import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import type { PredictionBook } from '../../api/types.generated.ts';
import { compareDecimals, percentIn } from '../../money/decimal.ts';
import { Amount, Cents } from '../../ui/money.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';

/** Levels of each side that are shown, and how often they are read, in milliseconds. */
const MOST_LEVELS = 8;
const READ_AGAIN_MS = 3_000;

type Level = PredictionBook['yes']['bids'][number];

/** The largest size of some levels, to which the bars are drawn. */
const largest = (levels: readonly Level[]): string =>
  levels.reduce((most, { size }) => (compareDecimals(size, most) > 0 ? size : most), '0');

function Side(props: { title: string; look: 'bids' | 'asks'; levels: readonly Level[] }) {
  const { title, look } = props;
  const levels = props.levels.slice(0, MOST_LEVELS);
  const most = largest(levels);
  return (
    <section className={`book-${look}`}>
      <h3>{title}</h3>
      <ul>
        {levels.map(({ price, size }) => (
          <li key={price} className="book-line">
            <span
              className="book-bar"
              aria-hidden="true"
              style={{ width: `${percentIn(size, most)}%` }}
            />
            <Cents value={price} className={look === 'bids' ? 'up' : 'down'} />
            <Amount value={size} />
          </li>
        ))}
      </ul>
      {levels.length === 0 && <p className="small quiet">Nobody quotes here now.</p>}
    </section>
  );
}

/** The order book of one side of a market: what buyers and sellers offer, best first. */
export function Book({ slug, isYes }: { slug: string; isYes: boolean }) {
  const reading = useQuery({
    ...read('/predictions/markets/{slug}/book', { path: { slug } }),
    refetchInterval: READ_AGAIN_MS,
  });
  if (reading.error) return <ErrorNotice error={reading.error} compact />;
  if (!reading.data) return <Skeleton lines={6} />;
  const { bids, asks } = isYes ? reading.data.yes : reading.data.no;
  return (
    <div className="book">
      <Side title="Bids" look="bids" levels={bids} />
      <Side title="Asks" look="asks" levels={asks} />
    </div>
  );
}
