import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/queries.ts';
import { Emblem } from '../../ui/marks.tsx';
import { Money } from '../../ui/money.tsx';
import { SearchList } from './search-list.tsx';
import { useSearchText } from './use-search-text.ts';

const SHOWN = 50;

/** Events by what is traded most, by category, or by a search. */
export function ChooseEvent({ onChoose }: { onChoose: (ticker: string) => void }) {
  const { text, setText, searched } = useSearchText();
  const [category, setCategory] = useState<string | null>(null);
  const current = useQuery({
    ...read('/predictions/events/live', { query: { limit: SHOWN } }),
  });
  const found = useQuery({
    ...read('/predictions/events/search', { query: { q: searched, limit: SHOWN } }),
    enabled: searched !== '',
    placeholderData: keepPreviousData,
  });
  const list = searched === '' ? current : found;
  const categories = [...new Set(current.data?.events.map((event) => event.category))].sort();
  const events = list.data?.events.filter(
    (event) => searched !== '' || category === null || event.category === category,
  );
  return (
    <SearchList
      label="Search events"
      placeholder="What will happen?"
      text={text}
      onText={setText}
      error={list.error}
      onRetry={() => void list.refetch()}
      onChoose={onChoose}
      head={
        searched === '' && (
          <fieldset className="ticket-quick">
            <legend className="sr-only">Categories</legend>
            {categories.map((one) => (
              <button
                type="button"
                key={one}
                className="ticket-chip"
                aria-pressed={one === category}
                onClick={() => setCategory(one === category ? null : one)}
              >
                {one}
              </button>
            ))}
          </fieldset>
        )
      }
      items={events?.map((event) => ({
        id: event.ticker,
        icon: <Emblem name={event.title} src={event.imageUrl} size={32} />,
        name: event.title,
        detail: `${event.category} · ${event.markets.length} market${event.markets.length === 1 ? '' : 's'}`,
        end: (
          <>
            <Money value={event.volume24hUsd} compact />
            <span className="small quiet">24h volume</span>
          </>
        ),
      }))}
    />
  );
}
