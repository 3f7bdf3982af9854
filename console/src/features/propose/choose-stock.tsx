import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { TokenIcon } from '../../ui/marks.tsx';
import { LivePrice, Percent } from '../../ui/money.tsx';
import { MarketClock } from './market-clock.tsx';
import { SearchList } from './search-list.tsx';
import { useSearchText } from './use-search-text.ts';

/** Stocks and funds, with the clock of their market above. */
export function ChooseStock({ onChoose }: { onChoose: (ticker: string) => void }) {
  const { text, setText, searched } = useSearchText();
  const list = useQuery({
    ...read('/spot/stocks', { query: searched === '' ? {} : { q: searched } }),
    placeholderData: keepPreviousData,
  });
  return (
    <SearchList
      label="Search stocks"
      placeholder="Ticker or company"
      text={text}
      onText={setText}
      error={list.error}
      onRetry={() => void list.refetch()}
      onChoose={onChoose}
      head={list.data && <MarketClock status={list.data.marketStatus} next={list.data.nextOpen} />}
      items={list.data?.stocks.map((stock) => ({
        id: stock.ticker,
        icon: <TokenIcon symbol={stock.ticker} src={stock.imageUrl} size={32} />,
        name: stock.ticker,
        detail: stock.kind === 'etf' ? `${stock.name} · fund` : stock.name,
        end: (
          <>
            <LivePrice kind="stock" id={stock.ticker} initial={stock.price} />
            <span className="small">
              <Percent value={stock.priceChange24h} tone />
            </span>
          </>
        ),
      }))}
    />
  );
}
