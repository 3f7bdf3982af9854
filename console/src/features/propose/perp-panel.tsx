import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/queries.ts';
import type { PerpMarket } from '../../api/types.generated.ts';
import { useMarketTick } from '../../live/use-live.ts';
import type { ChartLine } from '../../ui/chart-types.ts';
import { TokenIcon } from '../../ui/marks.tsx';
import { LivePrice, Money, Percent, Price } from '../../ui/money.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { Candles } from './candles.tsx';
import { ChosenHead } from './chosen-head.tsx';

function Figures({ market }: { market: PerpMarket }) {
  const [funding, setFunding] = useState(market.fundingRatePercentage);
  useMarketTick(market.symbol, (tick) => setFunding(tick.fundingRatePercentage));
  return (
    <dl className="facts">
      <div className="fact">
        <dt>Funding</dt>
        <dd>
          <Percent value={funding} tone digits={4} />
        </dd>
      </div>
      <div className="fact">
        <dt>24h volume</dt>
        <dd>
          <Money value={market.volume24hUsd} compact />
        </dd>
      </div>
      <div className="fact">
        <dt>Oracle</dt>
        <dd>
          <Price value={market.oraclePriceUsd} />
        </dd>
      </div>
      <div className="fact">
        <dt>Taker fee</dt>
        <dd className="num">{market.takerFeeBps} bps</dd>
      </div>
    </dl>
  );
}

/** The perpetual market that a call is about, with the levels of the order on its chart. */
export function PerpPanel(props: {
  symbol: string;
  lines: readonly ChartLine[];
  onBack: () => void;
}) {
  const { symbol, lines, onBack } = props;
  const market = useQuery(read('/perps/markets/{symbol}', { path: { symbol } }));
  if (market.error) {
    return <ErrorNotice error={market.error} onRetry={() => void market.refetch()} />;
  }
  if (!market.data) return <Skeleton lines={2} height="l" />;
  return (
    <div className="stack">
      <ChosenHead
        icon={<TokenIcon symbol={symbol} src={market.data.logoUrl} size={40} />}
        name={symbol}
        detail={market.data.name}
        price={<LivePrice kind="perp" id={symbol} initial={market.data.markPriceUsd} />}
        change={<Percent value={market.data.priceChange24hPct} tone />}
        onBack={onBack}
      />
      <Candles kind="perp" id={symbol} source={symbol} name={symbol} lines={lines} />
      <Figures market={market.data} />
    </div>
  );
}
