import { EmptyState } from '../ui/notice.tsx';

/** Sign in. */
export function SignInPage() {
  return (
    <div className="page">
      <h1>Sign in</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
