import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import type { SpotProposalWithPosition, SpotTrade } from '../../api/types.generated.ts';
import { divideDecimals } from '../../money/decimal.ts';
import type { ChartLine } from '../../ui/chart-types.ts';
import { Amount, LivePrice, Money, Percent, Price } from '../../ui/money.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { heldSpot } from '../home/held.ts';
import { LiveWorth } from '../home/open-positions.tsx';
import { CandleCard } from './candle-card.tsx';
import { OwnTrades } from './own-trades.tsx';
import { Figures, PositionHead, Reason } from './position-head.tsx';
import { TradeTicket } from './trade-ticket.tsx';

/** The caller's position in a call of a token or a stock. */
export function SpotPosition({ id }: { id: string }) {
  const found = useQuery(read('/spot/proposals/{id}', { path: { id } }));
  const account = useQuery(read('/account'));
  if (found.error) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data || !account.data) return <Skeleton lines={5} height="l" />;
  const { walletAddress } = account.data.deposit;
  const own = (found.data.proposal.trades ?? []).filter(
    (trade) => trade.walletAddress === walletAddress,
  );
  return <Shown found={found.data} own={own} />;
}

function Shown({ found, own }: { found: SpotProposalWithPosition; own: readonly SpotTrade[] }) {
  const { proposal, userPosition: position } = found;
  const { token, closedAt } = proposal;
  const entry = position.avgEntryPriceUsd;
  const exit = position.hasPosition ? null : position.avgExitPriceUsd;
  const lines = useMemo(() => linesOf(entry, exit), [entry, exit]);
  const marks = useMemo(() => own.map(markOf), [own]);
  return (
    <>
      <PositionHead
        kind="spot"
        name={token.symbol}
        detail={token.name}
        image={token.logoUrl}
        side={null}
        state={closedAt ? 'Call closed' : 'Call open'}
        tone={closedAt ? 'neutral' : 'accent'}
        groupId={proposal.groupId}
      />
      <div className="position-columns">
        <div className="stack">
          <SpotFigures found={found} />
          <CandleCard
            kind="token"
            id={token.contractAddress}
            name={token.symbol}
            lines={lines}
            marks={marks}
          />
          <OwnTrades trades={own.map((trade) => tradeOf(trade, token.symbol))} />
        </div>
        <div className="stack">
          <SpotTicket found={found} />
          <Reason by={proposal.createdBy.username} reason={proposal.reason} />
        </div>
      </div>
    </>
  );
}

function SpotFigures({ found }: { found: SpotProposalWithPosition }) {
  const { proposal, userPosition: position } = found;
  const { token } = proposal;
  const held = heldSpot(found);
  const price = (
    <LivePrice kind="token" id={token.contractAddress} initial={position.currentPriceUsd} />
  );
  if (!position.hasPosition) {
    return (
      <Figures
        items={[
          ['Price', price],
          ['Realized', <Money key="pnl" value={position.realizedPnlUsd} tone />],
          ['Realized %', <Percent key="pct" value={position.realizedPnlPct} tone />],
          ['Average exit', <Price key="exit" value={position.avgExitPriceUsd} />],
        ]}
      />
    );
  }
  const amount = heldAmount(found);
  return (
    <Figures
      items={[
        ['Value', <LiveWorth key="value" held={held} part="value" />],
        ['PnL', <LiveWorth key="pnl" held={held} part="pnl" />],
        ['PnL %', <LiveWorth key="pct" held={held} part="percent" />],
        ['Price', price],
        ['Average entry', <Price key="entry" value={position.avgEntryPriceUsd} />],
        ['Held', <Amount key="held" value={amount} unit={token.symbol} />],
        ['Realized', <Money key="realized" value={position.realizedPnlUsd} tone />],
      ]}
    />
  );
}

/** Whole tokens held: what they are worth over their price, which the wire has beside raw units. */
const heldAmount = ({ userPosition }: SpotProposalWithPosition): string | null => {
  const { currentValueUsd: value, currentPriceUsd: price } = userPosition;
  return value === null || price === null ? null : divideDecimals(value, price, 9);
};

function SpotTicket({ found }: { found: SpotProposalWithPosition }) {
  const { proposal, userPosition } = found;
  const { id, token, closedAt } = proposal;
  return (
    <TradeTicket
      name={token.symbol}
      unit={token.symbol}
      buyClosed={closedAt ? 'The call is closed: it takes no more entries.' : null}
      sellClosed={userPosition.hasPosition ? null : 'You hold nothing of this call.'}
      heldUsd={userPosition.currentValueUsd}
      quoteOf={(side, size) => ({
        path: '/spot/quote',
        body:
          side === 'buy'
            ? { contractAddress: token.contractAddress, ...size }
            : { proposalId: id, ...size },
      })}
      send={(side, size, idempotencyKey) =>
        side === 'buy'
          ? api.post('/spot/proposals/{id}/buy', {
              path: { id },
              body: { amountUsd: size.amountUsd ?? '' },
              idempotencyKey,
            })
          : api.post('/spot/proposals/{id}/sell', { path: { id }, body: size, idempotencyKey })
      }
    />
  );
}

const linesOf = (entry: string | null, exit: string | null): ChartLine[] => [
  ...(entry ? [{ price: entry, label: 'Entry', tone: 'accent' as const }] : []),
  ...(exit ? [{ price: exit, label: 'Exit', tone: 'warn' as const, dashed: true }] : []),
];

const markOf = ({ tradeType, createdAt }: SpotTrade) => ({
  t: createdAt,
  label: tradeType === 'BUY' ? 'Buy' : 'Sell',
  side: tradeType === 'BUY' ? ('in' as const) : ('out' as const),
});

const tradeOf = (trade: SpotTrade, unit: string) => ({
  id: trade.id,
  what: trade.tradeType === 'BUY' ? 'Buy' : 'Sell',
  amount: trade.tokenAmount,
  unit,
  priceUsd: trade.pricePerTokenUsd,
  totalUsd: trade.totalCostUsd,
  feeUsd: trade.svcFeeUsd,
  pnlUsd: trade.tradeType === 'BUY' ? null : trade.pnlUsd,
  at: trade.createdAt,
});
