import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { buttonLook } from '../ui/button.tsx';
import { EmptyState, ErrorNotice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/waiting.tsx';

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <main className="page">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={<MapPinOff />}
        title="There is no such page"
        action={
          <Link to="/" className={buttonLook('primary')}>
            Go home
          </Link>
        }
      >
        The address may be mistyped, or what it showed is gone.
      </EmptyState>
    </main>
  );
}

/** A page that failed: what happened, and another try. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <div className="page">
      <ErrorNotice error={error} onRetry={reset} />
    </div>
  );
}

/** What is shown while the code of a page is loaded. */
export function PagePending() {
  return (
    <div className="page">
      <Skeleton height="l" />
      <Skeleton height="chart" />
    </div>
  );
}
