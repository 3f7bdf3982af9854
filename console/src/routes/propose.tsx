import { EmptyState } from '../ui/notice.tsx';

/** Propose. */
export function ProposePage() {
  return (
    <div className="page">
      <h1>Propose</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
