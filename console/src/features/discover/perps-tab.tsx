import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../api/queries.ts';
import type { PerpMarket } from '../../api/types.generated.ts';
import { Badge, TokenIcon } from '../../ui/marks.tsx';
import { LivePrice, Money, Percent } from '../../ui/money.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ListFrame } from './list-frame.tsx';
import { openInterestUsd } from './perp-numbers.ts';
import { SearchField } from './search-field.tsx';

const columns: readonly Column<PerpMarket>[] = [
  {
    key: 'name',
    head: 'Market',
    cell: (market) => (
      <Link to="/discover/perps/$symbol" params={{ symbol: market.symbol }} className="row-link">
        <TokenIcon symbol={market.baseAsset} size={32} />
        <span className="cell-two">
          <span className="row">
            {market.symbol}
            <Badge>{market.maxLeverage}×</Badge>
          </span>
          <span className="truncate">{market.name}</span>
        </span>
      </Link>
    ),
  },
  {
    key: 'mark',
    head: 'Mark',
    end: true,
    cell: (market) => <LivePrice kind="perp" id={market.symbol} initial={market.markPriceUsd} />,
  },
  {
    key: 'change',
    head: '24h',
    end: true,
    cell: (market) => <Percent value={market.priceChange24hPct} tone />,
  },
  {
    key: 'funding',
    head: 'Funding',
    end: true,
    cell: (market) => <Percent value={market.fundingRatePercentage} signed digits={4} />,
  },
  {
    key: 'volume',
    head: 'Volume 24h',
    end: true,
    wide: true,
    cell: (market) => <Money value={market.volume24hUsd} compact />,
  },
  {
    key: 'interest',
    head: 'Open interest',
    end: true,
    wide: true,
    cell: (market) => <Money value={openInterestUsd(market)} compact />,
  },
];

/** Perpetual markets with their marks, funding and open interest. */
export function PerpsTab() {
  const [text, setText] = useState('');
  const reading = useQuery(read('/perps/markets', { query: { limit: 200 } }));
  const wanted = text.trim().toLowerCase();
  const rows = (reading.data ?? []).filter(({ symbol, name }) =>
    `${symbol} ${name}`.toLowerCase().includes(wanted),
  );
  return (
    <div className="stack">
      <SearchField
        label="Search perpetual markets"
        placeholder="Symbol or name"
        value={text}
        onText={setText}
      />
      <ListFrame
        reading={reading}
        empty={rows.length === 0}
        emptyText="Search by the symbol, such as BTC."
      >
        <Table
          label="Perpetual markets"
          columns={columns}
          rows={rows}
          rowKey={({ symbol }) => symbol}
        />
      </ListFrame>
    </div>
  );
}
