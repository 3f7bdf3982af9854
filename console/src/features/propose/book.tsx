import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { read } from '../../api/queries.ts';
import { compareDecimals, multiplyDecimals, percentIn } from '../../money/decimal.ts';
import { Amount, Cents, Money } from '../../ui/money.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import './book.css';

/** How often the book is read while it is looked at, in milliseconds. */
const READ_AGAIN_MS = 3_000;
const DEPTH = 6;

interface Level {
  readonly price: string;
  readonly size: string;
}

function Side(props: {
  name: string;
  levels: readonly Level[];
  tone: 'up' | 'down';
  most: string;
}) {
  const { name, levels, tone, most } = props;
  return (
    <table className={`book-side ${tone}`}>
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">Shares</th>
          <th scope="col">Worth</th>
        </tr>
      </thead>
      <tbody>
        {levels.map(({ price, size }) => (
          <tr key={price} style={{ '--depth': `${percentIn(size, most)}%` } as CSSProperties}>
            <td>
              <Cents value={price} className={tone} />
            </td>
            <td>
              <Amount value={size} compact />
            </td>
            <td>
              <Money value={multiplyDecimals(price, size)} compact />
            </td>
          </tr>
        ))}
        {levels.length === 0 && (
          <tr>
            <td colSpan={3} className="quiet">
              Empty
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The book of one outcome: what is asked and what is bid, the best first. */
export function Book({ slug, isYes }: { slug: string; isYes: boolean }) {
  const book = useQuery({
    ...read('/predictions/markets/{slug}/book', { path: { slug } }),
    refetchInterval: READ_AGAIN_MS,
  });
  if (book.error) return <ErrorNotice error={book.error} compact />;
  if (!book.data) return <Skeleton lines={4} />;
  const { asks, bids } = isYes ? book.data.yes : book.data.no;
  const [best, others] = [asks.slice(0, DEPTH), bids.slice(0, DEPTH)];
  const most = [...best, ...others].reduce(
    (largest, { size }) => (compareDecimals(size, largest) > 0 ? size : largest),
    '0',
  );
  return (
    <div className="book">
      <Side name="Ask" levels={best} tone="down" most={most} />
      <Side name="Bid" levels={others} tone="up" most={most} />
    </div>
  );
}
