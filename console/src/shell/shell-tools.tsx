import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LogOut, Monitor, Moon, Plus, Sun, UserRound } from 'lucide-react';
import { read } from '../api/queries.ts';
import { signOut } from '../session/sign-out.ts';
import { Button } from '../ui/button.tsx';
import { Avatar } from '../ui/marks.tsx';
import { Menu } from '../ui/menu.tsx';
import { SandboxButton } from './sandbox-slot.tsx';
import { chooseTheme, type Theme, useTheme } from './theme.ts';

const themes: readonly { value: Theme; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: 'As the device', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

/** What can be done from every page: a call, the sandbox, the theme, the own account. */
export function ShellTools() {
  const navigate = useNavigate();
  const me = useQuery(read('/me'));
  const theme = useTheme();
  return (
    <div className="row">
      <SandboxButton />
      <Button
        look="primary"
        icon={<Plus />}
        onClick={() => navigate({ to: '/propose', search: {} })}
      >
        Propose
      </Button>
      <Menu
        title={me.data ? `Signed in as ${me.data.username}` : undefined}
        trigger={
          <button type="button" className="avatar-button" aria-label="Account and theme">
            <Avatar name={me.data?.username ?? '?'} src={me.data?.avatar} size={32} />
          </button>
        }
        items={[
          {
            key: 'account',
            label: 'Account',
            icon: <UserRound />,
            onSelect: () => void navigate({ to: '/account' }),
          },
          ...themes.map(({ value, label, icon: Icon }) => ({
            key: value,
            label: `Theme: ${label}`,
            icon: <Icon />,
            chosen: theme === value,
            onSelect: () => chooseTheme(value),
          })),
          {
            key: 'out',
            label: 'Sign out',
            icon: <LogOut />,
            danger: true,
            onSelect: () => void signOut(),
          },
        ]}
      />
    </div>
  );
}
