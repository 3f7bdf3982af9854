import { EmptyState } from '../ui/notice.tsx';

/** Sign up. */
export function SignUpPage() {
  return (
    <div className="page">
      <h1>Sign up</h1>
      <div className="card">
        <EmptyState title="This page is being built" />
      </div>
    </div>
  );
}
