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
import { MutedLine } from './muted-line.tsx';
import { reactions, stickers } from './stickers.ts';

export interface LineProps {
  readonly message: ChatMessage;
  /** The message that this one answers, when it is on the screen. */
  readonly answered: ChatMessage | undefined;
  /** Whether it goes on from the message before, of the same person. */
  readonly goesOn: boolean;
  /** Whether the reader has muted its sender, and that of the one that it answers. */
  readonly muted: boolean;
  readonly answersMuted: boolean;
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

function Content({ message, own, calls }: Pick<LineProps, 'message' | 'own' | 'calls'>) {
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

/** The beginning of the message that this one answers, and the way to it. */
function Answered({ message, answered, answersMuted }: LineProps) {
  if (!message.replyToId) return null;
  const said = answersMuted ? 'muted' : answered?.content;
  return (
    <a href={`#m-${message.replyToId}`} className="msg-answered truncate">
      {answered ? `${answered.sender.username}: ${said}` : 'An earlier message'}
    </a>
  );
}

/** One message of the feed; one of a muted member is folded away until it is asked for. */
export function MessageLine(props: LineProps) {
  const [shown, setShown] = useState(false);
  const { message, muted, goesOn } = props;
  // Who was folded away is named again: the line before may still be.
  if (!muted || shown) return <OpenLine {...props} goesOn={goesOn && !muted} />;
  const { id, sender } = message;
  return <MutedLine id={id} username={sender.username} onShow={() => setShown(true)} />;
}

function OpenLine(props: LineProps) {
  const { message, goesOn, muted, own, calls, onReply } = props;
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
            {muted && <Badge>muted</Badge>}
            <span className="small quiet">
              <Ago at={createdAt} />
            </span>
          </p>
        )}
        <Answered {...props} />
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
        muted={muted}
        onReply={() => onReply(message)}
        onEdit={() => setEditing(true)}
      />
    </li>
  );
}
