import { Link } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { Logo } from '../../shell/logo.tsx';
import './entrance.css';

/** What is around the pages before the sign-in: a card in the middle of the screen. */
export function Frame(props: { title: string; lead?: ReactNode; children: ReactNode }) {
  const { title, lead, children } = props;
  return (
    <main className="entrance">
      <Link to="/welcome" className="brand entrance-brand">
        <Logo size={28} />
        <span>Skein</span>
      </Link>
      <div className="card entrance-card">
        <div className="stack-s">
          <h1>{title}</h1>
          {lead && <p className="quiet">{lead}</p>}
        </div>
        {children}
      </div>
    </main>
  );
}

/** A form whose sending is ours. */
export function Form({ onSend, children }: { onSend: () => void; children: ReactNode }) {
  const send = (event: FormEvent): void => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className="stack" onSubmit={send} noValidate>
      {children}
    </form>
  );
}

/** Fields that get the cursor when their page opens. */
export const focusFirst = (element: HTMLInputElement | null): void => element?.focus();
