import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { TokenIcon } from '../../ui/marks.tsx';
import { LivePrice, Money, Percent } from '../../ui/money.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { Candles } from './candles.tsx';
import { ChosenHead } from './chosen-head.tsx';
import { MarketClock } from './market-clock.tsx';

/** How often the market's clock is read, in milliseconds. */
const READ_AGAIN_MS = 30_000;

/** The stock that a call is about, with the clock of its market. */
export function StockPanel({ ticker, onBack }: { ticker: string; onBack: () => void }) {
  const stock = useQuery({
    ...read('/spot/stocks/{ticker}', { path: { ticker } }),
    refetchInterval: READ_AGAIN_MS,
  });
  if (stock.error) return <ErrorNotice error={stock.error} onRetry={() => void stock.refetch()} />;
  if (!stock.data) return <Skeleton lines={2} height="l" />;
  const { name, imageUrl, price, priceChange24h, marketStatus, nextOpen, mint } = stock.data;
  return (
    <div className="stack">
      <ChosenHead
        icon={<TokenIcon symbol={stock.data.ticker} src={imageUrl} size={40} />}
        name={stock.data.ticker}
        detail={name}
        price={<LivePrice kind="stock" id={stock.data.ticker} initial={price} />}
        change={<Percent value={priceChange24h} tone />}
        onBack={onBack}
      />
      <MarketClock status={marketStatus} next={nextOpen} />
      {marketStatus !== 'OPEN' && (
        <Remark kind="warn">Orders are taken only while the market is open.</Remark>
      )}
      <Candles kind="stock" id={stock.data.ticker} source={mint} name={stock.data.ticker} />
      <p className="small quiet">
        At least <Money value={stock.data.minTradeUsd} /> per order.
      </p>
    </div>
  );
}
