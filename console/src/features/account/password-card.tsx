import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { auth } from '../entrance/auth-api.ts';
import { changes, type Viewer } from './operations.ts';
import { useChange } from './use-change.ts';

/** Changes the password; nothing for an account that has none. */
export function PasswordCard({ viewer }: { viewer: Viewer }) {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const config = useQuery({ queryKey: ['auth', 'config'], queryFn: auth.config });
  const change = useChange(
    (input: { currentPassword: string; newPassword: string }) =>
      graphql(changes.changePassword, input),
    () => {
      setCurrent('');
      setNew('');
      toast.good('Password changed', 'All other sessions have been signed out.');
    },
  );
  if (viewer.email === null) return null;
  const least = config.data?.minPasswordCharacters ?? 12;
  return (
    <section className="card" aria-labelledby="password-title">
      <div className="card-head">
        <h2 id="password-title">Password</h2>
      </div>
      <form
        className="card-body stack"
        onSubmit={(event) => {
          event.preventDefault();
          void change.run({ currentPassword, newPassword });
        }}
      >
        <input type="email" autoComplete="username" value={viewer.email} readOnly hidden />
        <Field
          label="Present password"
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onText={setCurrent}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          value={newPassword}
          onText={setNew}
          hint={`At least ${least} characters; a few words are easier than signs.`}
        />
        <div className="row">
          <Button
            type="submit"
            busy={change.busy}
            disabled={currentPassword === '' || newPassword.length < least}
          >
            Change password
          </Button>
        </div>
        <ErrorNotice error={change.error} compact />
      </form>
    </section>
  );
}
