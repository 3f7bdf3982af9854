import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { read } from '../api/queries.ts';
import { CandleChart } from '../features/discover/candle-chart.tsx';
import '../features/discover/discover.css';
import { Facts } from '../features/discover/facts.tsx';
import { FundingCard } from '../features/discover/funding-card.tsx';
import { MarketHead } from '../features/discover/market-head.tsx';
import { openInterestUsd, spanText } from '../features/discover/perp-numbers.ts';
import { buttonLook } from '../ui/button.tsx';
import { Badge, TokenIcon } from '../ui/marks.tsx';
import { Money, Percent, Price } from '../ui/money.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/waiting.tsx';

const route = getRouteApi('/app/discover/perps/$symbol');

/** One perpetual market: mark, candles, funding, open interest. */
export function PerpPage() {
  const { symbol } = route.useParams();
  const reading = useQuery({
    ...read('/perps/markets/{symbol}', { path: { symbol } }),
    refetchInterval: 10_000,
  });
  const market = reading.data;
  return (
    <div className="page">
      <ErrorNotice error={reading.error} onRetry={() => void reading.refetch()} />
      {reading.isPending && <Skeleton height="l" />}
      {market && (
        <>
          <MarketHead
            icon={<TokenIcon symbol={market.baseAsset} size={40} />}
            name={market.symbol}
            detail={
              <>
                {market.name}
                <Badge tone="accent">up to {market.maxLeverage}×</Badge>
                {market.marketStatus !== 'active' && (
                  <Badge tone="warn">{market.marketStatus}</Badge>
                )}
              </>
            }
            price={{ kind: 'perp', id: market.symbol, initial: market.markPriceUsd }}
            change={market.priceChange24hPct}
            action={
              <div className="row">
                <Link
                  to="/propose"
                  search={{ kind: 'perp', id: market.symbol, side: 'LONG' }}
                  className={buttonLook('up')}
                >
                  Propose long
                </Link>
                <Link
                  to="/propose"
                  search={{ kind: 'perp', id: market.symbol, side: 'SHORT' }}
                  className={buttonLook('down')}
                >
                  Propose short
                </Link>
              </div>
            }
          />
          <CandleChart kind="perp" id={market.symbol} name={market.symbol} />
          <Facts
            facts={[
              ['Oracle', <Price key="o" value={market.oraclePriceUsd} />],
              [
                `Funding, ${spanText(market.fundingIntervalSeconds)}`,
                <Percent key="f" value={market.fundingRatePercentage} signed digits={4} />,
              ],
              ['Open interest', <Money key="i" value={openInterestUsd(market)} compact />],
              ['Volume 24h', <Money key="v" value={market.volume24hUsd} compact />],
              ['Taker fee', `${market.takerFeeBps} bps`],
            ]}
          />
          <FundingCard symbol={market.symbol} />
        </>
      )}
    </div>
  );
}
