import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors/app-error.ts';
import { type Clock, isoTime, type MonotonicClock } from '../../platform/clock.ts';
import type { Bus } from '../../platform/db/bus.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Authenticate, Principal } from '../../platform/http/principal.ts';
import type { Log } from '../../platform/log.ts';
import { API_KEY_HEADER, hashKey } from './api-key.ts';
import {
  type KeyOfHashRow,
  keyOfHash,
  type RevokedAmongRow,
  revokedAmong,
} from './identity.sql.ts';
import { createKeyUse } from './key-use.ts';
import { scopesOf } from './scopes.ts';

/** Credentials kept in memory; more than this many active keys cost a read per request. */
export const AUTH_CACHE_KEYS = 20_000;
/** Unknown credentials kept in memory, so that repeating one does not cost a read each time. */
export const AUTH_REFUSED_KEYS = 1_000;
/** An unknown credential is looked up again after this long. */
export const AUTH_REFUSED_MS = 1_000;
/** `lastUsedAt` is brought up to date at most this often (contract 3). */
export const KEY_USE_INTERVAL_MS = 60_000;

/** The topic of the bus that carries the id of a key that was revoked. */
export const KEY_REVOKED = 'key-revoked';

/** Turns credentials into principals. */
export interface Authenticator {
  /**
   * The principal of a whole Authorization header: at once when the key is in memory, else after
   * one read. Throws or rejects with UNAUTHORIZED when the header is missing or malformed or the
   * key is unknown, revoked or expired by business time.
   */
  readonly authenticate: Authenticate;
  /** Forgets a key that was just revoked by this process and tells the listeners. */
  revoked(keyId: string): void;
  /** Calls the listener with the id of each revoked key, perhaps more than once: to close sockets. */
  onRevoked(listener: (keyId: string) => void): () => void;
  /** Writes what is still in memory about the use of keys. */
  close(): Promise<void>;
}

export interface AuthenticatorDeps {
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly bus: Pick<Bus, 'subscribe' | 'onReset'>;
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly log: Log;
}

interface Entry {
  /** Replaced, never changed, when the key's last use is brought up to date. */
  principal: Principal;
  readonly keyId: string;
  /** Business time, as the next; Infinity for a key that never expires. */
  readonly expiresAt: number;
  lastUsedAt: number;
}

const unauthorized = (): AppError => new AppError('UNAUTHORIZED');

/** Starts the authenticator; it lives until `close`. */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { database, bus, clock, log } = deps;
  const entries = new LRUCache<string, Entry>({ max: AUTH_CACHE_KEYS });
  const refused = new LRUCache<string, true>({
    max: AUTH_REFUSED_KEYS,
    ttl: AUTH_REFUSED_MS,
    ttlResolution: 0,
    perf: { now: () => deps.monotonic.elapsedMs() },
  });
  const lookups = new Map<string, Promise<Principal>>();
  const listeners = new Set<(keyId: string) => void>();
  const use = createKeyUse(database);
  /** Counts revocations: a read that began before one must not be remembered after it. */
  let revocations = 0;

  function revoked(keyId: string): void {
    revocations += 1;
    for (const [header, entry] of entries.entries()) {
      if (entry.keyId === keyId) entries.delete(header);
    }
    for (const listener of listeners) listener(keyId);
  }

  /** A hit: refuses an expired key and notes the use, without a promise or an allocation. */
  function admit(header: string, entry: Entry): Principal {
    const now = clock.now();
    if (now >= entry.expiresAt) {
      entries.delete(header);
      throw unauthorized();
    }
    if (now - entry.lastUsedAt >= KEY_USE_INTERVAL_MS) {
      noteUse(entry, now);
      use.note(entry.keyId, now);
    }
    return entry.principal;
  }

  async function lookUp(header: string, secret: string): Promise<Principal> {
    const before = revocations;
    const [row] = await database.reads.query<KeyOfHashRow>(keyOfHash, [hashKey(secret)]);
    if (!row) {
      refused.set(header, true);
      throw unauthorized();
    }
    const entry = entryOf(row);
    const principal = admit(header, entry);
    if (revocations === before) entries.set(header, entry);
    return principal;
  }

  /** Finds keys in memory that were revoked without word of it: messages can be lost. */
  async function sweep(): Promise<void> {
    const ids = [...entries.values()].map(({ keyId }) => keyId);
    if (ids.length === 0) return;
    for (const { id } of await database.reads.query<RevokedAmongRow>(revokedAmong, [ids])) {
      revoked(id);
    }
  }

  const quietly = (work: Promise<void>): void => {
    work.catch((err: unknown) => log.warn({ err }, 'the upkeep of API keys failed'));
  };
  const upkeep = setInterval(() => {
    quietly(use.flush());
    quietly(sweep());
  }, KEY_USE_INTERVAL_MS);
  upkeep.unref();
  const unsubscribe = [
    bus.subscribe(KEY_REVOKED, (keyId) => revoked(String(keyId))),
    bus.onReset(() => {
      quietly(sweep());
      revocations += 1;
      entries.clear();
    }),
  ];

  return {
    authenticate(authorization) {
      if (authorization === undefined) throw unauthorized();
      const entry = entries.get(authorization);
      if (entry) return admit(authorization, entry);
      const running = lookups.get(authorization);
      if (running) return running;
      const secret = API_KEY_HEADER.exec(authorization)?.[1];
      if (secret === undefined || refused.has(authorization)) throw unauthorized();
      const lookup = lookUp(authorization, secret).finally(() => lookups.delete(authorization));
      lookups.set(authorization, lookup);
      return lookup;
    },
    revoked,
    onRevoked(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      clearInterval(upkeep);
      for (const stop of unsubscribe) stop();
      await use.flush();
    },
  };
}

function entryOf(row: KeyOfHashRow): Entry {
  const { id, label, prefix, createdAt, expiresAt, lastUsedAt } = row;
  const { userId, idpId, username, avatar, walletAddress } = row;
  const principal: Principal = {
    userId,
    idpId,
    username,
    avatar,
    walletAddress,
    authMethod: 'apiKey',
    scopes: scopesOf(row.scopes),
    budgetKey: id,
    sessionId: null,
    apiKey: {
      id,
      label,
      prefix,
      lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
      expiresAt: expiresAt === null ? null : isoTime(expiresAt),
      createdAt: isoTime(createdAt),
    },
  };
  return {
    principal,
    keyId: id,
    expiresAt: expiresAt ?? Number.POSITIVE_INFINITY,
    lastUsedAt: lastUsedAt ?? Number.NEGATIVE_INFINITY,
  };
}

function noteUse(entry: Entry, now: number): void {
  const { apiKey } = entry.principal;
  entry.lastUsedAt = now;
  if (apiKey) {
    entry.principal = { ...entry.principal, apiKey: { ...apiKey, lastUsedAt: isoTime(now) } };
  }
}
