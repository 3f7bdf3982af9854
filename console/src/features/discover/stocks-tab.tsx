import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../api/queries.ts';
import type { Stock } from '../../api/types.generated.ts';
import { Badge, TokenIcon } from '../../ui/marks.tsx';
import { LivePrice, Money, Percent } from '../../ui/money.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { ListFrame } from './list-frame.tsx';
import { MarketClock } from './market-clock.tsx';
import { SearchField } from './search-field.tsx';
import { useDebounced } from './use-debounced.ts';

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'stock', label: 'Stocks' },
  { value: 'etf', label: 'ETFs' },
] as const;

const columns: readonly Column<Stock>[] = [
  {
    key: 'name',
    head: 'Stock',
    cell: (stock) => (
      <Link to="/discover/stocks/$ticker" params={{ ticker: stock.ticker }} className="row-link">
        <TokenIcon symbol={stock.ticker} size={32} />
        <span className="cell-two">
          <span className="row">
            {stock.ticker}
            {stock.kind === 'etf' && <Badge>ETF</Badge>}
          </span>
          <span className="truncate">{stock.name}</span>
        </span>
      </Link>
    ),
  },
  {
    key: 'price',
    head: 'Price',
    end: true,
    cell: (stock) => <LivePrice kind="stock" id={stock.ticker} initial={stock.price} />,
  },
  {
    key: 'change',
    head: '24h',
    end: true,
    cell: (stock) => <Percent value={stock.priceChange24h} tone />,
  },
  {
    key: 'least',
    head: 'Least trade',
    end: true,
    wide: true,
    cell: (stock) => <Money value={stock.minTradeUsd} />,
  },
];

/** Stocks and funds, and whether their market is open. */
export function StocksTab() {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('all');
  const q = useDebounced(text.trim());
  const query = { ...(q ? { q } : {}), ...(kind === 'all' ? {} : { kind }) };
  const reading = useQuery({
    ...read('/spot/stocks', { query }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="stack">
      <div className="row wrap filters">
        <SearchField
          label="Search stocks"
          placeholder="Ticker or company"
          value={text}
          onText={setText}
        />
        <Segments label="Kind" options={kinds} value={kind} onValue={setKind} />
        {reading.data && (
          <MarketClock status={reading.data.marketStatus} nextOpen={reading.data.nextOpen} />
        )}
      </div>
      <ListFrame
        reading={reading}
        empty={reading.data?.stocks.length === 0}
        emptyText="Search by the ticker, such as AAPL, or by the name of the company."
      >
        <Table
          label="Stocks"
          columns={columns}
          rows={reading.data?.stocks ?? []}
          rowKey={({ ticker }) => ticker}
        />
      </ListFrame>
    </div>
  );
}
