import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { auth, mailedToken } from '../features/entrance/auth-api.ts';
import { Form, Frame } from '../features/entrance/frame.tsx';
import { MailSent } from '../features/entrance/mail-sent.tsx';
import { PasswordField } from '../features/entrance/password-field.tsx';
import { useTry } from '../features/entrance/use-try.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.tsx';

/** A lost password: asking for the mail, and choosing a new one with the link in it. */
export function ResetPage() {
  const [token] = useState(() => mailedToken(location.hash));
  return token === null ? <AskForMail /> : <ChoosePassword token={token} />;
}

function AskForMail() {
  const config = useQuery({ queryKey: ['auth', 'config'], queryFn: auth.config });
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const { busy, error, attempt } = useTry();
  const send = async (): Promise<void> => {
    setSent(await attempt(() => auth.requestReset(email.trim())));
  };
  if (sent) {
    return (
      <MailSent title="Look into your mailbox" outbox={config.data?.outbox ?? false}>
        If <strong>{email.trim()}</strong> has an account, a link is on its way. It works for an
        hour.
      </MailSent>
    );
  }
  return (
    <Frame title="Reset the password" lead="We mail you a link to choose a new one.">
      <Form onSend={() => void send()}>
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
        <ErrorNotice error={error} compact />
        <Button look="primary" size="l" type="submit" busy={busy} disabled={email === ''}>
          Send the link
        </Button>
        <Link to="/sign-in" className="link small">
          Back to the sign-in
        </Link>
      </Form>
    </Frame>
  );
}

function ChoosePassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const { busy, error, attempt } = useTry();
  const send = async (): Promise<void> => {
    if (!(await attempt(() => auth.resetPassword({ token, password })))) return;
    toast.good(
      'Your password is changed',
      'All sessions were signed out. Sign in with the new one.',
    );
    await navigate({ to: '/sign-in', replace: true });
  };
  return (
    <Frame
      title="Choose a new password"
      lead="All your sessions are signed out then; a second factor stays."
    >
      <Form onSend={() => void send()}>
        <PasswordField
          label="New password"
          kind="new-password"
          value={password}
          onText={setPassword}
          hint="At least 12 characters."
        />
        <ErrorNotice error={error} compact />
        <Button look="primary" size="l" type="submit" busy={busy} disabled={password === ''}>
          Set the password
        </Button>
      </Form>
    </Frame>
  );
}
