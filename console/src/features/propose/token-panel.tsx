import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { Badge, TokenIcon } from '../../ui/marks.tsx';
import { LivePrice, Money, Percent } from '../../ui/money.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { Candles } from './candles.tsx';
import { ChosenHead } from './chosen-head.tsx';

/** The token that a call is about: its course and how deep its market is. */
export function TokenPanel({ mint, onBack }: { mint: string; onBack: () => void }) {
  const token = useQuery(read('/spot/tokens/{mint}', { path: { mint } }));
  if (token.error) return <ErrorNotice error={token.error} onRetry={() => void token.refetch()} />;
  if (!token.data) return <Skeleton lines={2} height="l" />;
  const { symbol, name, logoUrl, verified, priceUsd, priceChange24hPct } = token.data;
  return (
    <div className="stack">
      <ChosenHead
        icon={<TokenIcon symbol={symbol} src={logoUrl} size={40} />}
        name={symbol}
        detail={name}
        price={<LivePrice kind="token" id={mint} initial={priceUsd} />}
        change={<Percent value={priceChange24hPct} tone />}
        onBack={onBack}
      />
      {!verified && (
        <p className="row small">
          <Badge tone="warn">Not verified</Badge>
          <span className="quiet">Anybody can make a token with this name. Check the mint.</span>
        </p>
      )}
      <Candles kind="token" id={mint} source={mint} name={symbol} />
      <dl className="facts">
        <div className="fact">
          <dt>24h volume</dt>
          <dd>
            <Money value={token.data.volume24hUsd} compact />
          </dd>
        </div>
        <div className="fact">
          <dt>Liquidity</dt>
          <dd>
            <Money value={token.data.liquidityUsd} compact />
          </dd>
        </div>
        <div className="fact">
          <dt>Mint</dt>
          <dd className="truncate" title={mint}>
            <code>{mint}</code>
          </dd>
        </div>
      </dl>
    </div>
  );
}
