import { useSearch } from '@tanstack/react-router';
import { ProposeForm } from '../features/propose/propose-form.tsx';

/** A new call: what, for which group, and with how much. */
export function ProposePage() {
  const draft = useSearch({ from: '/app/propose' });
  return (
    <div className="page">
      <h1>Propose a call</h1>
      <ProposeForm draft={draft} />
    </div>
  );
}
