import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../engine/engine.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import type { Usdc } from '../../money/fixed.ts';
import { dollars } from '../../money/text.ts';
import type { MonotonicClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createGroup, joinGroup, newGroupOf, setAutoBuy } from '../groups/index.ts';
import type { Identity } from '../identity/index.ts';
import {
  type DemoGroupRow,
  type DemoUserRow,
  demoGroup,
  demoUsers,
  type OtherUsersRow,
  otherUsers,
  returnDemoLock,
  takeDemoLock,
} from './demo.sql.ts';
import { readDemoFile, writeDemoFile } from './key-file.ts';
import { type DemoUser, type DemoWorld, demoCast, GROUP_NAME } from './world.ts';

/** Of the advisory lock; nothing else of the service takes one with this number. */
const DEMO_LOCK = 7_033_601;
/** How long a start waits for another process that makes the demo. */
const LOCK_LIMIT_MS = 15_000;
const LOCK_INTERVAL_MS = 50;

export interface DemoDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly identity: Pick<Identity, 'createUser' | 'createKey'>;
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly dataDir: string;
  /** What each user starts with. */
  readonly deposit: Usdc;
  readonly monotonic: MonotonicClock;
  readonly log: Log;
}

/**
 * The demo of a paper service: made by the ordinary commands at the first start, found again at
 * later ones. Null where other users came first. A start that was interrupted is completed by the
 * next; of processes that start at once one makes it, the others find it.
 */
export async function createDemoWorld(deps: DemoDeps): Promise<DemoWorld | null> {
  const { database, monotonic, log } = deps;
  const beganMs = monotonic.elapsedMs();
  return database.withClient(async (client) => {
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>({
        ...takeDemoLock,
        values: [DEMO_LOCK],
      });
      if (rows[0]?.taken) break;
      if (monotonic.elapsedMs() - beganMs > LOCK_LIMIT_MS) {
        log.warn('another process is still making the demo; this one goes on without it');
        return null;
      }
      await pause(LOCK_INTERVAL_MS);
    }
    try {
      return await findOrMake(deps);
    } finally {
      await client.query({ ...returnDemoLock, values: [DEMO_LOCK] });
    }
  });
}

async function findOrMake(deps: DemoDeps): Promise<DemoWorld | null> {
  const { reads } = deps.database;
  const names = demoCast.map(({ username }) => username);
  const rows = await reads.query<DemoUserRow>(demoUsers, [names]);
  const known = new Map(rows.map(({ id, username }) => [username, id]));
  const kept = await readDemoFile(deps.dataDir);
  // The file may be of another database than the one that is configured now.
  if (kept?.users.every(({ username, userId }) => known.get(username) === userId)) return kept;
  const [present] = await reads.query<OtherUsersRow>(otherUsers, [names]);
  if (present?.others) return null;

  const users: DemoUser[] = [];
  for (const part of demoCast) users.push({ ...part, ...(await user(deps, part.username, known)) });
  const [leader, ...followers] = users;
  assert(leader, 'the demo has a leader');
  const groupId = await group(deps, leader);
  for (const follower of followers) await follow(deps, groupId, follower);
  const world = { groupId, groupName: GROUP_NAME, users };
  await writeDemoFile(deps.dataDir, world);
  return world;
}

/** The user with a key: a new one, or a further key of one whose keys were lost. */
async function user(
  { identity, deposit }: DemoDeps,
  username: string,
  known: ReadonlyMap<string, string>,
): Promise<{ userId: string; apiKey: string }> {
  const key = { label: 'demo', scopes: null, expiresAt: null };
  const userId = known.get(username);
  if (userId !== undefined) {
    const { apiKey } = await identity.createKey(userId, key);
    return { userId, apiKey };
  }
  const made = await identity.createUser({
    username,
    mode: 'paper',
    deposit: deposit > 0n ? { amount: deposit, source: 'demo' } : null,
    key,
  });
  assert(made.apiKey !== null, 'a key was wished for');
  return { userId: made.userId, apiKey: made.apiKey };
}

async function group({ engine, database }: DemoDeps, { userId }: DemoUser): Promise<string> {
  const values = [userId, GROUP_NAME];
  const [known] = await database.reads.query<DemoGroupRow>(demoGroup, values);
  if (known) return known.id;
  const settings = newGroupOf({
    name: GROUP_NAME,
    description: 'One leads, two follow: every opening call is copied with a fixed amount.',
    groupAccessType: 'PUBLIC',
  });
  const { json } = await engine.submit(createGroup, { userId, group: settings }, { userId });
  return (JSON.parse(json) as { data: { groupId: string } }).data.groupId;
}

async function follow(deps: DemoDeps, groupId: string, follower: DemoUser): Promise<void> {
  const { userId, autoBuyUsd, mirrorExits } = follower;
  assert(autoBuyUsd !== null, 'a follower has an amount');
  const entry = { inviteCode: null, acceptFees: null, mayPay: false, payeeId: null };
  try {
    await deps.engine.submit(joinGroup, { userId, groupId, ...entry }, { userId });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ALREADY_MEMBER')) throw error;
  }
  const settings = { mirrorExits, verticals: '', maxLeverage: null, dailyLimit: null };
  const autoBuy = { enabled: true as const, amount: dollars(autoBuyUsd), settings };
  await deps.engine.submit(setAutoBuy, { groupId, userId, autoBuy }, { userId });
}
