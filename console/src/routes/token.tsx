import { EmptyState } from '../ui/notice.tsx';

/** Token. */
export function TokenPage() {
  return (
    <div className="page">
      <h1>Token</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
