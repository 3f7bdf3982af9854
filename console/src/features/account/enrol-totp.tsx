import { useState } from 'react';
import { graphql } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { CopyField } from './copy-field.tsx';
import { changes, type TotpEnrolment, type Viewer } from './operations.ts';
import { QrCode } from './qr-code.tsx';
import { useChange } from './use-change.ts';

/** Sets an authenticator up: the password, the code to be scanned, a first code, recovery codes. */
export function EnrolTotp({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const [enrolment, setEnrolment] = useState<TotpEnrolment | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  if (enrolment === null) {
    return <Begin hasPassword={viewer.email !== null} onClose={onClose} onBegun={setEnrolment} />;
  }
  if (!confirmed) {
    return (
      <Confirm enrolment={enrolment} onClose={onClose} onConfirmed={() => setConfirmed(true)} />
    );
  }
  return <RecoveryCodes codes={enrolment.recoveryCodes} onClose={onClose} />;
}

function Begin(props: {
  hasPassword: boolean;
  onClose: () => void;
  onBegun: (enrolment: TotpEnrolment) => void;
}) {
  const { hasPassword, onClose, onBegun } = props;
  const [password, setPassword] = useState('');
  const begin = useChange(
    (input: { password: string | null }) => graphql(changes.beginTotp, input),
    ({ beginTotp }) => onBegun(beginTotp),
  );
  return (
    <Dialog
      open
      size="s"
      title="Set up an authenticator"
      onClose={onClose}
      footer={
        <Button
          look="primary"
          busy={begin.busy}
          disabled={hasPassword && password === ''}
          onClick={() => void begin.run({ password: hasPassword ? password : null })}
        >
          Continue
        </Button>
      }
    >
      <p>Any app that makes one-time codes will do. Have it at hand.</p>
      {hasPassword && (
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onText={setPassword}
        />
      )}
      <ErrorNotice error={begin.error} compact />
    </Dialog>
  );
}

function Confirm(props: {
  enrolment: TotpEnrolment;
  onClose: () => void;
  onConfirmed: () => void;
}) {
  const { enrolment, onClose, onConfirmed } = props;
  const [code, setCode] = useState('');
  const confirm = useChange(
    (input: { code: string }) => graphql(changes.confirmTotp, input),
    onConfirmed,
  );
  return (
    <Dialog
      open
      title="Scan and confirm"
      onClose={onClose}
      footer={
        <Button
          look="primary"
          busy={confirm.busy}
          disabled={!/^\d{6}$/.test(code)}
          onClick={() => void confirm.run({ code })}
        >
          Switch on
        </Button>
      }
    >
      <div className="deposit-row">
        <QrCode text={enrolment.uri} label="QR code for the authenticator" />
        <div className="stack">
          <p className="small quiet">Scan it with the app, or type the secret into it.</p>
          <CopyField label="Secret" value={enrolment.secret} />
        </div>
      </div>
      <Field
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onText={setCode}
      />
      <ErrorNotice error={confirm.error} compact />
    </Dialog>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const done = (): void => {
    toast.good('Authenticator switched on');
    onClose();
  };
  return (
    <Dialog
      open
      title="Keep your recovery codes"
      onClose={done}
      footer={
        <Button look="primary" onClick={done}>
          I have kept them
        </Button>
      }
    >
      <Remark kind="warn">
        Each signs you in once when the app is lost. They are shown this once.
      </Remark>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyField label="All codes" value={codes.join(' ')} />
    </Dialog>
  );
}
