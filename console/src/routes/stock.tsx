import { EmptyState } from '../ui/notice.tsx';

/** Stock. */
export function StockPage() {
  return (
    <div className="page">
      <h1>Stock</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
