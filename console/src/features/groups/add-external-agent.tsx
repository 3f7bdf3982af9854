import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import type { ExternalAgent } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';

const events = [
  { value: 'proposal.opened', label: 'A call is opened' },
  { value: 'proposal.closed', label: 'A call is closed' },
  { value: 'proposal.resolved', label: 'A market resolves' },
  { value: 'message.created', label: 'A message is sent' },
] as const;
type Event = ExternalAgent['events'][number];

function SecretDialog(props: { name: string; secret: string; onClose: () => void }) {
  const { name, secret, onClose } = props;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${name} is added`}
      size="s"
      footer={
        <Button look="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <div className="stack">
        <Remark kind="warn">This is its signing secret. It is shown this once.</Remark>
        <code className="group-secret">{secret}</code>
      </div>
    </Dialog>
  );
}

/** A new external agent. Its signing secret is shown once, here, and nowhere again. */
export function AddExternalAgent({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('https://');
  const [told, setTold] = useState<readonly Event[]>(['proposal.opened']);
  const add = useAction(
    (body: { name: string; url: string; events: Event[] }, idempotencyKey) =>
      api.post('/groups/{id}/agents/external', { path: { id: groupId }, body, idempotencyKey }),
    () => refresh('/groups/{id}/agents/external'),
  );
  const toggle = (value: Event): void =>
    setTold((now) => (now.includes(value) ? now.filter((one) => one !== value) : [...now, value]));
  if (add.data) {
    return <SecretDialog name={add.data.name} secret={add.data.secret} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add an external agent"
      size="s"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={add.busy}
            disabled={name.trim() === '' || told.length === 0 || !/^https:\/\/\S+$/.test(url)}
            onClick={() => void add.run({ name: name.trim(), url, events: [...told] })}
          >
            Add
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label="Name" value={name} onText={setName} maxLength={60} />
        <Field
          label="Address"
          value={url}
          onText={(typed) => setUrl(typed.trim())}
          inputMode="url"
          hint="https, and reachable from outside."
        />
        <fieldset className="group-checks">
          <legend>It is told when</legend>
          {events.map(({ value, label }) => (
            <label key={value} className="group-check">
              <input
                type="checkbox"
                checked={told.includes(value)}
                onChange={() => toggle(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <ErrorNotice error={add.error} />
      </div>
    </Dialog>
  );
}
