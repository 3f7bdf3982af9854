import { useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { auth } from './auth-api.ts';
import { leaveForIssuer } from './oidc.ts';
import { useTry } from './use-try.ts';

/** Signing in at the issuer of this service, where there is one. */
export function OidcButton({ to }: { to: string }) {
  const { busy, error, attempt } = useTry();
  const { data } = useQuery({ queryKey: ['auth', 'config'], queryFn: auth.config });
  if (!data || data.oidcName === null) return null;
  return (
    <>
      <Button
        size="l"
        icon={<LogIn />}
        busy={busy}
        onClick={() => void attempt(() => leaveForIssuer(data, { purpose: 'sign-in', to }))}
      >
        Sign in with {data.oidcName}
      </Button>
      <ErrorNotice error={error} compact />
    </>
  );
}
