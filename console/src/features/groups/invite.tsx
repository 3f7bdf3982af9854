import { Copy, RefreshCw } from 'lucide-react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import type { GroupMember } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

/** Puts a text where it can be pasted from; says so, or that it did not work. */
async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.good(`${what} copied`);
  } catch {
    toast.info(`${what} could not be copied`, 'Mark it and copy it by hand.');
  }
}

/** The own invite code, as a link too, and a new one when the old one got around. */
export function InviteCard({ own }: { own: GroupMember }) {
  const { groupId, inviteCode } = own;
  const link = `${location.origin}/join/${inviteCode}`;
  const rotate = useAction(
    (id: string, idempotencyKey) =>
      api.post('/groups/{id}/invite-code/rotate', { path: { id }, idempotencyKey }),
    () => {
      toast.good('You have a new code', 'The old one is no longer valid.');
      refresh('/groups/{id}/members');
    },
  );
  return (
    <section className="card" aria-labelledby="invite-title">
      <div className="card-head">
        <h2 id="invite-title">Invite</h2>
      </div>
      <div className="card-body stack">
        <p className="quiet">Your own code. It is valid as long as you are a member.</p>
        <code className="group-secret">{inviteCode}</code>
        <div className="row wrap">
          <Button icon={<Copy />} onClick={() => void copy('Code', inviteCode)}>
            Copy code
          </Button>
          <Button icon={<Copy />} onClick={() => void copy('Link', link)}>
            Copy link
          </Button>
          <Button icon={<RefreshCw />} busy={rotate.busy} onClick={() => void rotate.run(groupId)}>
            New code
          </Button>
        </div>
        <ErrorNotice error={rotate.error} />
      </div>
    </section>
  );
}
