import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import type { Group, GroupMember } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { GroupFields, sentGroup, textOfGroup } from './group-fields.tsx';
import { SubscriptionCard } from './subscription.tsx';

/** What admins set of a group. */
function AdminForm({ group }: { group: Group }) {
  const [text, setText] = useState(() => textOfGroup(group));
  const [isActive, setActive] = useState(group.isActive);
  const body = { ...sentGroup(text), image: text.image.trim(), isActive };
  const save = useAction(
    (input: typeof body, idempotencyKey) =>
      api.patch('/groups/{id}', { path: { id: group.uniqueId }, body: input, idempotencyKey }),
    () => {
      toast.good('The settings are saved');
      refresh('/groups/{id}', '/groups');
    },
  );
  return (
    <section className="card" aria-labelledby="settings-title">
      <div className="card-head">
        <h2 id="settings-title">Settings</h2>
      </div>
      <div className="card-body stack">
        <GroupFields text={text} onText={setText} />
        <p className="small quiet">
          New fees hold for new members; others keep what they accepted.
        </p>
        <Switch
          label="The group is active"
          hint="Switched off, it takes no calls, members or follows; exits go on."
          checked={isActive}
          onChecked={setActive}
        />
        <ErrorNotice error={save.error} />
        <div>
          <Button
            look="primary"
            busy={save.busy}
            disabled={text.name.trim() === ''}
            onClick={() => void save.run(body)}
          >
            Save settings
          </Button>
        </div>
      </div>
    </section>
  );
}

/** The way out of the group, after a question. */
function LeaveCard({ group }: { group: Group }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = useAction(
    (id: string, idempotencyKey) =>
      api.post('/groups/{id}/leave', { path: { id }, idempotencyKey }),
    () => {
      toast.good(`You have left ${group.name}`);
      refresh('/groups');
      void navigate({ to: '/groups', search: {} });
    },
  );
  return (
    <section className="card pad stack" aria-labelledby="leave-title">
      <h2 id="leave-title">Leave the group</h2>
      <p className="quiet">
        You keep your positions and can sell them. Auto-buy ends, and fees are not given back.
      </p>
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Leave {group.name}
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Leave ${group.name}?`}
        size="s"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Stay</Button>
            <Button look="danger" busy={leave.busy} onClick={() => void leave.run(group.uniqueId)}>
              Leave
            </Button>
          </>
        }
      >
        <div className="stack">
          <p>You no longer see its calls and messages. To come back you need an invitation.</p>
          <ErrorNotice error={leave.error} />
        </div>
      </Dialog>
    </section>
  );
}

/** Settings of the group for its admins; the own membership for everybody. */
export function SettingsTab({ group, own }: { group: Group; own: GroupMember | undefined }) {
  return (
    <div className="group-halves">
      {own?.isAdmin ? (
        <AdminForm key={group.updatedAt} group={group} />
      ) : (
        <Remark>Only admins change the settings of the group.</Remark>
      )}
      <div className="stack">
        {own && <SubscriptionCard own={own} group={group} />}
        <LeaveCard group={group} />
      </div>
    </div>
  );
}
