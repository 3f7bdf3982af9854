import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Frame } from '../features/entrance/frame.tsx';
import { finishOidc } from '../features/entrance/oidc.ts';
import { SecondStep } from '../features/entrance/second-step.tsx';
import { buttonLook } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.tsx';
import { Progress } from '../ui/waiting.tsx';
import { ownPath } from './search.ts';

/** Where the issuer sends people back to: finishes what was begun and goes on. */
export function OidcPage() {
  const navigate = useNavigate();
  const { data: end, error } = useQuery({
    queryKey: ['auth', 'oidc'],
    queryFn: finishOidc,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const goOn = (): void => void navigate({ href: ownPath(end?.to), replace: true });
  const isDone = end && end.challenge === null;
  useEffect(() => {
    if (!isDone) return;
    if (end.purpose === 'link') toast.good('Sign-in linked');
    void navigate({ href: ownPath(end.to), replace: true });
  }, [isDone, end, navigate]);
  if (end?.challenge) {
    return (
      <SecondStep
        challenge={end.challenge}
        onBack={() => void navigate({ to: '/sign-in', replace: true })}
        onDone={goOn}
      />
    );
  }
  if (error || end === null) {
    return (
      <Frame title="That did not work" lead={error ? null : 'The issuer has confirmed nobody.'}>
        <ErrorNotice error={error} compact />
        <Link to="/" className={buttonLook('primary', 'l')}>
          Back to Skein
        </Link>
      </Frame>
    );
  }
  return (
    <Frame title="One moment" lead="The issuer is asked who you are.">
      <Progress label="Signing in" />
    </Frame>
  );
}
