import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { auth } from '../features/entrance/auth-api.ts';
import { Form, Frame } from '../features/entrance/frame.tsx';
import { MailSent } from '../features/entrance/mail-sent.tsx';
import { PasswordField } from '../features/entrance/password-field.tsx';
import { useTry } from '../features/entrance/use-try.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { ErrorNotice, Remark } from '../ui/notice.tsx';

const USERNAME = /^[a-z0-9_]{3,30}$/i;

/** A new account: the address is confirmed by mail before anything is made. */
export function SignUpPage() {
  const config = useQuery({ queryKey: ['auth', 'config'], queryFn: auth.config });
  const [email, setEmail] = useState('');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState(false);
  const { busy, error, attempt } = useTry();
  const least = config.data?.minPasswordCharacters ?? 12;
  const wrongName = username !== '' && !USERNAME.test(username);
  const ready = email !== '' && USERNAME.test(username) && [...password].length >= least;
  const send = async (): Promise<void> => {
    setSent(await attempt(() => auth.signUp({ email: email.trim(), username, password })));
  };
  if (sent) {
    return (
      <MailSent title="Look into your mailbox" outbox={config.data?.outbox ?? false}>
        We have sent a link to <strong>{email.trim()}</strong>. Open it within a day and enter your
        password: the account begins then.
      </MailSent>
    );
  }
  return (
    <Frame title="Create an account" lead="You choose a name that your groups will see.">
      <Form onSend={() => void send()}>
        {config.data?.outbox && (
          <Remark kind="good">
            This is paper trading: your account starts with play money, and no order reaches a real
            market.
          </Remark>
        )}
        <Field
          label="E-mail"
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          required
          value={email}
          onText={setEmail}
        />
        <Field
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          required
          value={username}
          onText={setUsername}
          hint="3 to 30 letters, digits and underscores."
          error={wrongName ? '3 to 30 letters, digits and underscores.' : null}
        />
        <PasswordField
          label="Password"
          kind="new-password"
          value={password}
          onText={setPassword}
          hint={`At least ${least} characters. A few words in a row are strong and easy to keep.`}
        />
        <ErrorNotice error={error} compact />
        <Button look="primary" size="l" type="submit" busy={busy} disabled={!ready}>
          Create the account
        </Button>
        <p className="small quiet">
          You have one?{' '}
          <Link to="/sign-in" className="link">
            Sign in
          </Link>
        </p>
      </Form>
    </Frame>
  );
}
