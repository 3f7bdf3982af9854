import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { auth } from '../features/entrance/auth-api.ts';
import { DemoButton } from '../features/entrance/demo-button.tsx';
import { Form, Frame } from '../features/entrance/frame.tsx';
import { OidcButton } from '../features/entrance/oidc-button.tsx';
import { PasswordField } from '../features/entrance/password-field.tsx';
import { SecondStep } from '../features/entrance/second-step.tsx';
import { useTry } from '../features/entrance/use-try.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { ownPath } from './search.ts';

const route = getRouteApi('/sign-in');

/** Signing in: a password and perhaps a code, a passkey, or the issuer of this service. */
export function SignInPage() {
  const { to } = route.useSearch();
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<string | null>(null);
  const goOn = (): void => void navigate({ href: ownPath(to), replace: true });
  return challenge === null ? (
    <FirstStep to={ownPath(to)} onChallenge={setChallenge} onDone={goOn} />
  ) : (
    <SecondStep challenge={challenge} onBack={() => setChallenge(null)} onDone={goOn} />
  );
}

function FirstStep(props: {
  to: string;
  onChallenge: (challenge: string) => void;
  onDone: () => void;
}) {
  const { to, onChallenge, onDone } = props;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { busy, error, attempt } = useTry();
  const passkey = useTry();
  const send = (): void => {
    void attempt(async () => {
      const challenge = await auth.signIn({ email: email.trim(), password });
      if (challenge === null) onDone();
      else onChallenge(challenge);
    });
  };
  const signByPasskey = async (): Promise<void> => {
    if (await passkey.attempt(auth.passkey)) onDone();
  };
  return (
    <Frame title="Sign in" lead="Good to see you again.">
      <Form onSend={send}>
        <Field
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username webauthn"
          inputMode="email"
          required
          value={email}
          onText={setEmail}
        />
        <PasswordField
          label="Password"
          kind="current-password"
          value={password}
          onText={setPassword}
        />
        <ErrorNotice error={error} compact />
        <Button look="primary" size="l" type="submit" busy={busy} disabled={!email || !password}>
          Sign in
        </Button>
        <p className="spread small">
          <Link to="/reset-password" className="link">
            Forgot the password?
          </Link>
          <Link to="/sign-up" className="link">
            Create an account
          </Link>
        </p>
      </Form>
      <div className="stack">
        <p className="entrance-or">or</p>
        <OidcButton to={to} />
        <Button
          size="l"
          icon={<KeyRound />}
          busy={passkey.busy}
          onClick={() => void signByPasskey()}
        >
          Use a passkey
        </Button>
        <ErrorNotice error={passkey.error} compact />
        <DemoButton look="plain" />
      </div>
    </Frame>
  );
}
