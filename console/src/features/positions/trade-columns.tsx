import { Amount, Cents, Money, Price } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';

/** The figures of a trade of any vertical. */
export interface TradeFigures {
  readonly amount: string;
  /** What the amount counts, such as `SOL`; `shares` of a prediction; empty where it goes unsaid. */
  readonly unit: string;
  readonly priceUsd: string | null;
  readonly totalUsd: string;
  readonly feeUsd: string;
  /** Null where nothing was realized. */
  readonly pnlUsd: string | null;
}

/** The columns of every list of trades, behind that of what was traded. */
export const tradeColumns: readonly Column<TradeFigures>[] = [
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
