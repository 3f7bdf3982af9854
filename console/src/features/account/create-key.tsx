import { useState } from 'react';
import { graphql } from '../../api/client.ts';
import { serviceNow } from '../../live/service-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { CopyField } from './copy-field.tsx';
import { changes } from './operations.ts';
import { endOf, lives, ordinaryScopes, scopes } from './scopes.ts';
import { useChange } from './use-change.ts';

/** Makes a key and shows it once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(ordinaryScopes);
  const [days, setDays] = useState('90');
  const create = useChange(
    (input: { label: string; scopes: readonly string[]; expiresAt: string | null }) =>
      graphql(changes.createApiKey, input),
  );
  const made = create.data?.createApiKey;
  if (made) return <MadeKey secret={made.secret} onClose={onClose} />;
  const complete = label.trim() !== '' && chosen.length > 0;
  return (
    <Dialog
      open
      title="New API key"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={create.busy}
            disabled={!complete}
            onClick={() =>
              void create.run({
                label: label.trim(),
                scopes: chosen,
                expiresAt: endOf(days, serviceNow()),
              })
            }
          >
            Create key
          </Button>
        </>
      }
    >
      <Field
        label="Label"
        placeholder="Trading bot"
        maxLength={64}
        value={label}
        onText={setLabel}
        hint="For you to tell your keys apart."
      />
      <ScopeList chosen={chosen} onChosen={setChosen} />
      <Select label="Ends after" options={lives} value={days} onValue={setDays} />
      <p className="small quiet">
        No key can ever withdraw, make other keys or change how you sign in.
      </p>
      <ErrorNotice error={create.error} compact />
    </Dialog>
  );
}

function ScopeList(props: {
  chosen: readonly string[];
  onChosen: (scopes: readonly string[]) => void;
}) {
  const { chosen, onChosen } = props;
  const toggle = (scope: string): void =>
    onChosen(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  return (
    <fieldset className="scope-list">
      <legend>What it may do</legend>
      {scopes.map(({ scope, label: name, hint }) => (
        <label key={scope} className="scope">
          <input type="checkbox" checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
          <span className="cell-two">
            <span>{name}</span>
            <span>{hint}</span>
          </span>
          <code className="small quiet">{scope}</code>
        </label>
      ))}
    </fieldset>
  );
}

function MadeKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      title="Your new key"
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <Remark kind="warn">
        It is shown this once and stored nowhere. Keep it where nobody else reads it.
      </Remark>
      <CopyField label="API key" value={secret} />
      <p className="small quiet">
        Send it as <code>Authorization: Bearer …</code> with each request. Lost keys are revoked and
        made anew.
      </p>
    </Dialog>
  );
}
