import pg from 'pg';
import { auditChecks } from '../../src/audit-checks.ts';
import { runAudit } from '../../src/ledger/audit.ts';
import { bundledTokens } from '../../src/market/tokens.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startTestApp, type TestUser } from '../helpers/app.ts';
import type { TestDatabase } from '../helpers/database.ts';

/** What each follower spends on a call. */
const FOLLOW_USD = '10';
/** Bundled tokens whose price stands at $2. */
const PINNED = 10;

/** A leader with followers, in a database that processes of the service then run on. */
export interface Flock {
  readonly database: TestDatabase;
  readonly leader: TestUser;
  readonly followers: readonly TestUser[];
  readonly groupId: string;
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The names of the invariants that do not hold; asked of the database itself. */
  broken(): Promise<string[]>;
  close(): Promise<void>;
}

/** Makes the flock by the ordinary calls of a service that is then stopped. */
export async function makeFlock(size: number): Promise<Flock> {
  const app = await startTestApp();
  const { database } = app;
  // However long a fault lasts, the price is not what decides about a follow.
  for (const { mint } of bundledTokens.slice(0, PINNED)) await app.pin(mint, '2');
  const leader = await app.user('leader', { depositUsd: '100000' });
  const group = await leader.post('/groups', { name: 'Flock', groupAccessType: 'PUBLIC' });
  const { groupId } = group;
  const follower = async (n: number): Promise<TestUser> => {
    const user = await app.user(`follower_${n}`, { depositUsd: '1000' });
    await user.post(`/groups/${groupId}/join`);
    await user.post(`/groups/${groupId}/auto-buy`, { enabled: true, amountUsd: FOLLOW_USD });
    return user;
  };
  const followers = await Promise.all(Array.from({ length: size }, (_, n) => follower(n)));
  await app.app.stop();
  const client = new pg.Client(database.clientConfig);
  await client.connect();
  const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, [...values])).rows as Row[];
  return {
    database,
    leader,
    followers,
    groupId,
    rows,
    async broken() {
      const { checks } = await runAudit(rows, auditChecks, systemClock.now());
      return checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
    },
    async close() {
      await client.end();
      await database.drop();
    },
  };
}
