import { Image, SendHorizontal, Sticker, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import type { ChatMessage } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { live } from '../../live/client.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { putMessage } from './feed-data.ts';
import { SendImage } from './send-image.tsx';
import { stickers } from './stickers.ts';

const CONTENT_CHARACTERS = 4_000;
/** How often the others are told that somebody types, in milliseconds. */
const TELL_AGAIN_MS = 3_000;

interface Sent {
  readonly type: 'TEXT' | 'STICKER' | 'IMAGE';
  readonly content: string;
  readonly replyToId?: string;
}

function StickerMenu({ onChoose }: { onChoose: (id: string) => void }) {
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="button quiet size-m square" aria-label="Sticker">
          <Sticker aria-hidden="true" />
        </button>
      }
      items={Object.entries(stickers).map(([id, sign]) => ({
        key: id,
        label: id,
        icon: <span aria-hidden="true">{sign}</span>,
        onSelect: () => onChoose(id),
      }))}
    />
  );
}

function Answering({ message, onEnd }: { message: ChatMessage; onEnd: () => void }) {
  return (
    <div className="composer-answer">
      <span className="truncate">
        Reply to {message.sender.username}: {message.content}
      </span>
      <Button look="quiet" size="s" icon={<X />} label="No reply" onClick={onEnd} />
    </div>
  );
}

/** Tells the others that somebody types, now and then. */
function useTypingTold(groupId: string): () => void {
  const told = useRef(0);
  return () => {
    if (Date.now() - told.current < TELL_AGAIN_MS) return;
    told.current = Date.now();
    void live.sockets.ask('/chat', 'typing', { groupId, isTyping: true });
  };
}

/** Enter sends; not with Shift, nor where it ends the composition of a character. */
const sends = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing;

/** Where messages are written: text by Enter, pictures by their address, stickers. */
export function Composer(props: {
  groupId: string;
  answering: ChatMessage | null;
  onAnswered: () => void;
}) {
  const { groupId, answering, onAnswered } = props;
  const [text, setText] = useState('');
  const [picturing, setPicturing] = useState(false);
  const tell = useTypingTold(groupId);
  const send = useAction(
    (body: Sent, idempotencyKey) =>
      api.post('/chat/{groupId}/messages', { path: { groupId }, body, idempotencyKey }),
    (message, { type }) => {
      putMessage(message);
      if (type === 'TEXT') setText('');
      onAnswered();
    },
  );
  const say = (type: Sent['type'], content: string): void =>
    void send.run({ type, content, ...(answering ? { replyToId: answering.id } : {}) });
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (text.trim() !== '' && !send.busy) say('TEXT', text);
  };
  const type = (next: string): void => {
    setText(next);
    if (next !== '') tell();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && answering) onAnswered();
    if (!sends(event)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form className="composer" onSubmit={submit}>
      {answering && <Answering message={answering} onEnd={onAnswered} />}
      <ErrorNotice error={send.error} compact />
      <div className="composer-row">
        <StickerMenu onChoose={(id) => say('STICKER', id)} />
        <Button look="quiet" icon={<Image />} label="Picture" onClick={() => setPicturing(true)} />
        <textarea
          className="composer-text"
          aria-label="Message"
          placeholder="Message the group"
          rows={1}
          maxLength={CONTENT_CHARACTERS}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
        <Button
          type="submit"
          look="primary"
          icon={<SendHorizontal />}
          label="Send"
          busy={send.busy}
          disabled={text.trim() === ''}
        />
      </div>
      <SendImage
        open={picturing}
        onClose={() => setPicturing(false)}
        onSend={(url) => {
          setPicturing(false);
          say('IMAGE', url);
        }}
      />
    </form>
  );
}
