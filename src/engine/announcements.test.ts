import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../test/helpers/backend.ts';
import { testId } from '../../test/helpers/state.ts';
import { engineOn } from '../../test/helpers/test-commands.ts';
import { AppError } from '../errors/app-error.ts';
import { settingTable } from '../ledger/tables.ts';
import { isoTime } from '../platform/clock.ts';
import { arrayLiteral } from '../platform/db/table.ts';
import { noFailpoint } from '../platform/failpoint.ts';
import type { Announcement, CommandKind } from './command.ts';

let backend: Backend;
const batches: number[] = [];

beforeAll(async () => {
  backend = await openBackend({
    announcementRows(announcements, now) {
      batches.push(announcements.length);
      const keys = arrayLiteral(announcements.map(({ id }) => id));
      const texts = arrayLiteral(announcements.map(({ text }) => text));
      return {
        statement: {
          name: 'keep announcements',
          text: `insert into setting select k, t, $3::timestamptz
            from unnest($1::text[], $2::text[]) v(k, t)`,
        },
        values: [keys, texts, isoTime(now)],
      };
    },
  });
});
afterAll(() => backend.close());

const announcement = (n: number): Announcement => ({
  id: `announcement ${n}`,
  groupId: testId(1),
  senderId: testId(2),
  kind: 'PROPOSAL',
  vertical: 'SPOT',
  proposalId: testId(3),
  text: `"${n}"`,
  metadata: {},
});

/** Announces and signals; an odd number is refused. */
const announce: CommandKind<{ n: number; key?: string }> = {
  name: 'test.announce',
  needs: () => ({ users: [] }),
  decide(_state, { n, key = `row ${n}` }, { now }) {
    if (n % 2 === 1) throw new AppError('NO_POSITION');
    return {
      rows: [{ table: settingTable, row: { key, value: '', updatedAt: now } }],
      announcements: [announcement(n)],
      signals: [{ groupId: testId(1), type: 'told', data: { n } }],
    };
  },
};

test('announcements are kept with the batch, and listeners hear of them and of signals', async () => {
  const heard: unknown[] = [];
  backend.engine.onCommitted(({ announcements, signals }) =>
    heard.push(
      announcements.map(({ id }) => id),
      signals.map(({ data }) => data),
    ),
  );
  const answers = await Promise.allSettled(
    [2, 3, 4].map((n) => backend.engine.submit(announce, { n }, { userId: testId(2) })),
  );
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([2]);
  expect(heard).toEqual([
    ['announcement 2', 'announcement 4'],
    [{ n: 2 }, { n: 4 }],
  ]);
  const kept = await backend.database.withClient((client) =>
    client.query(`select key, value from setting where key like 'ann%' order by key`),
  );
  expect(kept.rows).toEqual([
    { key: 'announcement 2', value: '"2"' },
    { key: 'announcement 4', value: '"4"' },
  ]);
});

test('an announcement that cannot be kept takes its cause with it', async () => {
  const engine = engineOn(backend, {
    context: {
      clock: backend.clock,
      wallClock: backend.clock,
      ids: backend.ids,
      failpoint: noFailpoint,
      followRows: () => ({ statement: { name: 'none', text: 'select 1' }, values: [] }),
      announcementRows: () => ({
        statement: { name: 'cannot be', text: 'select 1 / 0' },
        values: [],
      }),
    },
    log: backend.log.child({}, { level: 'silent' }),
  });
  const told = engine.submit(announce, { n: 6, key: 'lost' }, { userId: testId(2) });
  await expect(told).rejects.toMatchObject({ code: '22012' });
  await engine.close();
  const { rows } = await backend.database.withClient((client) =>
    client.query(`select 1 from setting where key = 'lost'`),
  );
  expect(rows).toEqual([]);
});
