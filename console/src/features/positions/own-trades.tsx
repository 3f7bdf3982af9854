import type { ReactNode } from 'react';
import { type Column, Table } from '../../ui/table.tsx';
import { type TradeFigures, tradeColumns } from './trade-columns.tsx';
import { When } from './when.tsx';

/** One own trade of a position. */
export interface OwnTrade extends TradeFigures {
  readonly id: string;
  readonly what: string;
  readonly at: string;
}

const columns: readonly Column<OwnTrade>[] = [
  {
    key: 'what',
    head: 'Trade',
    cell: ({ what, at }) => (
      <span className="cell-two">
        <span>{what}</span>
        <When at={at} />
      </span>
    ),
  },
  ...tradeColumns,
];

/** The caller's own trades of one position. */
export function OwnTrades({ trades, note }: { trades: readonly OwnTrade[]; note?: ReactNode }) {
  return (
    <section className="card position-trades" aria-labelledby="own-trades">
      <div className="card-head">
        <h2 id="own-trades">Your trades</h2>
      </div>
      {trades.length > 0 ? (
        <Table label="Your trades" columns={columns} rows={trades} rowKey={({ id }) => id} />
      ) : (
        <p className="card-body quiet">{note ?? 'You have not traded this call yet.'}</p>
      )}
    </section>
  );
}
