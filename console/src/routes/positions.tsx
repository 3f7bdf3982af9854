import { useNavigate, useSearch } from '@tanstack/react-router';
import { OpenList } from '../features/positions/open-list.tsx';
import { PastList } from '../features/positions/past-list.tsx';
import { Tabs } from '../ui/tabs.tsx';
import '../features/positions/positions.css';

/** Positions of all verticals, open and past. */
export function PositionsPage() {
  const { tab } = useSearch({ from: '/app/positions' });
  const navigate = useNavigate();
  return (
    <div className="page">
      <h1>Positions</h1>
      <Tabs
        label="Positions"
        value={tab === 'past' ? 'past' : 'open'}
        onValue={(next) =>
          void navigate({
            to: '/positions',
            search: next === 'past' ? { tab: next } : {},
            replace: true,
          })
        }
        items={[
          { value: 'open', label: 'Open', content: <OpenList /> },
          { value: 'past', label: 'Past', content: <PastList /> },
        ]}
      />
    </div>
  );
}
