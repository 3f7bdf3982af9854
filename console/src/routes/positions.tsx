import { EmptyState } from '../ui/notice.tsx';

/** Positions. */
export function PositionsPage() {
  return (
    <div className="page">
      <h1>Positions</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
