import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../positions/when.tsx';
import { changes, type Passkey, type Viewer } from './operations.ts';
import { useChange } from './use-change.ts';

/** Passkeys: signing in by the device itself. */
export function PasskeyCard({ viewer }: { viewer: Viewer }) {
  const [adding, setAdding] = useState(false);
  return (
    <section className="card" aria-labelledby="passkeys-title">
      <div className="card-head">
        <h2 id="passkeys-title">Passkeys</h2>
        <Button icon={<Plus />} onClick={() => setAdding(true)}>
          Add
        </Button>
      </div>
      <div className="card-body lines">
        {viewer.passkeys.length === 0 && (
          <p className="quiet">
            Sign in by fingerprint, face or a security key, without a password. Add one on each
            device that you use.
          </p>
        )}
        {viewer.passkeys.map((passkey) => (
          <PasskeyLine key={passkey.id} passkey={passkey} />
        ))}
      </div>
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
    </section>
  );
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const remove = useChange(
    (id: string) => graphql(changes.removePasskey, { id }),
    () => toast.good('Passkey removed', passkey.name),
  );
  return (
    <div className="session-line">
      <Fingerprint aria-hidden="true" size={18} />
      <span className="cell-two">
        <span className="truncate">{passkey.name}</span>
        <span>
          Added <When at={passkey.createdAt} />
        </span>
        <ErrorNotice error={remove.error} compact />
      </span>
      <Button
        size="s"
        look="danger"
        busy={remove.busy}
        label={`Remove ${passkey.name}`}
        onClick={() => void remove.run(passkey.id)}
      >
        Remove
      </Button>
    </div>
  );
}

/** Asks the device for a new passkey. The code that speaks to it is loaded when it is needed. */
async function enrol(name: string): Promise<void> {
  const { beginPasskey } = await graphql(changes.beginPasskey, {});
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: JSON.parse(beginPasskey.optionsJson) });
  await graphql(changes.finishPasskey, { name, responseJson: JSON.stringify(response) });
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const add = useChange(enrol, () => {
    toast.good('Passkey added', name.trim());
    onClose();
  });
  return (
    <Dialog
      open
      size="s"
      title="Add a passkey"
      onClose={onClose}
      footer={
        <Button
          look="primary"
          busy={add.busy}
          disabled={name.trim() === ''}
          onClick={() => void add.run(name.trim())}
        >
          Ask this device
        </Button>
      }
    >
      <Field
        label="Name"
        placeholder="Laptop"
        maxLength={64}
        value={name}
        onText={setName}
        hint="For you to tell your passkeys apart."
      />
      <ErrorNotice error={add.error} compact />
    </Dialog>
  );
}
