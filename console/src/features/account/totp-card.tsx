import { useState } from 'react';
import { graphql } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Badge } from '../../ui/marks.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { EnrolTotp } from './enrol-totp.tsx';
import { changes, type Viewer } from './operations.ts';
import { useChange } from './use-change.ts';

/** The authenticator: what a sign-in and each withdrawal ask a code of. */
export function TotpCard({ viewer }: { viewer: Viewer }) {
  const [doing, setDoing] = useState<'enrol' | 'remove' | null>(null);
  const { totpEnabled } = viewer;
  return (
    <section className="card" aria-labelledby="totp-title">
      <div className="card-head">
        <h2 id="totp-title">Authenticator</h2>
        <Badge tone={totpEnabled ? 'up' : 'warn'}>{totpEnabled ? 'On' : 'Off'}</Badge>
      </div>
      <div className="card-body stack">
        <p className="quiet">
          {totpEnabled
            ? 'Signing in with a password and withdrawing ask for a code of it. To get new recovery codes, switch it off and set it up again.'
            : 'A code of an app on your phone beside the password. Withdrawing needs it.'}
        </p>
        <div className="row">
          <Button
            look={totpEnabled ? 'danger' : 'primary'}
            onClick={() => setDoing(totpEnabled ? 'remove' : 'enrol')}
          >
            {totpEnabled ? 'Switch off' : 'Set up'}
          </Button>
        </div>
      </div>
      {doing === 'enrol' && <EnrolTotp viewer={viewer} onClose={() => setDoing(null)} />}
      {doing === 'remove' && <RemoveTotp onClose={() => setDoing(null)} />}
    </section>
  );
}

function RemoveTotp({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('');
  const remove = useChange(
    (input: { code: string }) => graphql(changes.removeTotp, input),
    () => {
      toast.good('Authenticator switched off');
      onClose();
    },
  );
  return (
    <Dialog
      open
      size="s"
      title="Switch the authenticator off?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it on</Button>
          <Button
            look="danger"
            busy={remove.busy}
            disabled={code.trim() === ''}
            onClick={() => void remove.run({ code: code.trim() })}
          >
            Switch off
          </Button>
        </>
      }
    >
      <p>Your password alone signs you in then, and nothing can be withdrawn.</p>
      <Field
        label="Code, or a recovery code"
        autoComplete="one-time-code"
        value={code}
        onText={setCode}
      />
      <ErrorNotice error={remove.error} compact />
    </Dialog>
  );
}
