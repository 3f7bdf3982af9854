import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { auth, mailedToken } from '../features/entrance/auth-api.ts';
import { Form, Frame } from '../features/entrance/frame.tsx';
import { PasswordField } from '../features/entrance/password-field.tsx';
import { useTry } from '../features/entrance/use-try.ts';
import { formatUsd } from '../money/format.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.tsx';

/** The link of the first mail: with the password of the sign-up the account begins. */
export function VerifyPage() {
  const navigate = useNavigate();
  const [token] = useState(() => mailedToken(location.hash));
  const [password, setPassword] = useState('');
  const { busy, error, attempt } = useTry();
  if (token === null) {
    return (
      <Frame
        title="This link is not whole"
        lead="Open it again from the mail, or sign up once more to get a new one."
      >
        <Link to="/sign-up" className={buttonLook('primary', 'l')}>
          Sign up
        </Link>
      </Frame>
    );
  }
  const send = async (): Promise<void> => {
    if (!(await attempt(() => auth.verifyEmail({ token, password })))) return;
    const { cashBalanceUsd } = await api.get('/account');
    toast.good('Your account is ready', `There are ${formatUsd(cashBalanceUsd)} in your wallet.`);
    await navigate({ to: '/', replace: true });
  };
  return (
    <Frame title="Confirm your address" lead="Enter the password that you chose.">
      <Form onSend={() => void send()}>
        <PasswordField
          label="Password"
          kind="current-password"
          value={password}
          onText={setPassword}
        />
        <ErrorNotice error={error} compact />
        <Button look="primary" size="l" type="submit" busy={busy} disabled={password === ''}>
          Begin
        </Button>
      </Form>
    </Frame>
  );
}
