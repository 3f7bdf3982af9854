import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Call } from './calls.ts';

interface Closing {
  readonly id: string;
  readonly kind: Call['kind'];
}

/** Closes a call of any vertical; answers whether the venue still has to. */
async function closeCall({ id, kind }: Closing, idempotencyKey: string): Promise<boolean> {
  const input = { path: { id }, idempotencyKey };
  if (kind === 'perp') return (await api.post('/perps/proposals/{id}/close', input)).pending;
  if (kind === 'market') {
    return (await api.post('/predictions/proposals/{id}/close', input)).pending;
  }
  return (await api.post('/spot/proposals/{id}/close', input)).pending;
}

/** The end of an own call, after a question: nobody can join it then. */
export function CloseCall({ call }: { call: Call }) {
  const [open, setOpen] = useState(false);
  const close = useAction(closeCall, (pending) => {
    setOpen(false);
    refresh('/groups/{id}/proposals', '/positions');
    if (pending) toast.info('The venue has not answered yet', 'The close follows when it has.');
    else toast.good(`${call.name} is closed`);
  });
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        Close call
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Close ${call.name}?`}
        size="s"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep it open</Button>
            <Button
              look="primary"
              busy={close.busy}
              onClick={() => void close.run({ id: call.id, kind: call.kind })}
            >
              Close and sell
            </Button>
          </>
        }
      >
        <div className="stack">
          <p>
            Your own position is sold at the market, and the call takes no more entries. Members who
            mirror exits sell with you; the others keep theirs.
          </p>
          <ErrorNotice error={close.error} />
        </div>
      </Dialog>
    </>
  );
}
