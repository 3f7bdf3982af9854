import { EmptyState } from '../ui/notice.tsx';

/** Reset the password. */
export function ResetPage() {
  return (
    <div className="page">
      <h1>Reset the password</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
