import { EmptyState } from '../ui/notice.tsx';

/** Perpetual. */
export function PerpPage() {
  return (
    <div className="page">
      <h1>Perpetual</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
