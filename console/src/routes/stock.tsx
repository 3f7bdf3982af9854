import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { read } from '../api/queries.ts';
import { CandleChart } from '../features/discover/candle-chart.tsx';
import { CopyText } from '../features/discover/copy-text.tsx';
import '../features/discover/discover.css';
import { Facts } from '../features/discover/facts.tsx';
import { MarketClock } from '../features/discover/market-clock.tsx';
import { MarketHead } from '../features/discover/market-head.tsx';
import { ProposeLink } from '../features/discover/propose-link.tsx';
import { Badge, TokenIcon } from '../ui/marks.tsx';
import { Money } from '../ui/money.tsx';
import { ErrorNotice, Remark } from '../ui/notice.tsx';
import { Skeleton } from '../ui/waiting.tsx';

const route = getRouteApi('/app/discover/stocks/$ticker');

/** One stock: price, candles, and whether its market is open. */
export function StockPage() {
  const { ticker } = route.useParams();
  const reading = useQuery({
    ...read('/spot/stocks/{ticker}', { path: { ticker } }),
    refetchInterval: 60_000,
  });
  const stock = reading.data;
  return (
    <div className="page">
      <ErrorNotice error={reading.error} onRetry={() => void reading.refetch()} />
      {reading.isPending && <Skeleton height="l" />}
      {stock && (
        <>
          <MarketHead
            icon={<TokenIcon symbol={stock.ticker} size={40} />}
            name={stock.ticker}
            detail={
              <>
                {stock.name}
                <Badge>{stock.kind === 'etf' ? 'ETF' : 'Stock'}</Badge>
                <MarketClock status={stock.marketStatus} nextOpen={stock.nextOpen} />
              </>
            }
            price={{ kind: 'stock', id: stock.ticker, initial: stock.price }}
            change={stock.priceChange24h}
            action={<ProposeLink kind="stock" id={stock.ticker} />}
          />
          {stock.marketStatus !== 'OPEN' && (
            <Remark kind="warn">
              Orders are taken while the market is open. You can look at it and propose it then.
            </Remark>
          )}
          <CandleChart
            kind="token"
            id={stock.mint}
            name={stock.ticker}
            live={{ kind: 'stock', id: stock.ticker }}
          />
          <Facts
            facts={[
              ['Least trade', <Money key="l" value={stock.minTradeUsd} />],
              ['Price is per', 'one token of the stock'],
              ['Mint', <CopyText key="m" text={stock.mint} label="mint address" />],
            ]}
          />
        </>
      )}
    </div>
  );
}
