import { EmptyState } from '../ui/notice.tsx';

/** Group. */
export function GroupPage() {
  return (
    <div className="page">
      <h1>Group</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
