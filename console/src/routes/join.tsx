import { EmptyState } from '../ui/notice.tsx';

/** Join a group. */
export function JoinPage() {
  return (
    <div className="page">
      <h1>Join a group</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
