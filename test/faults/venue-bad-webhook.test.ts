import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGroup } from '../e2e/world.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { type Badness, type BadServer, openBadServer } from './bad-server.ts';

let app: TestApp;
let leader: TestUser;
let groupId: string;
let receiver: BadServer;

beforeAll(async () => {
  app = await startTestApp({ SKEIN_WEBHOOK_ALLOW: '127.0.0.1' });
  leader = await app.user('leader');
  groupId = await openGroup(leader);
  receiver = await openBadServer(() => ({ message: { content: 'Honk!' } }));
});
afterAll(async () => {
  await app.audit();
  await app.stop();
  await receiver.close();
});

const path = (): string => `/groups/${groupId}/agents/external`;
const sql = async <Row>(text: string): Promise<Row[]> =>
  app.app.services.database.withClient(async (client) => (await client.query(text)).rows as Row[]);
const posted = async (): Promise<number> => {
  const rows = await sql(`select 1 from chat_message where content = 'Honk!'`);
  return rows.length;
};

interface Case {
  readonly badness: Badness;
  /** What the admins are told; null: taken, with nothing to post. */
  readonly error: string | null;
  readonly quick?: boolean;
}

const cases: readonly Case[] = [
  { badness: 'half-json', error: null, quick: true },
  { badness: 'html', error: null, quick: true },
  { badness: 'empty', error: null },
  { badness: 'exponents', error: 'its message has no text as content', quick: true },
  { badness: 'busy', error: 'answered 429', quick: true },
  { badness: 'busy-later', error: 'answered 429' },
  { badness: 'failing', error: 'answered 500', quick: true },
  { badness: 'away', error: 'answered 503' },
  { badness: 'cut', error: 'its answer broke off', quick: true },
  { badness: 'loop', error: 'answered 302', quick: true },
  { badness: 'huge', error: 'its answer is too large', quick: true },
  { badness: 'drip', error: 'no answer in time' },
  { badness: 'silent', error: 'no answer in time' },
];

test.each(casesOf(cases))(
  'a receiver of webhooks that is bad ($badness) gets its delivery again until it takes it',
  async ({ badness, error }) => {
    const { id } = await leader.post(path(), {
      name: 'Nest watcher',
      url: receiver.url,
      events: ['message.created'],
    });
    const before = await posted();
    receiver.set(badness);
    const { asked } = receiver;
    await leader.post(`/chat/${groupId}/messages`, { type: 'TEXT', content: `Well? ${badness}` });
    const state = async () => {
      const [row] = await sql<{ last_error: string | null; last_delivery_at: Date | null }>(
        `select last_error, last_delivery_at from external_agent where id = '${id}'`,
      );
      return row;
    };
    await eventually('it was asked', () => receiver.asked > asked);
    await eventually('that is known', async () => {
      const row = await state();
      return error === null ? row?.last_delivery_at != null : row?.last_error === error;
    });
    expect(await posted()).toBe(before);
    receiver.set(null);
    const recovering = stopwatch();
    if (error !== null) {
      await eventually('its answer is posted', async () => {
        await sql(
          'update agent_delivery set next_attempt_at = now() where next_attempt_at > now()',
        );
        return (await posted()) === before + 1;
      });
    }
    const fault = `a webhook receiver that is ${badness}`;
    noteFault({ area: 'venue', fault, operations: 1, recoveryMs: recovering() });
    await leader.call('DELETE', `${path()}/${id}`);
  },
  60_000,
);
