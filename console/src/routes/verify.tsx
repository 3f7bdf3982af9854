import { EmptyState } from '../ui/notice.tsx';

/** Verify the address. */
export function VerifyPage() {
  return (
    <div className="page">
      <h1>Verify the address</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
