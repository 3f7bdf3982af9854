import { EmptyState } from '../ui/notice.tsx';

/** Welcome. */
export function WelcomePage() {
  return (
    <div className="page">
      <h1>Welcome</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
