import { EmptyState } from '../ui/notice.tsx';

/** Home. */
export function HomePage() {
  return (
    <div className="page">
      <h1>Home</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
