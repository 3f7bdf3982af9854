import type { ReactNode } from 'react';
import { Amount, Cents, Money, Price } from '../../ui/money.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { When } from './when.tsx';

/** One own trade of a position. */
export interface OwnTrade {
  readonly id: string;
  readonly what: string;
  readonly amount: string;
  readonly unit: string;
  readonly priceUsd: string | null;
  readonly totalUsd: string;
  readonly feeUsd: string;
  readonly pnlUsd: string | null;
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
  {
    key: 'amount',
    head: 'Amount',
    end: true,
    cell: ({ amount, unit }) => <Amount value={amount} unit={unit} />,
  },
  {
    key: 'price',
    head: 'Price',
    end: true,
    cell: ({ priceUsd, unit }) =>
      unit === 'shares' ? <Cents value={priceUsd} /> : <Price value={priceUsd} />,
  },
  { key: 'total', head: 'Total', end: true, cell: ({ totalUsd }) => <Money value={totalUsd} /> },
  {
    key: 'fee',
    head: 'Fee',
    end: true,
    wide: true,
    cell: ({ feeUsd }) => <Money value={feeUsd} digits={4} />,
  },
  { key: 'pnl', head: 'PnL', end: true, cell: ({ pnlUsd }) => <Money value={pnlUsd} tone /> },
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
