import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/queries.ts';
import { TokenIcon } from '../../ui/marks.tsx';
import { LivePrice, Percent } from '../../ui/money.tsx';
import { SearchList } from './search-list.tsx';

const MOST = 200;

/** The perpetual markets. */
export function ChoosePerp({ onChoose }: { onChoose: (symbol: string) => void }) {
  const [text, setText] = useState('');
  const list = useQuery(read('/perps/markets', { query: { limit: MOST } }));
  const wanted = text.trim().toLowerCase();
  const markets = list.data?.filter(({ symbol, name }) =>
    `${symbol} ${name}`.toLowerCase().includes(wanted),
  );
  return (
    <SearchList
      label="Search perpetual markets"
      placeholder="Symbol or name"
      text={text}
      onText={setText}
      error={list.error}
      onRetry={() => void list.refetch()}
      onChoose={onChoose}
      items={markets?.map((market) => ({
        id: market.symbol,
        icon: <TokenIcon symbol={market.symbol} src={market.logoUrl} size={32} />,
        name: market.symbol,
        detail: `${market.name} · up to ${market.maxLeverage}×`,
        end: (
          <>
            <LivePrice kind="perp" id={market.symbol} initial={market.markPriceUsd} />
            <span className="small">
              <Percent value={market.priceChange24hPct} tone />
            </span>
          </>
        ),
      }))}
    />
  );
}
