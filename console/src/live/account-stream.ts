import type { Ack } from './sockets.ts';

/** An event of one's own account, as `/account` sends it. */
export interface StreamEvent {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The part of a socket that the stream needs. */
export interface StreamSocket {
  on(event: 'connected', listener: (welcome: { latestSeq: number }) => void): void;
  on(event: 'event', listener: (event: StreamEvent) => void): void;
}

/**
 * Follows the own events without a gap: after a sleep or a lost connection it asks for everything
 * since the last one it has worked on, and takes each once, in order. `onReset` is told when events
 * were missed for good or the stream began: what is on the screen must be read anew.
 */
export function followAccount(
  socket: StreamSocket,
  deps: {
    resume: (after: number) => Promise<Ack>;
    onEvent: (event: StreamEvent) => void;
    onReset: () => void;
  },
): { lastSeq(): number | null } {
  const { resume, onEvent, onReset } = deps;
  let last: number | null = null;

  async function goOn(after: number): Promise<void> {
    const ack = await resume(after);
    if (ack.ok || ack.code !== 'STREAM_RESET') return;
    onReset();
    last = (ack.oldestSeq ?? after + 1) - 1;
    await goOn(last);
  }

  socket.on('connected', ({ latestSeq }) => {
    if (last === null || last > latestSeq) {
      // The first connection, or another world than before: the present is read by the pages.
      last = latestSeq;
      onReset();
    } else if (last < latestSeq) {
      void goOn(last);
    }
  });
  socket.on('event', (event) => {
    if (last !== null && event.seq === last + 1) {
      last = event.seq;
      onEvent(event);
    }
  });
  return { lastSeq: () => last };
}
