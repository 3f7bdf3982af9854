import { EmptyState } from '../ui/notice.tsx';

/** Activity. */
export function ActivityPage() {
  return (
    <div className="page">
      <h1>Activity</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
