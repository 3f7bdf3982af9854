import { useQuery } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { graphql } from '../../api/client.ts';
import { signOut } from '../../session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/marks.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { When } from '../positions/when.tsx';
import { changes, reads, type Session } from './operations.ts';
import { useChange } from './use-change.ts';

/** Where the account is signed in. */
export function SessionList() {
  const sessions = useQuery(reads.sessions);
  return (
    <section className="card" aria-labelledby="sessions-title">
      <div className="card-head">
        <h2 id="sessions-title">Sessions</h2>
      </div>
      <div className="card-body lines">
        {sessions.error && (
          <ErrorNotice error={sessions.error} onRetry={() => void sessions.refetch()} compact />
        )}
        {sessions.isPending && <Skeleton lines={2} height="l" />}
        {sessions.data?.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </div>
    </section>
  );
}

function SessionLine({ session }: { session: Session }) {
  const revoke = useChange(
    (id: string) => graphql(changes.revokeSession, { id }),
    () => toast.good('Signed out there'),
  );
  return (
    <div className="session-line">
      <Monitor aria-hidden="true" size={18} />
      <span className="cell-two">
        <span className="row wrap">
          {deviceOf(session.userAgent)}
          {session.current && <Badge tone="accent">This one</Badge>}
        </span>
        <span title={session.userAgent}>
          Signed in <When at={session.createdAt} />, last seen <When at={session.lastSeenAt} />
        </span>
        <ErrorNotice error={revoke.error} compact />
      </span>
      <Button
        size="s"
        busy={revoke.busy}
        onClick={() => void (session.current ? signOut() : revoke.run(session.id))}
      >
        Sign out
      </Button>
    </div>
  );
}

const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
] as const;

const first = (table: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** A browser and a system out of what a browser says of itself, or the beginning of that. */
function deviceOf(userAgent: string): string {
  const browser = first(browsers, userAgent);
  const system = first(systems, userAgent);
  if (!browser) return userAgent.slice(0, 40) || 'Unknown device';
  return system ? `${browser} on ${system}` : browser;
}
