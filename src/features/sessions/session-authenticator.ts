import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors/app-error.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Bus } from '../../platform/db/bus.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Authenticate, Principal } from '../../platform/http/principal.ts';
import { isId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { keyScopes } from '../identity/index.ts';
import type { OidcSignIn } from './oidc.ts';
import { issuerSession, SESSION_REVOKED } from './session-store.ts';
import {
  type PrincipalUserRow,
  revokedSessions,
  type SessionUserRow,
  sessionWithUser,
} from './sessions.sql.ts';
import type { Tokens } from './tokens.ts';

/** Tokens kept in memory with whom they prove; more than this many cost a check per request. */
export const SESSION_CACHE_TOKENS = 20_000;
/** Sessions in memory are compared with the database this often, should a message be lost. */
const SWEEP_INTERVAL_MS = 60_000;
/** The longest header that is looked at as a token. */
export const MAX_TOKEN_CHARACTERS = 8_192;

/** A whole Authorization header with a JWT: three parts of base64url. */
const JWT_HEADER = /^[Bb][Ee][Aa][Rr][Ee][Rr] ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/;

/** A person may do everything, and pay (contract 18.11). */
const everyScope: ReadonlySet<string> = new Set(keyScopes);

/** Turns the tokens of sessions, and those of a configured issuer, into principals. */
export interface SessionAuthenticator {
  /** Whether the header is one for this authenticator. */
  accepts(header: string): boolean;
  /** UNAUTHORIZED for a token that is not good, or whose session has ended. */
  readonly authenticate: Authenticate;
  /** Calls the listener after sessions were revoked, perhaps more than once: to close sockets. */
  onRevoked(listener: (sessionId: string) => void): () => void;
  close(): void;
}

interface Entry {
  readonly principal: Principal;
  /** Real time in milliseconds. */
  readonly expiresAt: number;
}

export function createSessionAuthenticator(deps: {
  database: Pick<Database, 'reads'>;
  bus: Pick<Bus, 'subscribe' | 'onReset'>;
  wallClock: Clock;
  tokens: Pick<Tokens, 'check'>;
  oidc: OidcSignIn | null;
  log: Log;
}): SessionAuthenticator {
  const { database, bus, wallClock, tokens, oidc, log } = deps;
  const entries = new LRUCache<string, Entry>({ max: SESSION_CACHE_TOKENS });
  const lookups = new Map<string, Promise<Principal>>();
  const listeners = new Set<(sessionId: string) => void>();
  /** Counts revocations: a read that began before one must not be remembered after it. */
  let revocations = 0;

  function revoked(sessionIds: ReadonlySet<string>): void {
    revocations += 1;
    for (const [header, { principal }] of entries.entries()) {
      // Tokens of an issuer have no session; they count under one name per user.
      if (sessionIds.has(principal.sessionId ?? principal.budgetKey)) entries.delete(header);
    }
    for (const id of sessionIds) for (const listener of listeners) listener(id);
  }

  async function ofSession(token: string): Promise<Entry> {
    const { userId, sessionId, expiresAt } = await tokens.check(token);
    if (!isId(sessionId)) throw new AppError('UNAUTHORIZED');
    const values = [sessionId, isoTime(wallClock.now())];
    const [row] = await database.reads.query<SessionUserRow & Record<string, unknown>>(
      sessionWithUser,
      values,
    );
    if (row?.userId !== userId) throw new AppError('UNAUTHORIZED');
    return {
      principal: principalOf(row, sessionId, sessionId),
      expiresAt: Math.min(expiresAt, row.expiresAt),
    };
  }

  async function ofIssuer(token: string, issuer: OidcSignIn): Promise<Entry> {
    const { user, expiresAt } = await issuer.userOf(token);
    return { principal: principalOf(user, null, issuerSession(user.userId)), expiresAt };
  }

  async function lookUp(header: string, token: string): Promise<Principal> {
    const before = revocations;
    const entry = oidc?.issued(token) ? await ofIssuer(token, oidc) : await ofSession(token);
    if (revocations === before) entries.set(header, entry);
    return entry.principal;
  }

  async function sweep(): Promise<void> {
    const ids = [...entries.values()].flatMap(({ principal }) => principal.sessionId ?? []);
    if (ids.length === 0) return;
    const rows = await database.reads.query<{ id: string }>(revokedSessions, [ids]);
    if (rows.length > 0) revoked(new Set(rows.map(({ id }) => id)));
  }
  const upkeep = setInterval(() => {
    sweep().catch((err: unknown) => log.warn({ err }, 'the upkeep of sessions failed'));
  }, SWEEP_INTERVAL_MS);
  upkeep.unref();
  const unsubscribe = [
    bus.subscribe(SESSION_REVOKED, (ids) => revoked(new Set(Array.isArray(ids) ? ids : []))),
    bus.onReset(() => {
      // Whoever holds a socket is looked at again; who is still good stays.
      revocations += 1;
      const known = [...entries.values()].flatMap(({ principal }) => principal.sessionId ?? []);
      entries.clear();
      revoked(new Set(known));
    }),
  ];

  return {
    accepts: (header) => header.startsWith('ey', 'Bearer '.length),
    authenticate(header = '') {
      const entry = entries.get(header);
      if (entry) {
        if (wallClock.now() < entry.expiresAt) return entry.principal;
        entries.delete(header);
        throw new AppError('UNAUTHORIZED');
      }
      const running = lookups.get(header);
      if (running) return running;
      const token = header.length > MAX_TOKEN_CHARACTERS ? undefined : JWT_HEADER.exec(header)?.[1];
      if (token === undefined) throw new AppError('UNAUTHORIZED');
      const lookup = lookUp(header, token).finally(() => lookups.delete(header));
      lookups.set(header, lookup);
      return lookup;
    },
    onRevoked(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      clearInterval(upkeep);
      for (const stop of unsubscribe) stop();
    },
  };
}

function principalOf(
  user: PrincipalUserRow,
  sessionId: string | null,
  budgetKey: string,
): Principal {
  const { userId, idpId, username, avatar, walletAddress } = user;
  const about = { userId, idpId, username, avatar, walletAddress };
  return { ...about, authMethod: 'jwt', scopes: everyScope, budgetKey, sessionId, apiKey: null };
}
