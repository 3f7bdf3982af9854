import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/queries.ts';
import type { PerpTrade, PerpPosition as Position } from '../../api/types.generated.ts';
import { usePriceValue } from '../../live/use-price.ts';
import type { ChartLine } from '../../ui/chart-types.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { CandleCard } from './candle-card.tsx';
import { OwnTrades } from './own-trades.tsx';
import { perpOutcome } from './past.ts';
import { PerpClaimCard } from './perp-claim.tsx';
import { ClosedPerpFigures, OpenPerpFigures } from './perp-figures.tsx';
import { PerpTicket } from './perp-ticket.tsx';
import { PositionHead } from './position-head.tsx';

/** Most trades that are looked through for those of one position. */
const TRADES = 200;

/** One perpetual position of the caller. */
export function PerpPosition({ id }: { id: string }) {
  const found = useQuery({
    ...read('/perps/positions/{id}', { path: { id } }),
    refetchInterval: 15_000,
  });
  const trades = useQuery(read('/trades', { query: { limit: TRADES } }));
  const all = trades.data?.perps;
  const own = useMemo(
    () => (all ?? []).filter(({ assignmentId }) => assignmentId === id),
    [all, id],
  );
  if (found.error) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton lines={5} height="l" />;
  return <Shown position={found.data} own={own} />;
}

function Shown({ position, own }: { position: Position; own: readonly PerpTrade[] }) {
  const isOpen = position.status === 'OPEN';
  const { marketSymbol, side, initialLeverage } = position;
  const mark = usePriceValue('perp', isOpen ? marketSymbol : null);
  const { entryPriceUsd: entry, exitPriceUsd: exit, liquidationPriceUsd: liquidation } = position;
  const { stopLossPriceUsd: stop, takeProfitPriceUsd: profit } = position;
  const lines = useMemo(
    () =>
      [
        level(entry, 'Entry', 'accent'),
        level(exit, 'Exit', 'warn'),
        level(isOpen ? liquidation : null, 'Liquidation', 'down'),
        level(isOpen ? stop : null, 'Stop loss', 'warn'),
        level(isOpen ? profit : null, 'Take profit', 'up'),
      ].flat(),
    [entry, exit, isOpen, liquidation, stop, profit],
  );
  const marks = useMemo(() => own.map(markOf), [own]);
  const { outcome, tone } = perpOutcome(position);
  return (
    <>
      <PositionHead
        kind="perps"
        name={marketSymbol}
        detail={`Perpetual · ${initialLeverage}×`}
        image={null}
        side={side}
        state={outcome}
        tone={tone}
        groupId={position.groupId}
      />
      <div className="position-columns">
        <div className="stack">
          {isOpen ? (
            <OpenPerpFigures position={position} mark={mark} />
          ) : (
            <ClosedPerpFigures position={position} />
          )}
          <CandleCard
            kind="perp"
            id={marketSymbol}
            name={marketSymbol}
            lines={lines}
            marks={marks}
          />
          <OwnTrades trades={own.map(tradeOf)} />
        </div>
        <div className="stack">
          {position.isClaimable && <PerpClaimCard position={position} />}
          {isOpen && <PerpTicket position={position} mark={mark} />}
        </div>
      </div>
    </>
  );
}

const level = (price: string | null, label: string, tone: ChartLine['tone']): ChartLine[] =>
  price === null ? [] : [{ price, label, tone, dashed: label !== 'Entry' }];

const words = {
  OPEN: 'Open',
  ADD: 'Add',
  REDUCE: 'Reduce',
  CLOSE: 'Close',
  LIQUIDATION: 'Liquidation',
  ADL: 'Auto-deleveraged',
} as const;

const isEntry = ({ action }: PerpTrade): boolean => action === 'OPEN' || action === 'ADD';

const markOf = (trade: PerpTrade) => ({
  t: trade.createdAt,
  label: words[trade.action],
  side: isEntry(trade) ? ('in' as const) : ('out' as const),
});

const tradeOf = (trade: PerpTrade) => ({
  id: trade.id,
  what: words[trade.action],
  amount: trade.sizeBaseUnits,
  unit: trade.marketSymbol,
  priceUsd: trade.priceUsd,
  totalUsd: trade.notionalUsd,
  feeUsd: trade.feeUsd,
  pnlUsd: isEntry(trade) ? null : trade.pricePnlUsd,
  at: trade.createdAt,
});
