import { EmptyState } from '../ui/notice.tsx';

/** Event. */
export function EventPage() {
  return (
    <div className="page">
      <h1>Event</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
