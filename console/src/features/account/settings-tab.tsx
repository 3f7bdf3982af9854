import { chooseTheme, type Theme, useTheme } from '../../shell/theme.ts';
import { Segments } from '../../ui/tabs.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { OwnDataCard } from './own-data-card.tsx';

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** What is told, how the console looks, and the own data. */
export function SettingsTab() {
  return (
    <div className="account-columns">
      <NotificationsCard />
      <div className="stack">
        <ThemeCard />
        <OwnDataCard />
      </div>
    </div>
  );
}

function ThemeCard() {
  const theme = useTheme();
  return (
    <section className="card" aria-labelledby="theme-title">
      <div className="card-head">
        <h2 id="theme-title">Appearance</h2>
      </div>
      <div className="card-body stack">
        <Segments label="Theme" options={themes} value={theme} onValue={chooseTheme} />
        <p className="small quiet">Kept on this device alone.</p>
      </div>
    </section>
  );
}
