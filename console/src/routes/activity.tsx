import { useNavigate, useSearch } from '@tanstack/react-router';
import { LedgerTab } from '../features/activity/ledger.tsx';
import { TradesTab } from '../features/activity/trades.tsx';
import { Tabs } from '../ui/tabs.tsx';
import '../features/positions/positions.css';

/** What has happened: trades of all verticals, and the statement of the wallet. */
export function ActivityPage() {
  const { tab } = useSearch({ from: '/app/activity' });
  const navigate = useNavigate();
  return (
    <div className="page">
      <h1>Activity</h1>
      <Tabs
        label="Activity"
        value={tab === 'statement' ? 'statement' : 'trades'}
        onValue={(next) =>
          void navigate({
            to: '/activity',
            search: next === 'statement' ? { tab: next } : {},
            replace: true,
          })
        }
        items={[
          { value: 'trades', label: 'Trades', content: <TradesTab /> },
          { value: 'statement', label: 'Statement', content: <LedgerTab /> },
        ]}
      />
    </div>
  );
}
