import { EmptyState } from '../ui/notice.tsx';

/** Position. */
export function PositionPage() {
  return (
    <div className="page">
      <h1>Position</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
