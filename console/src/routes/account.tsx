import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { read } from '../api/queries.ts';
import { DepositCard } from '../features/account/deposit-card.tsx';
import { KeyList } from '../features/account/key-list.tsx';
import { SecurityTab } from '../features/account/security-tab.tsx';
import { SettingsTab } from '../features/account/settings-tab.tsx';
import { WithdrawCard } from '../features/account/withdraw-card.tsx';
import { WithdrawalList } from '../features/account/withdrawal-list.tsx';
import { Avatar } from '../ui/marks.tsx';
import { Tabs } from '../ui/tabs.tsx';
import '../features/positions/positions.css';
import '../features/account/account.css';

const tabs = [
  { value: 'wallet', label: 'Wallet', content: <WalletTab /> },
  { value: 'keys', label: 'API keys', content: <KeyList /> },
  { value: 'security', label: 'Security', content: <SecurityTab /> },
  { value: 'settings', label: 'Settings', content: <SettingsTab /> },
];

/** The own account: money in and out, keys, sign-in, settings. */
export function AccountPage() {
  const { tab } = useSearch({ from: '/app/account' });
  const navigate = useNavigate();
  const me = useQuery(read('/me'));
  return (
    <div className="page">
      <header className="account-who">
        <Avatar name={me.data?.username ?? '?'} src={me.data?.avatar} size={40} />
        <h1 className="truncate">{me.data?.username ?? 'Account'}</h1>
      </header>
      <Tabs
        label="Account"
        value={tabs.find(({ value }) => value === tab)?.value ?? 'wallet'}
        onValue={(next) =>
          void navigate({
            to: '/account',
            search: next === 'wallet' ? {} : { tab: next },
            replace: true,
          })
        }
        items={tabs}
      />
    </div>
  );
}

function WalletTab() {
  return (
    <div className="stack">
      <div className="account-columns">
        <DepositCard />
        <WithdrawCard />
      </div>
      <WithdrawalList />
    </div>
  );
}
