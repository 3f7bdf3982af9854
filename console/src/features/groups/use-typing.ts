import { useEffect, useState } from 'react';
import { useSocketEvent } from '../../live/use-live.ts';

/** How long somebody counts as typing after the last word of it, in milliseconds. */
const TYPING_MS = 5_000;

interface Typing {
  readonly groupId: string;
  readonly userIdpId: string;
  readonly username: string;
  readonly isTyping: boolean;
}

/** Who types in a group this moment. */
export function useTyping(groupId: string): readonly string[] {
  const [typing, setTyping] = useState<readonly { name: string; until: number }[]>([]);
  useSocketEvent<Typing>('/chat', 'typing', (told) => {
    if (told.groupId !== groupId) return;
    const others = typing.filter(({ name }) => name !== told.username);
    const until = Date.now() + TYPING_MS;
    setTyping(told.isTyping ? [...others, { name: told.username, until }] : others);
  });
  useEffect(() => {
    if (typing.length === 0) return;
    const timer = setTimeout(
      () => setTyping((now) => now.filter(({ until }) => until > Date.now())),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typing]);
  return typing.map(({ name }) => name);
}
