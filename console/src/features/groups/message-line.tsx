import { Link } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ChatMessage, GroupMember } from '../../api/types.generated.ts';
import { classNames } from '../../ui/class-names.ts';
import { Avatar, Badge } from '../../ui/marks.tsx';
import { Ago } from '../../ui/time.tsx';
import { CallCard } from './call-card.tsx';
import type { Call } from './calls.ts';
import { EditMessage } from './edit-message.tsx';
import { toggleReaction } from './message-actions.ts';
import { MessageText } from './message-text.tsx';
import { isAutomatic, MessageTools } from './message-tools.tsx';
import { reactions, stickers } from './stickers.ts';

export interface LineProps {
  readonly message: ChatMessage;
  /** The message that this one answers, when it is on the screen. */
  readonly answered: ChatMessage | undefined;
  /** Whether it goes on from the message before, of the same person. */
  readonly goesOn: boolean;
  readonly own: GroupMember | undefined;
  readonly calls: ReadonlyMap<string, Call> | undefined;
  readonly onReply: (message: ChatMessage) => void;
}

function Picture({ url }: { url: string }) {
  const [broken, setBroken] = useState(false);
  // The service takes https alone; what it never should have taken is not loaded either.
  if (broken || !url.startsWith('https://')) return <MessageText text={url} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="msg-image">
      <img
        src={url}
        alt="Sent by the member"
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    </a>
  );
}

function Content({ message, own, calls }: Omit<LineProps, 'onReply' | 'goesOn' | 'answered'>) {
  const { type, content, metadata, groupId } = message;
  if (type === 'IMAGE') return <Picture url={content} />;
  if (type === 'STICKER') {
    const sign = stickers[content];
    return sign ? (
      <span className="msg-sticker" role="img" aria-label={`Sticker ${content}`}>
        {sign}
      </span>
    ) : (
      <Badge>sticker: {content}</Badge>
    );
  }
  const call = metadata?.kind === 'PROPOSAL' ? calls?.get(metadata.proposalId ?? '') : undefined;
  if (!call) return <MessageText text={content} />;
  return (
    <>
      <span className="sr-only">{content}</span>
      <CallCard
        call={call}
        groupId={groupId}
        entryUsd={metadata?.priceUsd ?? null}
        mine={call.creatorIdpId === own?.userIdpId}
      />
    </>
  );
}

function Reactions({ message }: { message: ChatMessage }) {
  if (message.reactions.length === 0) return null;
  return (
    <div className="msg-reactions">
      {message.reactions.map(({ key, count, mine }) => (
        <button
          type="button"
          key={key}
          className="msg-reaction num"
          aria-pressed={mine}
          aria-label={`${key}, ${count}`}
          onClick={() => void toggleReaction(message, key)}
        >
          <span aria-hidden="true">{reactions.find((one) => one.key === key)?.sign}</span>
          {count}
        </button>
      ))}
    </div>
  );
}

/** What the service tells by itself, in the middle: a close, an end, a word of an agent. */
function Told({ message, children }: { message: ChatMessage; children: ReactNode }) {
  const { metadata } = message;
  const kinds: Readonly<Record<string, string>> = { PREDICTION: 'predictions', PERP: 'perps' };
  const kind = kinds[metadata?.vertical ?? ''] ?? 'spot';
  const id = kind === 'perps' ? null : metadata?.proposalId;
  return (
    <div className="msg-told">
      {children}
      {id && (
        <Link to="/positions/$kind/$id" params={{ kind, id }} className="link small">
          Look
        </Link>
      )}
    </div>
  );
}

/** One message of the feed. */
export function MessageLine(props: LineProps) {
  const { message, answered, goesOn, own, calls, onReply } = props;
  const [editing, setEditing] = useState(false);
  const { sender, createdAt, editedAt, pinned, metadata } = message;
  const isCall = metadata?.kind === 'PROPOSAL';
  const told =
    isAutomatic(message) && (metadata?.kind === 'CLOSE' || metadata?.kind === 'RESOLUTION');
  const body = editing ? (
    <EditMessage message={message} onDone={() => setEditing(false)} />
  ) : (
    <Content message={message} own={own} calls={calls} />
  );
  return (
    <li id={`m-${message.id}`} className={classNames('msg', goesOn && !isCall && 'goes-on')}>
      <div className="msg-side">
        {(!goesOn || isCall) && <Avatar name={sender.username} src={sender.avatar} size={32} />}
      </div>
      <div className="msg-body">
        {(!goesOn || isCall) && (
          <p className="msg-head">
            <strong>{sender.username}</strong>
            {isCall && <span className="quiet">made a call</span>}
            <span className="small quiet">
              <Ago at={createdAt} />
            </span>
          </p>
        )}
        {message.replyToId && (
          <a href={`#m-${message.replyToId}`} className="msg-answered truncate">
            {answered ? `${answered.sender.username}: ${answered.content}` : 'An earlier message'}
          </a>
        )}
        {told ? <Told message={message}>{body}</Told> : body}
        {(editedAt !== null || pinned) && (
          <p className="small quiet row">
            {pinned && (
              <>
                <Pin size={12} aria-hidden="true" /> Pinned
              </>
            )}
            {editedAt !== null && <span>edited</span>}
          </p>
        )}
        <Reactions message={message} />
      </div>
      <MessageTools
        message={message}
        own={own}
        onReply={() => onReply(message)}
        onEdit={() => setEditing(true)}
      />
    </li>
  );
}
