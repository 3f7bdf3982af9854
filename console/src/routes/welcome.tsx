import { Link } from '@tanstack/react-router';
import { ChartCandlestick, Repeat2, ShieldCheck, UsersRound } from 'lucide-react';
import { DemoButton } from '../features/entrance/demo-button.tsx';
import '../features/entrance/entrance.css';
import { Flock } from '../features/entrance/flock.tsx';
import { Logo } from '../shell/logo.tsx';
import { buttonLook } from '../ui/button.tsx';

const facts = [
  {
    icon: UsersRound,
    title: 'Groups, not feeds',
    text: 'Chat, calls and results of a group in one place. Everybody sees what the others hold.',
  },
  {
    icon: Repeat2,
    title: 'One leads, the others follow',
    text: "With auto-buy on, a leader's call is yours within a second, at your own fixed amount.",
  },
  {
    icon: ChartCandlestick,
    title: 'Four kinds of markets',
    text: 'Tokens, stocks, predictions and perpetuals from one wallet, with the risk told first.',
  },
  {
    icon: ShieldCheck,
    title: 'Exact to the last digit',
    text: 'A double-entry ledger behind every number, and a reason for every order that was skipped.',
  },
] as const;

/** What Skein is, and the three ways in. */
export function WelcomePage() {
  return (
    <div className="welcome">
      <header className="spread">
        <span className="brand">
          <Logo size={28} />
          Skein
        </span>
        <Link to="/sign-in" className={buttonLook('plain')}>
          Sign in
        </Link>
      </header>
      <main className="stack welcome-main">
        <section className="welcome-top">
          <div className="welcome-hero">
            <h1>Trade as a flock.</h1>
            <p>
              Geese fly in a skein: one leads, the others follow in its draft. Here a leader makes a
              call, and the whole group trades it within the same second.
            </p>
            <div className="row wrap">
              <DemoButton />
              <Link to="/sign-up" className={buttonLook('plain', 'l')}>
                Create an account
              </Link>
            </div>
          </div>
          <Flock />
        </section>
        <ul className="welcome-facts">
          {facts.map(({ icon: Icon, title, text }) => (
            <li key={title} className="card welcome-fact">
              <Icon aria-hidden="true" />
              <h2>{title}</h2>
              <p className="quiet">{text}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
