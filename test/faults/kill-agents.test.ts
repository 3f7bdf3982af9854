import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { answering, openReceiver, type Receiver } from '../e2e/webhook-receiver.ts';
import { openGroup } from '../e2e/world.ts';
import { SANDBOX_TOKEN, startTestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

const ENV = { SKEIN_WEBHOOK_ALLOW: '127.0.0.1' };

let runner: ServiceRunner;
beforeAll(async () => {
  runner = await openServiceRunner();
}, 60_000);
afterAll(() => runner.close());

let database: TestDatabase;
let client: pg.Client;
let receiver: Receiver;
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.clientConfig);
  await client.connect();
  receiver = await openReceiver();
});
afterEach(async () => {
  await client.end();
  await receiver.close();
  await database.drop();
});

const start = (failpoint?: string) =>
  runner.start({ ...ENV, DATABASE_URL: database.url }, failpoint);
const posted = async (): Promise<number> =>
  (await client.query(`select from chat_message where metadata::jsonb ->> 'kind' = 'AGENT'`))
    .rowCount ?? 0;
const drain = (service: ServiceProcess) =>
  service.send({ method: 'POST', path: '/sandbox/v1/drain', token: SANDBOX_TOKEN });

const deaths = [
  { point: 'engine.before-commit', kept: 0 },
  { point: 'engine.after-commit', kept: 1, quick: true },
];

test.each(casesOf(deaths))(
  'a run whose process is killed at $point is posted once',
  async (death) => {
    const app = await startTestApp(ENV, { database });
    const admin = await app.user('admin');
    const groupId = await openGroup(admin);
    await admin.post(`/groups/${groupId}/agents`, { agentKey: 'digest' });
    await app.stop();
    const dying = await start(death.point);
    // The first thing that its engine does is to post the digest.
    await client.query(`update group_agent set next_run_at = now() - interval '1 second'`);
    expect((await dying.ended()).signal).toBe('SIGKILL');
    expect(await posted()).toBe(death.kept);
    const recovering = stopwatch();
    const next = await start();
    await drain(next);
    expect(await posted()).toBe(1);
    const fault = `kill -9 at ${death.point} of an agent's run`;
    noteFault({ area: 'process', fault, operations: 1, recoveryMs: recovering() });
    await stop(next);
  },
);

test.each(casesOf(deaths))(
  'an answer whose process is killed at $point is posted once',
  async (death) => {
    const app = await startTestApp(ENV, { database });
    const admin = await app.user('admin');
    const groupId = await openGroup(admin);
    const body = { name: 'Watcher', url: receiver.url, events: ['message.created'] };
    await admin.post(`/groups/${groupId}/agents/external`, body);
    receiver.behave(answering(500));
    await admin.post(`/chat/${groupId}/messages`, { type: 'TEXT', content: 'Anybody?' });
    await eventually('a failed attempt', async () => {
      const [agent] = await admin.get(`/groups/${groupId}/agents/external`);
      return agent.lastError !== null;
    });
    await client.query(`update agent_delivery set next_attempt_at = now() + interval '1 hour'`);
    await app.stop();
    receiver.behave(answering(200, { message: { content: 'Me.' } }));
    const dying = await start(death.point);
    const due = 'update agent_delivery set next_attempt_at = now()';
    await client.query(due);
    expect((await dying.ended()).signal).toBe('SIGKILL');
    expect(await posted()).toBe(death.kept);
    // As if the lease of the dead process had run out.
    await client.query(due);
    const recovering = stopwatch();
    const next = await start();
    await eventually('nothing waits', async () => {
      const { rowCount } = await client.query('select from agent_delivery');
      return rowCount === 0;
    });
    expect(await posted()).toBe(1);
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(1);
    const fault = `kill -9 at ${death.point} of a delivery to an agent`;
    noteFault({ area: 'process', fault, operations: 1, recoveryMs: recovering() });
    await stop(next);
  },
);
