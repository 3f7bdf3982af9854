import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../api/queries.ts';
import type { PredictionEvent, PredictionMarket } from '../api/types.generated.ts';
import { Book } from '../features/discover/book.tsx';
import '../features/discover/discover.css';
import { OutcomeChart } from '../features/discover/outcome-chart.tsx';
import { ProposeLink } from '../features/discover/propose-link.tsx';
import { formatCents } from '../money/format.ts';
import { Badge, Emblem } from '../ui/marks.tsx';
import { Cents, LivePrice, Money } from '../ui/money.tsx';
import { EmptyState, ErrorNotice } from '../ui/notice.tsx';
import { Segments } from '../ui/tabs.tsx';
import { Moment } from '../ui/time.tsx';
import { Skeleton } from '../ui/waiting.tsx';

const route = getRouteApi('/app/discover/events/$ticker');

/** An event with its markets; the chosen one with its odds, its book and what to do. */
export function EventPage() {
  const { ticker } = route.useParams();
  const { market: slug } = route.useSearch();
  const navigate = useNavigate();
  const reading = useQuery({
    ...read('/predictions/events/{ticker}', { path: { ticker } }),
    refetchInterval: 15_000,
  });
  const event = reading.data;
  const chosen = event?.markets.find(({ marketTicker }) => marketTicker === slug);
  const market = chosen ?? event?.markets[0];
  const choose = (market: string): void =>
    void navigate({
      to: '/discover/events/$ticker',
      params: { ticker },
      search: { market },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="page">
      <ErrorNotice error={reading.error} onRetry={() => void reading.refetch()} />
      {reading.isPending && <Skeleton height="l" />}
      {event && <Head event={event} />}
      {event && market && (
        <div className="columns event-columns">
          <MarketCard key={market.marketTicker} event={event} market={market} />
          <section className="card clip" aria-labelledby="markets-title">
            <div className="card-head">
              <h2 id="markets-title">Markets</h2>
            </div>
            <ul className="lines">
              {event.markets.map((one) => (
                <li key={one.marketTicker}>
                  <Outcome
                    market={one}
                    pressed={one === market}
                    onPress={() => choose(one.marketTicker)}
                  />
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
      {event && !market && (
        <div className="card">
          <EmptyState title="No market of this event trades now">
            Markets show here while both sides of their book are quoted.
          </EmptyState>
        </div>
      )}
    </div>
  );
}

function Head({ event }: { event: PredictionEvent }) {
  return (
    <header className="market-head">
      <div className="market-title">
        <Emblem name={event.title} size={56} />
        <div className="stack-s market-name">
          <h1>{event.title}</h1>
          <p className="row wrap small quiet">
            <Badge>{event.category}</Badge>
            <span>
              <Money value={event.volumeUsd} compact /> traded
            </span>
            {event.endDate && (
              <span>
                ends <Moment at={event.endDate} />
              </span>
            )}
          </p>
        </div>
      </div>
    </header>
  );
}

function Outcome(props: { market: PredictionMarket; pressed: boolean; onPress: () => void }) {
  const { market, pressed, onPress } = props;
  return (
    <button type="button" className="outcome" aria-pressed={pressed} onClick={onPress}>
      <span className="truncate">{market.title}</span>
      <strong>
        <LivePrice
          kind="market"
          id={market.marketTicker}
          initial={market.yesPrice}
          format={formatCents}
        />
      </strong>
    </button>
  );
}

const sides = [
  { value: 'YES', label: 'Yes' },
  { value: 'NO', label: 'No' },
] as const;

function MarketCard({ event, market }: { event: PredictionEvent; market: PredictionMarket }) {
  const [side, setSide] = useState<'YES' | 'NO'>('YES');
  const isYes = side === 'YES';
  return (
    <section className="card" aria-labelledby="market-title">
      <div className="card-head">
        <h2 id="market-title" className="truncate">
          {market.title}
        </h2>
        <Segments label="Side" options={sides} value={side} onValue={setSide} />
      </div>
      <div className="card-body stack">
        <OutcomeChart slug={market.marketTicker} name={market.title} isYes={isYes} />
        <dl className="facts">
          <div className="fact">
            <dt>Bid</dt>
            <dd>
              <Cents value={isYes ? market.yesBid : market.noBid} />
            </dd>
          </div>
          <div className="fact">
            <dt>Ask</dt>
            <dd>
              <Cents value={isYes ? market.yesAsk : market.noAsk} />
            </dd>
          </div>
          <div className="fact">
            <dt>Least order</dt>
            <dd>
              <Money value={market.minOrderUsd} />
            </dd>
          </div>
          <div className="fact">
            <dt>Volume 24h</dt>
            <dd>
              <Money value={market.volume24hUsd} compact />
            </dd>
          </div>
        </dl>
        <Book slug={market.marketTicker} isYes={isYes} />
        <ProposeLink
          kind="market"
          id={event.ticker}
          market={market.marketTicker}
          side={side}
          label={`Propose ${isYes ? 'Yes' : 'No'}`}
        />
      </div>
    </section>
  );
}
