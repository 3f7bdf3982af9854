import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import type { PredictionDetail, PredictionTrade } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { signOf } from '../../money/decimal.ts';
import { formatUsd } from '../../money/format.ts';
import { Button } from '../../ui/button.tsx';
import { Amount, Cents, Money, Percent } from '../../ui/money.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { OwnTrades } from './own-trades.tsx';
import { predictionOutcome } from './past.ts';
import { PendingAction } from './pending-action.tsx';
import { Figures, PositionHead, Reason } from './position-head.tsx';
import { PredictionChart } from './prediction-chart.tsx';
import { TradeTicket } from './trade-ticket.tsx';

/** Most trades that are looked through for those of one position. */
const TRADES = 200;

/** The caller's position in a call on a prediction market. */
export function PredictionPosition({ id }: { id: string }) {
  const found = useQuery({
    ...read('/predictions/proposals/{id}', { path: { id } }),
    refetchInterval: 15_000,
  });
  const trades = useQuery(read('/trades', { query: { limit: TRADES } }));
  const all = trades.data?.predictions;
  const own = useMemo(() => (all ?? []).filter(({ proposalId }) => proposalId === id), [all, id]);
  if (found.error) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton lines={5} height="l" />;
  return <Shown detail={found.data} own={own} />;
}

function Shown({ detail, own }: { detail: PredictionDetail; own: readonly PredictionTrade[] }) {
  const { proposal, position, createdBy } = detail;
  const side = proposal.isYes ? 'YES' : 'NO';
  const { outcome, tone } =
    proposal.status === 'RESOLVED' || proposal.status === 'FAILED'
      ? predictionOutcome(proposal)
      : stateOf(proposal.status);
  const marks = useMemo(() => own.map(markOf), [own]);
  return (
    <>
      <PositionHead
        kind="predictions"
        name={proposal.marketTitle ?? proposal.marketId}
        detail={proposal.eventTitle}
        image={proposal.eventImageUrl}
        side={side}
        state={outcome}
        tone={tone}
        groupId={proposal.groupId}
      />
      <div className="position-columns">
        <div className="stack">
          <Figures
            items={[
              ['Value', <Money key="value" value={position?.currentValueUsd} />],
              ['PnL', <Money key="pnl" value={position?.unrealizedPnlUsd} tone />],
              ['PnL %', <Percent key="pct" value={position?.unrealizedPnlPct} tone />],
              [`Price of ${side}`, <Cents key="price" value={position?.currentPriceUsd} />],
              ['Average cost', <Cents key="cost" value={position?.avgCostBasisUsd} />],
              ['Shares', <Amount key="shares" value={position?.tokenAmount ?? '0'} />],
              ['Realized', <Money key="realized" value={position?.realizedPnlUsd} tone />],
            ]}
          />
          <PredictionChart
            marketId={proposal.marketId}
            isYes={proposal.isYes}
            costUsd={position && signOf(position.tokenAmount) > 0 ? position.avgCostBasisUsd : null}
            marks={marks}
          />
          <OwnTrades trades={own.map(tradeOf)} />
        </div>
        <div className="stack">
          {proposal.status === 'RESOLVED' ? (
            <ClaimCard detail={detail} />
          ) : (
            <PredictionTicket detail={detail} />
          )}
          <Reason by={createdBy.username} reason={proposal.reason} />
        </div>
      </div>
    </>
  );
}

function PredictionTicket({ detail }: { detail: PredictionDetail }) {
  const { proposal, position } = detail;
  const { id, eventId, marketId, isYes, status } = proposal;
  const holds = position !== null && signOf(position.tokenAmount) > 0;
  return (
    <TradeTicket
      name={isYes ? 'YES' : 'NO'}
      unit="shares"
      buyClosed={status === 'ACTIVE' ? null : 'The call takes no more entries.'}
      sellClosed={holds ? null : 'You hold no shares of this call.'}
      heldUsd={position?.currentValueUsd ?? null}
      quoteOf={(side, size) => ({
        path: '/predictions/quote',
        body: side === 'buy' ? { eventId, marketId, isYes, ...size } : { proposalId: id, ...size },
      })}
      send={(side, size, idempotencyKey) =>
        side === 'buy'
          ? api.post('/predictions/proposals/{id}/predict', {
              path: { id },
              body: { amountUsd: size.amountUsd ?? '' },
              idempotencyKey,
            })
          : api.post('/predictions/proposals/{id}/sell', {
              path: { id },
              body: size,
              idempotencyKey,
            })
      }
    />
  );
}

/** The market has been resolved: what it pays, once. */
function ClaimCard({ detail }: { detail: PredictionDetail }) {
  const { proposal, position } = detail;
  const claim = useAction(
    (id: string, idempotencyKey) =>
      api.post('/predictions/proposals/{id}/claim', { path: { id }, idempotencyKey }),
    (answer) => {
      if (!answer.pending) toast.good('Claimed', `${formatUsd(answer.amountClaimedUsd)} paid out.`);
      refresh('/predictions/proposals/{id}', '/positions', '/account', '/trades');
    },
  );
  const holds = position !== null && signOf(position.tokenAmount) > 0;
  const pays = holds && (proposal.didWin || proposal.result === 'VOID');
  return (
    <section className="card pad stack" aria-labelledby="claim-title">
      <h2 id="claim-title">The market ended {proposal.result}</h2>
      {pays ? (
        <>
          <p>
            Your shares pay{' '}
            <strong>
              <Money value={position?.currentValueUsd} />
            </strong>
            . What is not claimed is claimed for you within a day.
          </p>
          <Button look="primary" busy={claim.busy} onClick={() => void claim.run(proposal.id)}>
            Claim {formatUsd(position?.currentValueUsd)}
          </Button>
        </>
      ) : (
        <p className="quiet">
          {holds ? 'Your shares pay nothing.' : 'You hold no shares: there is nothing to claim.'}
        </p>
      )}
      <ErrorNotice error={claim.error} compact />
      {claim.data?.pending && claim.data.actionJobId && (
        <PendingAction id={claim.data.actionJobId} />
      )}
    </section>
  );
}

const stateOf = (status: string) =>
  status === 'PENDING'
    ? { outcome: 'Pending', tone: 'warn' as const }
    : status === 'ACTIVE'
      ? { outcome: 'Call open', tone: 'accent' as const }
      : { outcome: 'Call closed', tone: 'neutral' as const };

const words = { BUY: 'Buy', SELL: 'Sell', CLAIM: 'Claim' } as const;

const markOf = ({ tradeType, createdAt }: PredictionTrade) => ({
  t: createdAt,
  label: words[tradeType],
  side: tradeType === 'BUY' ? ('in' as const) : ('out' as const),
});

const tradeOf = (trade: PredictionTrade) => ({
  id: trade.id,
  what: words[trade.tradeType],
  amount: trade.tokenAmount,
  unit: 'shares',
  priceUsd: trade.pricePerTokenUsd,
  totalUsd: trade.totalCostUsd,
  feeUsd: trade.venueFeeUsd,
  pnlUsd: trade.tradeType === 'BUY' ? null : trade.pnlUsd,
  at: trade.createdAt,
});
