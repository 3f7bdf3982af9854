import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { read } from '../api/queries.ts';
import { Tour } from '../features/tour/tour.tsx';
import { Money } from '../ui/money.tsx';
import { ConnectionMark } from './connection.tsx';
import { GroupSwitcher } from './group-switcher.tsx';
import { Logo } from './logo.tsx';
import { sections } from './sections.ts';
import { ShellTools } from './shell-tools.tsx';
import { useNews } from './use-news.ts';
import { useServiceClock } from './use-service-clock.ts';
import './shell.css';

/** What is around every page of a signed-in user: navigation, the wallet's worth, the connection. */
export function Shell() {
  useNews();
  useServiceClock();
  const account = useQuery(read('/account'));
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <aside className="sidebar">
        <Link to="/" className="brand">
          <Logo />
          <span>Skein</span>
        </Link>
        <nav aria-label="Main" className="nav">
          {sections.map(({ to, label, icon: Icon }) => (
            <Link key={to} to={to} className="nav-item" activeOptions={{ exact: to === '/' }}>
              <Icon aria-hidden="true" />
              {label}
            </Link>
          ))}
        </nav>
        <GroupSwitcher />
        <ConnectionMark />
      </aside>
      <header className="topbar">
        <Link to="/" className="brand brand-small" aria-label="Skein, home">
          <Logo size={22} />
        </Link>
        <div className="worth">
          <span className="small quiet">Total value</span>
          <strong>
            <Money value={account.data?.totalValueUsd} />
          </strong>
        </div>
        <ShellTools />
      </header>
      <main id="main" className="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Tour />
      <nav aria-label="Main" className="bottom-bar">
        {sections.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className="bottom-item" activeOptions={{ exact: to === '/' }}>
            <Icon aria-hidden="true" />
            <span>{label}</span>
          </Link>
        ))}
      </nav>
    </div>
  );
}
