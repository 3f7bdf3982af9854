import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import type { PredictionMarket } from '../../api/types.generated.ts';
import { classNames } from '../../ui/class-names.ts';
import { Emblem } from '../../ui/marks.tsx';
import { Cents, Money } from '../../ui/money.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { Moment } from '../../ui/time.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { Book } from './book.tsx';
import { ChosenHead } from './chosen-head.tsx';
import { OddsChart } from './odds-chart.tsx';
import './event-panel.css';

type Side = 'YES' | 'NO';

function MarketRow(props: {
  market: PredictionMarket;
  chosen: boolean;
  side: Side | null;
  onChoose: (side: Side) => void;
}) {
  const { market, chosen, side, onChoose } = props;
  const asks = { YES: market.yesAsk ?? market.yesPrice, NO: market.noAsk ?? market.noPrice };
  return (
    <li className={classNames('event-market', chosen && 'chosen')}>
      <div className="cell-two event-title">
        <span>{market.title}</span>
        <span>
          <Money value={market.volume24hUsd} compact /> in 24h
        </span>
      </div>
      <div className="ticket-pair event-sides">
        {(['YES', 'NO'] as const).map((one) => (
          <button
            type="button"
            key={one}
            className={`ticket-side ${one === 'YES' ? 'up' : 'down'}`}
            aria-pressed={chosen && side === one}
            onClick={() => onChoose(one)}
          >
            {one === 'YES' ? 'Yes' : 'No'} <Cents value={asks[one]} />
            <span className="sr-only">: {market.title}</span>
          </button>
        ))}
      </div>
    </li>
  );
}

/** An event with its markets; of the chosen one the odds and the book of the chosen side. */
export function EventPanel(props: {
  ticker: string;
  marketId: string | undefined;
  side: Side | null;
  onChoose: (marketId: string, side: Side) => void;
  onBack: () => void;
}) {
  const { ticker, marketId, side, onChoose, onBack } = props;
  const event = useQuery(read('/predictions/events/{ticker}', { path: { ticker } }));
  if (event.error) return <ErrorNotice error={event.error} onRetry={() => void event.refetch()} />;
  if (!event.data) return <Skeleton lines={3} height="l" />;
  const { title, category, imageUrl, endDate, markets } = event.data;
  const chosen = markets.find(({ marketTicker }) => marketTicker === marketId);
  return (
    <div className="stack">
      <ChosenHead
        icon={<Emblem name={title} src={imageUrl} size={40} />}
        name={title}
        detail={category}
        onBack={onBack}
      />
      {endDate && (
        <p className="small quiet">
          Closes <Moment at={endDate} />
        </p>
      )}
      {markets.length === 0 && (
        <EmptyState title="No market with a book on both sides">
          Nothing in this event can be traded now. Choose another one.
        </EmptyState>
      )}
      <ul className="lines">
        {markets.map((market) => (
          <MarketRow
            key={market.marketTicker}
            market={market}
            chosen={market === chosen}
            side={side}
            onChoose={(next) => onChoose(market.marketTicker, next)}
          />
        ))}
      </ul>
      {chosen && side && (
        <>
          <OddsChart slug={chosen.marketTicker} isYes={side === 'YES'} title={chosen.title} />
          <h3>Book of {side === 'YES' ? 'Yes' : 'No'}</h3>
          <Book slug={chosen.marketTicker} isYes={side === 'YES'} />
        </>
      )}
    </div>
  );
}
