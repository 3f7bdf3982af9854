import { getRouteApi, useNavigate } from '@tanstack/react-router';
import '../features/discover/discover.css';
import { EventsTab } from '../features/discover/events-tab.tsx';
import { PerpsTab } from '../features/discover/perps-tab.tsx';
import { StocksTab } from '../features/discover/stocks-tab.tsx';
import { TokensTab } from '../features/discover/tokens-tab.tsx';
import { Tabs } from '../ui/tabs.tsx';

const route = getRouteApi('/app/discover');

/** Everything that can be traded, by its kind. */
export function DiscoverPage() {
  const { tab = 'tokens', category = '' } = route.useSearch();
  const navigate = useNavigate({ from: '/discover' });
  const show = (search: { tab: string; category?: string }): void =>
    void navigate({ search, replace: true });
  return (
    <div className="page">
      <h1>Discover</h1>
      <Tabs
        label="Kinds of markets"
        value={tab}
        onValue={(next) => show({ tab: next })}
        items={[
          { value: 'tokens', label: 'Tokens', content: <TokensTab /> },
          { value: 'stocks', label: 'Stocks', content: <StocksTab /> },
          {
            value: 'events',
            label: 'Events',
            content: (
              <EventsTab
                category={category}
                onCategory={(next) =>
                  show(next === '' ? { tab: 'events' } : { tab: 'events', category: next })
                }
              />
            ),
          },
          { value: 'perps', label: 'Perps', content: <PerpsTab /> },
        ]}
      />
    </div>
  );
}
