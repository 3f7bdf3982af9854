import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { auth } from '../entrance/auth-api.ts';
import { leaveForIssuer } from '../entrance/oidc.ts';
import { useTry } from '../entrance/use-try.ts';
import { changes, type Viewer } from './operations.ts';
import { useChange } from './use-change.ts';

const BACK = '/account?tab=security';

/** The account at the issuer of this service; nothing where there is neither. */
export function OidcCard({ viewer }: { viewer: Viewer }) {
  const { data: config } = useQuery({ queryKey: ['auth', 'config'], queryFn: auth.config });
  const leave = useTry();
  const unlink = useChange(
    (_input: null) => graphql(changes.unlinkOidc, {}),
    () => toast.good('Sign-in unlinked', 'All other sessions have been signed out.'),
  );
  const name = config?.oidcName ?? null;
  if (!config || (name === null && !viewer.oidcLinked)) return null;
  const issuer = name ?? 'another issuer';
  return (
    <section className="card" aria-labelledby="oidc-title">
      <div className="card-head">
        <h2 id="oidc-title">Sign-in with {issuer}</h2>
        {viewer.oidcLinked ? (
          <Button look="danger" busy={unlink.busy} onClick={() => void unlink.run(null)}>
            Unlink
          </Button>
        ) : (
          <Button
            busy={leave.busy}
            onClick={() =>
              void leave.attempt(() => leaveForIssuer(config, { purpose: 'link', to: BACK }))
            }
          >
            Link
          </Button>
        )}
      </div>
      <div className="card-body stack-s">
        <p className="quiet">
          {viewer.oidcLinked
            ? `Your account at ${issuer} signs in to this one.`
            : `Let your account at ${issuer} sign in to this one.`}
        </p>
        <ErrorNotice error={leave.error ?? unlink.error} compact />
      </div>
    </section>
  );
}
