import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { read } from '../../api/queries.ts';
import type { Token } from '../../api/types.generated.ts';
import { TokenIcon } from '../../ui/marks.tsx';
import { LivePrice, Money, Percent } from '../../ui/money.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ListFrame } from './list-frame.tsx';
import { SearchField } from './search-field.tsx';
import { useDebounced } from './use-debounced.ts';

const MOST = 50;

const columns: readonly Column<Token>[] = [
  {
    key: 'name',
    head: 'Token',
    cell: (token) => (
      <Link to="/discover/tokens/$mint" params={{ mint: token.id }} className="row-link">
        <TokenIcon symbol={token.symbol} size={32} />
        <span className="cell-two">
          <span className="row">
            {token.symbol}
            {token.verified && <BadgeCheck className="verified" aria-label="verified" />}
          </span>
          <span className="truncate">{token.name}</span>
        </span>
      </Link>
    ),
  },
  {
    key: 'price',
    head: 'Price',
    end: true,
    cell: (token) => <LivePrice kind="token" id={token.id} initial={token.priceUsd} />,
  },
  {
    key: 'change',
    head: '24h',
    end: true,
    cell: (token) => <Percent value={token.priceChange24hPct} tone />,
  },
  {
    key: 'volume',
    head: 'Volume 24h',
    end: true,
    wide: true,
    cell: (token) => <Money value={token.volume24hUsd} compact />,
  },
  {
    key: 'liquidity',
    head: 'Liquidity',
    end: true,
    wide: true,
    cell: (token) => <Money value={token.liquidityUsd} compact />,
  },
];

/** Tokens by what is traded most, or by a search. */
export function TokensTab() {
  const [text, setText] = useState('');
  const wanted = useDebounced(text.trim());
  const trending = useQuery({
    ...read('/spot/tokens/trending', { query: { limit: MOST } }),
    enabled: wanted === '',
  });
  const found = useQuery({
    ...read('/spot/tokens/search', { query: { q: wanted || ' ', limit: MOST } }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const reading = wanted === '' ? trending : found;
  // A stock has a page of its own.
  const rows = reading.data?.filter(({ tags }) => !tags.includes('stock')) ?? [];
  return (
    <div className="stack">
      <SearchField
        label="Search tokens"
        placeholder="Symbol, name or mint address"
        value={text}
        onText={setText}
      />
      <ListFrame
        reading={reading}
        empty={rows.length === 0}
        emptyText="Search by symbol, by name, or paste the mint address of a token."
      >
        <Table label="Tokens" columns={columns} rows={rows} rowKey={({ id }) => id} />
      </ListFrame>
    </div>
  );
}
