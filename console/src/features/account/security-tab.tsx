import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { OidcCard } from './oidc-card.tsx';
import { reads } from './operations.ts';
import { PasskeyCard } from './passkey-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecurityLog } from './security-log.tsx';
import { SessionList } from './session-list.tsx';
import { TotpCard } from './totp-card.tsx';

/** How the account signs in, where it is signed in, and what has been done with it. */
export function SecurityTab() {
  const viewer = useQuery(reads.viewer);
  if (viewer.error) {
    return <ErrorNotice error={viewer.error} onRetry={() => void viewer.refetch()} />;
  }
  if (!viewer.data) return <Skeleton lines={4} height="l" />;
  return (
    <div className="stack">
      <div className="account-columns">
        <div className="stack">
          <TotpCard viewer={viewer.data} />
          <PasskeyCard viewer={viewer.data} />
          <OidcCard viewer={viewer.data} />
        </div>
        <div className="stack">
          <PasswordCard viewer={viewer.data} />
          <SessionList />
        </div>
      </div>
      <SecurityLog />
    </div>
  );
}
