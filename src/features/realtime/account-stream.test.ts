import { setImmediate as turn } from 'node:timers/promises';
import type { Socket } from 'socket.io';
import { expect, test } from 'vitest';
import type { EventRow } from '../../ledger/tables.ts';
import { AccountStream } from './account-stream.ts';

const USER = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';

// Whatever step of a read that finds nothing an event is committed at, it is sent once: by the
// push itself, or by a read that begins after it.
test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'an event committed %i steps into a read is not lost',
  async (steps) => {
    const kept: { seq: number; type: string; at: string; data: unknown }[] = [];
    const sent: number[] = [];
    const socket = {
      connected: true,
      emit: (_: string, { seq }: { seq: number }) => sent.push(seq),
      conn: { readyState: 'open', transport: { writable: true }, on: () => {}, off: () => {} },
    };
    const problems: unknown[] = [];
    const stream = new AccountStream(socket as unknown as Socket, USER, {
      latestSeq: 0,
      read: async (_, { after }) => {
        const events = kept.filter(({ seq }) => seq > after);
        return { events, latestSeq: kept.length, oldestSeq: 1 };
      },
      report: (problem) => problems.push(problem),
    });
    stream.readOn();
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    kept.push({ seq: 1, type: 'deposit', at: '2026-03-01T12:00:00.000Z', data: {} });
    const row = { userId: USER, seq: 1n, type: 'deposit', at: 0, data: '{}' };
    stream.push([row as unknown as EventRow]);
    await turn();
    expect(sent).toEqual([1]);
    expect(problems).toEqual([]);
  },
);
