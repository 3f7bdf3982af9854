import { useQuery } from '@tanstack/react-query';
import { MessagesSquare, Pin } from 'lucide-react';
import { Fragment, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { read } from '../../api/queries.ts';
import type { ChatMessage, GroupMember } from '../../api/types.generated.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { callsOf } from './calls.ts';
import { Composer } from './composer.tsx';
import { useFeed } from './feed-data.ts';
import { MessageLine } from './message-line.tsx';
import { useMutes } from './mutes.ts';
import { useReadMark } from './use-read-mark.ts';
import { useTyping } from './use-typing.ts';
import './feed.css';

/** The most calls that the service gives at once. */
const CALLS = 200;
/** Messages of one person within this time stand together, in milliseconds. */
const TOGETHER_MS = 5 * 60_000;
/** How near to the end counts as being at it, in pixels. */
const NEAR_PX = 120;

const goesOn = (before: ChatMessage | undefined, message: ChatMessage): boolean =>
  before !== undefined &&
  before.sender.idpId === message.sender.idpId &&
  message.replyToId === null &&
  Date.parse(message.createdAt) - Date.parse(before.createdAt) < TOGETHER_MS;

/** Where the unread messages begin, of those that count as such. -1 when there are none. */
function firstUnreadOf(
  messages: readonly ChatMessage[],
  unread: number,
  counted: (message: ChatMessage) => boolean,
): number {
  const unreadPlaces = messages
    .flatMap((message, place) => (counted(message) ? [place] : []))
    .slice(-unread);
  return unread > 0 ? (unreadPlaces[0] ?? -1) : -1;
}

/** The calls of a group by id, with the own positions in them. */
function useCalls(groupId: string) {
  const proposals = useQuery(
    read('/groups/{id}/proposals', { path: { id: groupId }, query: { limit: CALLS } }),
  );
  const positions = useQuery(
    read('/perps/positions', { query: { filter: 'active', groupId, limit: CALLS } }),
  );
  const { data } = proposals;
  return useMemo(
    () => (data ? callsOf(data, positions.data ?? []) : undefined),
    [data, positions.data],
  );
}

/** Stays at the end of a list while its reader is there. */
function useEnd(newestId: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is the reason to move
  useLayoutEffect(() => {
    const { current } = list;
    if (current && atEnd.current) current.scrollTop = current.scrollHeight;
  }, [newestId]);
  // Pictures and cards grow after they are there.
  useEffect(() => {
    const { current } = list;
    const inner = current?.firstElementChild;
    if (!current || !inner) return;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) current.scrollTop = current.scrollHeight;
    });
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  const onScroll = (): void => {
    const { current } = list;
    if (!current) return;
    atEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX;
  };
  return { list, onScroll };
}

function Typing({ groupId }: { groupId: string }) {
  const names = useTyping(groupId);
  const who = names.length > 2 ? `${names.length} people` : names.join(' and ');
  return (
    <p className="feed-typing small quiet" aria-live="polite">
      {names.length > 0 && `${who} ${names.length > 1 ? 'are' : 'is'} typing…`}
    </p>
  );
}

/** Calls and chat together, the newest at the end, with the place to write below. */
export function FeedView({ groupId, own }: { groupId: string; own: GroupMember | undefined }) {
  const { pages, messages } = useFeed(groupId);
  const calls = useCalls(groupId);
  const { isMuted } = useMutes(groupId);
  const [answering, setAnswering] = useState<ChatMessage | null>(null);
  const newest = messages?.at(-1);
  const unread = useReadMark(groupId, newest?.id);
  const { list, onScroll } = useEnd(newest?.id);
  const byId = useMemo(() => new Map(messages?.map((one) => [one.id, one])), [messages]);
  const pinned = messages?.filter((one) => one.pinned && !isMuted(one)).at(-1);
  const counted = (one: ChatMessage): boolean =>
    one.sender.idpId !== own?.userIdpId && !isMuted(one);
  const firstUnread = firstUnreadOf(messages ?? [], unread, counted);
  return (
    <section className="card feed" aria-label="Calls and chat">
      {pinned && (
        <a href={`#m-${pinned.id}`} className="feed-pinned">
          <Pin aria-hidden="true" />
          <span className="truncate">
            {pinned.sender.username}: {pinned.content}
          </span>
        </a>
      )}
      <div ref={list} className="feed-list" onScroll={onScroll} role="log" aria-label="Messages">
        <div>
          <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />
          {!messages && !pages.error && <Skeleton lines={4} height="l" />}
          {messages?.length === 0 && (
            <EmptyState icon={<MessagesSquare />} title="Nothing here yet">
              Calls of the leaders and messages of the members appear here, live. Say hello.
            </EmptyState>
          )}
          {pages.hasNextPage && (
            <div className="feed-earlier">
              <Button
                size="s"
                busy={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                Earlier messages
              </Button>
            </div>
          )}
          <ol className="feed-messages">
            {messages?.map((message, place) => {
              const answered = byId.get(message.replyToId ?? '');
              return (
                <Fragment key={message.id}>
                  {place === firstUnread && <li className="feed-new">New</li>}
                  <MessageLine
                    message={message}
                    answered={answered}
                    answersMuted={answered !== undefined && isMuted(answered)}
                    goesOn={goesOn(messages[place - 1], message)}
                    muted={isMuted(message)}
                    own={own}
                    calls={calls}
                    onReply={setAnswering}
                  />
                </Fragment>
              );
            })}
          </ol>
        </div>
      </div>
      <Typing groupId={groupId} />
      <Composer groupId={groupId} answering={answering} onAnswered={() => setAnswering(null)} />
    </section>
  );
}
