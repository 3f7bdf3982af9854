import { EmptyState } from '../ui/notice.tsx';

/** Groups. */
export function GroupsPage() {
  return (
    <div className="page">
      <h1>Groups</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
