import { EmptyState } from '../ui/notice.tsx';

/** Account. */
export function AccountPage() {
  return (
    <div className="page">
      <h1>Account</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
