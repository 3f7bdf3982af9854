import { expect, test } from 'vitest';
import { followAccount, type StreamEvent } from './account-stream.ts';
import type { Ack } from './sockets.ts';

const event = (seq: number): StreamEvent => ({ seq, type: 'deposit', at: '', data: {} });

/** A stream by hand: what the service says, and what the page hears. */
function stand(acks: readonly Ack[] = []) {
  const listeners: Record<string, (payload: never) => void> = {};
  const heard: (number | 'reset')[] = [];
  const resumed: number[] = [];
  followAccount(
    {
      on(name: string, listener: (payload: never) => void) {
        listeners[name] = listener;
      },
    },
    {
      resume: async (after) => {
        resumed.push(after);
        return acks[resumed.length - 1] ?? { ok: true };
      },
      onEvent: ({ seq }) => heard.push(seq),
      onReset: () => heard.push('reset'),
    },
  );
  const say = (name: string, payload: object): void => listeners[name]?.(payload as never);
  return { say, heard, resumed };
}

test('the first connection begins at the present and takes each event once, in order', () => {
  const { say, heard, resumed } = stand();
  say('connected', { latestSeq: 7 });
  for (const seq of [7, 8, 8, 10, 9]) say('event', event(seq));
  // 8 comes twice, 10 too early: after 9 the stream has a gap that a resume would fill.
  expect(heard).toEqual(['reset', 8, 9]);
  expect(resumed).toEqual([]);
});

test('after a sleep everything since the last one is asked for', async () => {
  const { say, heard, resumed } = stand();
  say('connected', { latestSeq: 3 });
  say('event', event(4));
  say('connected', { latestSeq: 9 });
  expect(resumed).toEqual([4]);
  for (const seq of [5, 6, 7, 8, 9]) say('event', event(seq));
  expect(heard).toEqual(['reset', 4, 5, 6, 7, 8, 9]);
});

test('a connection that missed nothing asks for nothing', () => {
  const { say, heard, resumed } = stand();
  say('connected', { latestSeq: 3 });
  say('connected', { latestSeq: 3 });
  expect([heard, resumed]).toEqual([['reset'], []]);
});

test('when events are gone for good the page is read anew and the stream goes on', async () => {
  const { say, heard, resumed } = stand([
    { ok: false, code: 'STREAM_RESET', oldestSeq: 100 },
    { ok: true },
  ]);
  say('connected', { latestSeq: 3 });
  say('connected', { latestSeq: 120 });
  await Promise.resolve();
  await Promise.resolve();
  expect(resumed).toEqual([3, 99]);
  say('event', event(100));
  expect(heard).toEqual(['reset', 'reset', 100]);
});

test('another world with fewer events begins anew', () => {
  const { say, heard } = stand();
  say('connected', { latestSeq: 50 });
  say('connected', { latestSeq: 2 });
  say('event', event(3));
  expect(heard).toEqual(['reset', 'reset', 3]);
});
