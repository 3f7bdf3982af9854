import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import type { PredictionEvent } from '../../api/types.generated.ts';
import { formatCents } from '../../money/format.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Badge, Emblem } from '../../ui/marks.tsx';
import { LivePrice, Money } from '../../ui/money.tsx';
import { ListFrame } from './list-frame.tsx';
import { SearchField } from './search-field.tsx';
import { useDebounced } from './use-debounced.ts';

const PAGE = 24;
/** Markets of an event that its card shows. */
const MOST_MARKETS = 3;

function EventCard({ event }: { event: PredictionEvent }) {
  return (
    <li className="card event-card">
      <Link
        to="/discover/events/$ticker"
        params={{ ticker: event.ticker }}
        search={{}}
        className="row-link event-head"
      >
        <Emblem name={event.title} size={40} />
        <h2>{event.title}</h2>
      </Link>
      <ul className="stack-s">
        {event.markets.slice(0, MOST_MARKETS).map((market) => (
          <li key={market.marketTicker} className="spread">
            <span className="truncate quiet">
              {event.markets.length > 1 ? market.title : 'Yes'}
            </span>
            <strong>
              <LivePrice
                kind="market"
                id={market.marketTicker}
                initial={market.yesPrice}
                format={formatCents}
              />
            </strong>
          </li>
        ))}
      </ul>
      <p className="row small quiet event-foot">
        <Badge>{event.category}</Badge>
        <span>
          <Money value={event.volume24hUsd} compact /> in 24h
        </span>
        {event.markets.length > MOST_MARKETS && (
          <span>+{event.markets.length - MOST_MARKETS} markets</span>
        )}
      </p>
    </li>
  );
}

/** The categories of the events that were read so far, by their names. */
const categoriesOf = (events: readonly PredictionEvent[]): string[] =>
  [...new Set(events.map(({ category }) => category).filter(Boolean))].sort();

/** Events by category, the most traded first, or by a search. */
export function EventsTab(props: { category: string; onCategory: (category: string) => void }) {
  const { category, onCategory } = props;
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  const all = useQuery(read('/predictions/events/live', { query: { limit: 50 } }));
  const listed = useInfiniteQuery({
    queryKey: ['/predictions/events/live', 'pages', category],
    enabled: q === '',
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      api.get('/predictions/events/live', {
        query: { limit: PAGE, cursor: pageParam, ...(category ? { category } : {}) },
      }),
    getNextPageParam: (page) => page.cursor,
  });
  const found = useQuery({
    ...read('/predictions/events/search', { query: { q: q || ' ', limit: 50 } }),
    enabled: q !== '',
  });
  const reading = q === '' ? listed : found;
  const events =
    q === ''
      ? (listed.data?.pages.flatMap((page) => page.events) ?? [])
      : (found.data?.events ?? []);
  const options = categoriesOf(all.data?.events ?? []).map((name) => ({
    value: name,
    label: name,
  }));
  return (
    <div className="stack">
      <div className="row wrap filters">
        <SearchField
          label="Search events"
          placeholder="What may happen?"
          value={text}
          onText={setText}
        />
        <div className="category">
          <Select
            label="Category"
            bare
            value={category}
            onValue={onCategory}
            options={[{ value: '', label: 'All categories' }, ...options]}
          />
        </div>
      </div>
      {events.length > 0 ? (
        <ul className="event-grid">
          {events.map((event) => (
            <EventCard key={event.ticker} event={event} />
          ))}
        </ul>
      ) : (
        <ListFrame reading={reading} empty emptyText="Try another word, or another category.">
          {null}
        </ListFrame>
      )}
      {q === '' && listed.hasNextPage && (
        <Button busy={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
          More events
        </Button>
      )}
    </div>
  );
}
