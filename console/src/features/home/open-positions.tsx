import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Compass, TrendingUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { read } from '../../api/queries.ts';
import { live } from '../../live/client.ts';
import { subjectOf } from '../../live/live.ts';
import { signOf } from '../../money/decimal.ts';
import { formatPercent, formatUsd } from '../../money/format.ts';
import { buttonLook } from '../../ui/button.tsx';
import { Badge, Emblem, TokenIcon } from '../../ui/marks.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { type Held, heldOf, type Worth } from './held.ts';

/** How often positions are read again; between readings their prices move them, in milliseconds. */
const READ_AGAIN_MS = 15_000;

const texts: Record<'value' | 'pnl' | 'percent', (worth: Worth) => string> = {
  value: ({ valueUsd }) => formatUsd(valueUsd),
  pnl: ({ pnlUsd }) => formatUsd(pnlUsd, { signed: true }),
  percent: ({ pnlPct }) => formatPercent(pnlPct, { signed: true }),
};

/** One number of a position that follows the market, written past React. */
export function LiveWorth({ held, part }: { held: Held; part: keyof typeof texts }) {
  const element = useRef<HTMLSpanElement>(null);
  const newest = useRef(held);
  newest.current = held;
  const { kind, id } = held.price;
  useEffect(
    () =>
      live.prices.watch(subjectOf(kind, id), (priceUsd) => {
        const target = element.current;
        const worth = newest.current.worthAt(priceUsd);
        if (!target || !worth) return;
        const text = texts[part](worth);
        if (target.textContent === text) return;
        target.textContent = text;
        if (part !== 'value') target.className = `num ${toneOf(worth)}`;
      }),
    [kind, id, part],
  );
  const { worth } = held;
  return (
    <span ref={element} className={`num ${worth && part !== 'value' ? toneOf(worth) : ''}`}>
      {worth ? texts[part](worth) : '–'}
    </span>
  );
}

const toneOf = ({ pnlUsd }: Worth): string => ['down', '', 'up'][signOf(pnlUsd) + 1] ?? '';

const sideTone = (side: string) => (side === 'YES' || side === 'LONG' ? 'up' : 'down');

const columns: readonly Column<Held>[] = [
  {
    key: 'name',
    head: 'Position',
    cell: (held) => (
      <Link
        to="/positions/$kind/$id"
        params={{ kind: held.kind, id: held.id }}
        className="row-link"
      >
        {held.kind === 'predictions' ? (
          <Emblem name={held.name} size={32} />
        ) : (
          <TokenIcon symbol={held.name} size={32} />
        )}
        <span className="cell-two">
          <span className="row">
            <span className="truncate">{held.name}</span>
            {held.side && <Badge tone={sideTone(held.side)}>{held.side}</Badge>}
          </span>
          <span className="truncate">{held.detail}</span>
        </span>
      </Link>
    ),
  },
  {
    key: 'value',
    head: 'Value',
    end: true,
    cell: (held) => <LiveWorth held={held} part="value" />,
  },
  {
    key: 'pnl',
    head: 'PnL',
    end: true,
    cell: (held) => (
      <span className="pnl">
        <LiveWorth held={held} part="pnl" />
        <LiveWorth held={held} part="percent" />
      </span>
    ),
  },
];

/** Every open position with what it is worth this moment. */
export function OpenPositions() {
  const positions = useQuery({ ...read('/positions'), refetchInterval: READ_AGAIN_MS });
  const held = positions.data ? heldOf(positions.data) : undefined;
  return (
    <section className="card" aria-labelledby="open-title">
      <div className="card-head">
        <h2 id="open-title">Open positions</h2>
        <Link to="/positions" className="link small">
          All positions
        </Link>
      </div>
      {positions.error && (
        <div className="card-body">
          <ErrorNotice error={positions.error} onRetry={() => void positions.refetch()} />
        </div>
      )}
      {!held && !positions.error && (
        <div className="card-body">
          <Skeleton lines={3} height="l" />
        </div>
      )}
      {held && held.length > 0 && (
        <Table
          label="Open positions"
          columns={columns}
          rows={held}
          rowKey={({ kind, id }) => `${kind} ${id}`}
        />
      )}
      {held?.length === 0 && (
        <EmptyState
          icon={<TrendingUp />}
          title="No open positions"
          action={
            <Link to="/discover" className={buttonLook('primary')}>
              <Compass aria-hidden="true" />
              Discover markets
            </Link>
          }
        >
          Propose a call to your group, or switch on auto-buy in a group and its leader's calls open
          positions for you.
        </EmptyState>
      )}
    </section>
  );
}
