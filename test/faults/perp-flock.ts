import pg from 'pg';
import { expect } from 'vitest';
import { auditChecks } from '../../src/audit-checks.ts';
import { runAudit } from '../../src/ledger/audit.ts';
import { SANDBOX_TOKEN, startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer, Method } from '../helpers/client.ts';
import type { TestDatabase } from '../helpers/database.ts';
import type { ServiceProcess } from './service-process.ts';

/** Where the clock stands: half an hour before the end of a funding interval. */
export const NOW = '2026-03-03T15:30:00.000Z';
const BEFORE = '2026-03-03T15:29:00.000Z';

/** A leader and a member in a database that processes of the service then run on. */
export interface PerpFlock {
  readonly database: TestDatabase;
  /** What a process of the service on this database is started with; its clock stands. */
  readonly env: Readonly<Record<string, string>>;
  readonly leader: TestUser;
  readonly member: TestUser;
  readonly groupId: string;
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The names of the invariants that do not hold; asked of the database itself. */
  broken(): Promise<string[]>;
  close(): Promise<void>;
}

/** Makes the flock by the ordinary calls of a service that is then stopped. */
export async function makePerpFlock(
  prepare: (flock: Pick<PerpFlock, 'leader' | 'member' | 'groupId'> & { app: TestApp }) => unknown,
): Promise<PerpFlock> {
  const app = await startTestApp({ SKEIN_REPLAY_START: BEFORE });
  const { database } = app;
  await app.sandbox('POST', '/clock', { freeze: true, set: NOW });
  const leader = await app.user('leader', { depositUsd: '100000' });
  const member = await app.user('member', { depositUsd: '100000' });
  const { groupId } = await leader.post('/groups', { name: 'Flock', groupAccessType: 'PUBLIC' });
  await member.post(`/groups/${groupId}/join`);
  await prepare({ app, leader, member, groupId });
  await app.sandbox('POST', '/drain');
  await app.app.stop();
  const client = new pg.Client(database.clientConfig);
  await client.connect();
  const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, [...values])).rows as Row[];
  return {
    database,
    env: { DATABASE_URL: database.url },
    leader,
    member,
    groupId,
    rows,
    async broken() {
      const { checks } = await runAudit(rows, auditChecks, Date.parse(NOW));
      return checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
    },
    async close() {
      await client.end();
      await database.drop();
    },
  };
}

/** One call of a user to a process, under an Idempotency-Key where one is given. */
export const ask = (
  service: ServiceProcess,
  { apiKey }: TestUser,
  path: string,
  body: object = {},
  key?: string,
): Promise<Answer> =>
  service.send({
    method: 'POST',
    path: `/api/v1/perps${path}`,
    token: apiKey,
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

/** A call to the sandbox of a process; fails unless it succeeds. */
export async function control(
  service: ServiceProcess,
  method: Method,
  path: string,
  body: object = {},
): Promise<void> {
  const request = { method, path: `/sandbox/v1${path}`, token: SANDBOX_TOKEN, body };
  const { status, body: answer } = await service.send(request);
  expect([status, answer]).toEqual([200, answer]);
}
