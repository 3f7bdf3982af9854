import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Bus } from '../../platform/db/bus.ts';
import type { Database } from '../../platform/db/pool.ts';
import { type Ids, NO_ID } from '../../platform/ids.ts';
import type { RandomBytes } from '../identity/index.ts';
import type { Origin } from './deps.ts';
import type { Journal } from './journal.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { MAX_USER_AGENT_CHARACTERS } from './security-event.ts';
import {
  endedSessions,
  insertSession,
  revokeOtherSessions,
  revokeSessionOfSecret,
  revokeSessionOfUser,
  type SessionRow,
  sessionOfSecret,
  sessionsOfUser,
  touchSession,
} from './sessions.sql.ts';
import type { Run } from './transaction.ts';

/** A session that is not used for this long has ended: 14 days. */
export const SESSION_IDLE_MS = 1_209_600_000;
/** The longest a session lasts, however much it is used: 90 days. */
export const SESSION_LIFE_MS = 7_776_000_000;
/** `lastSeenAt` of a session is brought up to date at most this often. */
export const SESSION_USE_INTERVAL_MS = 60_000;
/** Ids of revoked sessions in one message between processes. */
const REVOKED_IN_MESSAGE = 100;

/** The topic of the bus that carries the ids of sessions that were revoked. */
export const SESSION_REVOKED = 'session-revoked';

/** What stands for the tokens of an OIDC issuer, which have no session here. */
export const issuerSession = (userId: string): string => `oidc:${userId}`;

export type SignInMethod = 'password' | 'passkey' | 'oidc' | 'sandbox';

export interface StartedSession {
  readonly id: string;
  readonly userId: string;
  /** What the cookie carries. */
  readonly secret: string;
}

/** The rows of sessions; changes run in the transaction of their cause. */
export interface SessionStore {
  /** A new session, never one that was there before: nobody can have chosen its secret. */
  start(
    run: Run,
    wish: { readonly userId: string; readonly method: SignInMethod; readonly origin: Origin },
  ): Promise<StartedSession>;
  /** The live session of a cookie, noting its use; null when there is none. */
  ofSecret(secret: string): Promise<SessionRow | null>;
  ofUser(userId: string): Promise<readonly SessionRow[]>;
  /** Null when the user has no such live session. */
  revoke(run: Run, userId: string, sessionId: string): Promise<SessionRow | null>;
  revokeSecret(run: Run, secret: string): Promise<SessionRow | null>;
  /** Ends every session of a user but the given one; how many. */
  revokeOthers(run: Run, userId: string, kept: string | null): Promise<number>;
  /** Tells of sessions that have ended, those of an OIDC issuer's tokens among them. */
  tellEnded(run: Run, userId: string): Promise<void>;
}

export function createSessionStore(deps: {
  database: Pick<Database, 'reads' | 'withClient'>;
  bus: Pick<Bus, 'publish'>;
  ids: Ids;
  random: RandomBytes;
  wallClock: Clock;
  journal: Journal;
}): SessionStore {
  const { database, bus, ids, random, wallClock, journal } = deps;
  const now = (): string => isoTime(wallClock.now());

  /** The message goes out when the transaction commits, to this process as to all others. */
  async function tell(run: Run, revoked: readonly string[]): Promise<void> {
    for (let at = 0; at < revoked.length; at += REVOKED_IN_MESSAGE) {
      await bus.publish(run.client, SESSION_REVOKED, revoked.slice(at, at + REVOKED_IN_MESSAGE));
    }
  }

  async function touch({ id, createdAt, lastSeenAt }: SessionRow): Promise<void> {
    const atMs = wallClock.now();
    if (atMs - lastSeenAt < SESSION_USE_INTERVAL_MS) return;
    const expiresAt = Math.min(atMs + SESSION_IDLE_MS, createdAt + SESSION_LIFE_MS);
    const values = [id, isoTime(atMs), isoTime(expiresAt)];
    await database.withClient((client) => client.query({ ...touchSession, values }));
  }

  return {
    async start(run, { userId, method, origin }) {
      const id = ids.next();
      const secret = newSecret(random);
      const agent = (origin.userAgent ?? '').slice(0, MAX_USER_AGENT_CHARACTERS);
      const atMs = wallClock.now();
      const times = [isoTime(atMs), isoTime(atMs + SESSION_IDLE_MS)];
      const values = [id, userId, hashSecret(secret), method, agent, origin.ip, ...times];
      await run(insertSession, values);
      await journal.note(run, { userId, kind: 'sign_in', ...origin, details: { method } });
      return { id, userId, secret };
    },
    async ofSecret(secret) {
      const values = [hashSecret(secret), now()];
      const [row] = await database.reads.query<SessionRow & Row>(sessionOfSecret, values);
      if (row) await touch(row);
      return row ?? null;
    },
    ofUser: (userId) => database.reads.query<SessionRow & Row>(sessionsOfUser, [userId, now()]),
    async revoke(run, userId, sessionId) {
      const [row] = await run<SessionRow>(revokeSessionOfUser, [sessionId, userId, now()]);
      if (row) await tell(run, [row.id]);
      return row ?? null;
    },
    async revokeSecret(run, secret) {
      const [row] = await run<SessionRow>(revokeSessionOfSecret, [hashSecret(secret), now()]);
      if (row) await tell(run, [row.id]);
      return row ?? null;
    },
    async revokeOthers(run, userId, kept) {
      const values = [userId, kept ?? NO_ID, now()];
      const revoked = await run<{ id: string }>(revokeOtherSessions, values);
      await tell(
        run,
        revoked.map(({ id }) => id),
      );
      return revoked.length;
    },
    async tellEnded(run, userId) {
      const ended = await run<{ id: string }>(endedSessions, [userId]);
      await tell(run, [issuerSession(userId), ...ended.map(({ id }) => id)]);
    },
  };
}

type Row = Record<string, unknown>;
