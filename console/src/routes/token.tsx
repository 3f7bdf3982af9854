import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CandleChart } from '../features/discover/candle-chart.tsx';
import { CopyText } from '../features/discover/copy-text.tsx';
import '../features/discover/discover.css';
import { read } from '../api/queries.ts';
import { Facts } from '../features/discover/facts.tsx';
import { MarketHead } from '../features/discover/market-head.tsx';
import { ProposeLink } from '../features/discover/propose-link.tsx';
import { Badge, TokenIcon } from '../ui/marks.tsx';
import { Money } from '../ui/money.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/waiting.tsx';

const route = getRouteApi('/app/discover/tokens/$mint');

/** One token: price, candles, what is known of it. */
export function TokenPage() {
  const { mint } = route.useParams();
  const reading = useQuery(read('/spot/tokens/{mint}', { path: { mint } }));
  const token = reading.data;
  return (
    <div className="page">
      <ErrorNotice error={reading.error} onRetry={() => void reading.refetch()} />
      {reading.isPending && <Skeleton height="l" />}
      {token && (
        <>
          <MarketHead
            icon={<TokenIcon symbol={token.symbol} size={40} />}
            name={token.symbol}
            detail={
              <>
                {token.name}
                <Badge tone={token.verified ? 'accent' : 'warn'}>
                  {token.verified ? 'verified' : 'not verified'}
                </Badge>
              </>
            }
            price={{ kind: 'token', id: mint, initial: token.priceUsd }}
            change={token.priceChange24hPct}
            action={<ProposeLink kind="token" id={mint} />}
          />
          <CandleChart kind="token" id={mint} name={token.symbol} />
          <Facts
            facts={[
              ['Volume 24h', <Money key="v" value={token.volume24hUsd} compact />],
              ['Liquidity', <Money key="l" value={token.liquidityUsd} compact />],
              ['Decimals', token.decimals],
              ['Mint', <CopyText key="m" text={mint} label="mint address" />],
            ]}
          />
        </>
      )}
    </div>
  );
}
