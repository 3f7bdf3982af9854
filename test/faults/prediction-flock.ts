import pg from 'pg';
import { auditChecks } from '../../src/audit-checks.ts';
import { runAudit } from '../../src/ledger/audit.ts';
import { OTHERS } from '../e2e/prediction-flow.ts';
import { MARKET, type Named, NOW, startPredictionWorld } from '../e2e/prediction-world.ts';
import { SANDBOX_TOKEN, type TestUser } from '../helpers/app.ts';
import type { Answer, Method } from '../helpers/client.ts';
import type { TestDatabase } from '../helpers/database.ts';
import type { ServiceProcess } from './service-process.ts';

/** Each is pinned at 0.5, where a share with its fee costs 0.5125 and $20.5 buy 40. */
export const PINNED: readonly Named[] = [MARKET, ...OTHERS];
/** What each follower spends on a call. */
const FOLLOW_USD = '20.5';

/** A leader with followers in a database that processes of the service then run on. */
export interface PredictionFlock {
  readonly database: TestDatabase;
  /** What a process of the service on this database is started with; its clock stands. */
  readonly env: Readonly<Record<string, string>>;
  readonly leader: TestUser;
  readonly followers: readonly TestUser[];
  readonly groupId: string;
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The names of the invariants that do not hold; asked of the database itself. */
  broken(): Promise<string[]>;
  close(): Promise<void>;
}

/** Makes the flock by the ordinary calls of a service that is then stopped. */
export async function makePredictionFlock(size: number): Promise<PredictionFlock> {
  const { test, pin, user } = await startPredictionWorld();
  const { database } = test;
  for (const { marketId } of PINNED) await pin('0.5', marketId);
  const leader = await user({ depositUsd: '100000' });
  const { groupId } = await leader.post('/groups', { name: 'Flock', groupAccessType: 'PUBLIC' });
  const follower = async (): Promise<TestUser> => {
    const one = await user({ depositUsd: '10000' });
    await one.post(`/groups/${groupId}/join`);
    await one.post(`/groups/${groupId}/auto-buy`, { enabled: true, amountUsd: FOLLOW_USD });
    return one;
  };
  const followers = await Promise.all(Array.from({ length: size }, follower));
  await test.app.stop();
  const client = new pg.Client(database.clientConfig);
  await client.connect();
  const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, [...values])).rows as Row[];
  return {
    database,
    env: { DATABASE_URL: database.url },
    leader,
    followers,
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
    path: `/api/v1/predictions${path}`,
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
  if (status > 299) throw new Error(`answered ${status}: ${JSON.stringify(answer)}`);
}
