import { Ellipsis, Pencil, Pin, PinOff, Reply, SmilePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ChatMessage, GroupMember } from '../../api/types.generated.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { deleteMessage, togglePin, toggleReaction } from './message-actions.ts';
import { reactions } from './stickers.ts';

/** Whether the service wrote a message by itself: a call, its close, its end. */
export const isAutomatic = ({ metadata }: ChatMessage): boolean => metadata !== null;

function DeleteDialog(props: { message: ChatMessage; open: boolean; onClose: () => void }) {
  const { message, open, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Delete this message?"
      size="s"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" onClick={() => void deleteMessage(message)}>
            Delete for everybody
          </Button>
        </>
      }
    >
      <p>It cannot be brought back.</p>
    </Dialog>
  );
}

/** What can be done with a message by the one who reads it. */
export function MessageTools(props: {
  message: ChatMessage;
  own: GroupMember | undefined;
  onReply: () => void;
  onEdit: () => void;
}) {
  const { message, own, onReply, onEdit } = props;
  const [asking, setAsking] = useState(false);
  const mine = own !== undefined && message.sender.idpId === own.userIdpId;
  const authored = mine && !isAutomatic(message);
  const manages = own?.isAdmin === true;
  const items: MenuItem[] = [{ key: 'reply', label: 'Reply', icon: <Reply />, onSelect: onReply }];
  if (authored && message.type === 'TEXT') {
    items.push({ key: 'edit', label: 'Edit', icon: <Pencil />, onSelect: onEdit });
  }
  if (manages || own?.memberType === 'LEADER') {
    items.push({
      key: 'pin',
      label: message.pinned ? 'Unpin' : 'Pin',
      icon: message.pinned ? <PinOff /> : <Pin />,
      onSelect: () => void togglePin(message),
    });
  }
  if (authored || manages) {
    const ask = () => setAsking(true);
    items.push({ key: 'delete', label: 'Delete', icon: <Trash2 />, danger: true, onSelect: ask });
  }
  const name = message.sender.username;
  return (
    <div className="msg-tools">
      <Menu
        trigger={
          <button type="button" className="msg-tool" aria-label={`React to ${name}`}>
            <SmilePlus aria-hidden="true" />
          </button>
        }
        items={reactions.map(({ key, sign }) => ({
          key,
          label: key,
          icon: <span aria-hidden="true">{sign}</span>,
          onSelect: () => void toggleReaction(message, key),
          chosen: message.reactions.some((one) => one.key === key && one.mine),
        }))}
      />
      <Menu
        trigger={
          <button type="button" className="msg-tool" aria-label={`More about ${name}'s message`}>
            <Ellipsis aria-hidden="true" />
          </button>
        }
        items={items}
      />
      <DeleteDialog message={message} open={asking} onClose={() => setAsking(false)} />
    </div>
  );
}
