import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { GroupFields, type GroupText, newGroup, sentGroup } from './group-fields.tsx';

/** A new group, of which the caller is leader and admin. */
export function CreateGroup({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState<GroupText>(newGroup);
  const create = useAction(
    (body: ReturnType<typeof sentGroup>, idempotencyKey) =>
      api.post('/groups', { body, idempotencyKey }),
    ({ groupId }) => {
      refresh('/groups');
      toast.good('The group is made', 'Invite people with your code under Members.');
      void navigate({ to: '/groups/$groupId', params: { groupId }, search: {} });
    },
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Create a group"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={create.busy}
            disabled={text.name.trim() === ''}
            onClick={() => void create.run(sentGroup(text))}
          >
            Create group
          </Button>
        </>
      }
    >
      <div className="stack">
        <GroupFields text={text} onText={setText} />
        <ErrorNotice error={create.error} />
      </div>
    </Dialog>
  );
}
