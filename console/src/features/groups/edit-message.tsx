import { useState } from 'react';
import type { ChatMessage } from '../../api/types.generated.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { editMessage } from './message-actions.ts';

const CONTENT_CHARACTERS = 4_000;

/** The text of an own message while it is changed. */
export function EditMessage({ message, onDone }: { message: ChatMessage; onDone: () => void }) {
  const [text, setText] = useState(message.content);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const done = await editMessage(message, text);
    setBusy(false);
    if (done) onDone();
  };
  return (
    <div className="stack-s">
      <TextArea
        label="Edit the message"
        bare
        value={text}
        onText={setText}
        rows={2}
        maxLength={CONTENT_CHARACTERS}
      />
      <div className="row">
        <Button size="s" onClick={onDone}>
          Cancel
        </Button>
        <Button
          size="s"
          look="primary"
          busy={busy}
          disabled={text.trim() === ''}
          onClick={() => void save()}
        >
          Save
        </Button>
      </div>
    </div>
  );
}
