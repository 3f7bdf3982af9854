import { EmptyState } from '../ui/notice.tsx';

/** Discover. */
export function DiscoverPage() {
  return (
    <div className="page">
      <h1>Discover</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
