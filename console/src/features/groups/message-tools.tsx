import {
  Ellipsis,
  Flag,
  Pencil,
  Pin,
  PinOff,
  Reply,
  SmilePlus,
  Trash2,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { useState } from 'react';
import type { ChatMessage, GroupMember } from '../../api/types.generated.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { deleteMessage, togglePin, toggleReaction } from './message-actions.ts';
import { setMuted } from './mutes.ts';
import { ReportMessage } from './report-message.tsx';
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

interface ToolsProps {
  readonly message: ChatMessage;
  readonly own: GroupMember | undefined;
  /** Whether the reader has muted the sender. */
  readonly muted: boolean;
  readonly onReply: () => void;
  readonly onEdit: () => void;
}

/** What the menu of a message offers its reader. */
function itemsOf(
  { message, own, muted, onReply, onEdit }: ToolsProps,
  ask: (what: 'delete' | 'report') => void,
): MenuItem[] {
  const mine = own !== undefined && message.sender.idpId === own.userIdpId;
  const authored = mine && !isAutomatic(message);
  const manages = own?.isAdmin === true;
  const { groupId, senderId, sender } = message;
  const { username } = sender;
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
  if (own && !mine) {
    items.push({
      key: 'mute',
      label: muted ? `Unmute ${username}` : `Mute ${username}`,
      icon: muted ? <Volume2 /> : <VolumeX />,
      onSelect: () => void setMuted(groupId, { userId: senderId, username }, !muted),
    });
    items.push({ key: 'report', label: 'Report', icon: <Flag />, onSelect: () => ask('report') });
  }
  if (authored || manages) {
    const onSelect = () => ask('delete');
    items.push({ key: 'delete', label: 'Delete', icon: <Trash2 />, danger: true, onSelect });
  }
  return items;
}

/** What can be done with a message by the one who reads it. */
export function MessageTools(props: ToolsProps) {
  const { message } = props;
  const [asking, setAsking] = useState<'delete' | 'report' | null>(null);
  const items = itemsOf(props, setAsking);
  const done = () => setAsking(null);
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
      <DeleteDialog message={message} open={asking === 'delete'} onClose={done} />
      {asking === 'report' && <ReportMessage message={message} onClose={done} />}
    </div>
  );
}
