import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql, tokens } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { changes, reads } from './operations.ts';
import { useChange } from './use-change.ts';

/** Ends the account for good, once its name has been typed. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const viewer = useQuery(reads.viewer);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const end = useChange(
    (input: { totp: string | null; password: string | null }) =>
      graphql(changes.deleteAccount, input),
    () => tokens.forget(),
  );
  const asksPassword = viewer.data?.email != null;
  const asksCode = viewer.data?.totpEnabled === true;
  const complete =
    viewer.data !== undefined &&
    name === viewer.data.username &&
    (!asksPassword || password !== '') &&
    (!asksCode || /^\d{6}$/.test(totp));
  return (
    <Dialog
      open
      title="Delete your account?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="danger"
            busy={end.busy}
            disabled={!complete}
            onClick={() =>
              void end.run({
                totp: asksCode ? totp : null,
                password: asksPassword ? password : null,
              })
            }
          >
            Delete for good
          </Button>
        </>
      }
    >
      <Remark kind="warn">
        Your name, address, messages and ways to sign in are removed; this cannot be undone. It is
        refused while money, positions, orders or withdrawals remain, or a group would be left
        without an admin.
      </Remark>
      <Field
        label={`Type ${viewer.data?.username ?? 'your username'} to confirm`}
        autoComplete="off"
        value={name}
        onText={setName}
      />
      {asksPassword && (
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onText={setPassword}
        />
      )}
      {asksCode && <CodeField value={totp} onText={setTotp} />}
      <ErrorNotice error={end.error} compact />
    </Dialog>
  );
}

function CodeField(props: { value: string; onText: (text: string) => void }) {
  return (
    <Field
      {...props}
      label="Code of your authenticator"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
    />
  );
}
