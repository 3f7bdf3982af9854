import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import type { ChatMessage } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

const REASON_CHARACTERS = 500;

/** Tells the admins of a message, with a reason. */
export function ReportMessage({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const { id: messageId, groupId, sender } = message;
  const [reason, setReason] = useState('');
  const report = useAction(
    (text: string, idempotencyKey) =>
      api.post('/chat/{groupId}/messages/{messageId}/report', {
        path: { groupId, messageId },
        body: { reason: text },
        idempotencyKey,
      }),
    () => {
      onClose();
      toast.good('The admins have your report', `${sender.username} does not learn of it.`);
      refresh('/chat/{groupId}/reports');
    },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Report ${sender.username}'s message?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            busy={report.busy}
            disabled={reason.trim() === ''}
            onClick={() => void report.run(reason.trim())}
          >
            Report
          </Button>
        </>
      }
    >
      <p>The admins of the group see the message as it is now, your name and your reason.</p>
      <TextArea
        label="Reason"
        value={reason}
        onText={setReason}
        rows={3}
        maxLength={REASON_CHARACTERS}
      />
      <ErrorNotice error={report.error} />
    </Dialog>
  );
}
