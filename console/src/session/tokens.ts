import { ApiError } from '../api/api-error.ts';
import { checked, type Fetch, sendOnce, type TokenSource } from '../api/http.ts';
import { expiryOf } from './jwt.ts';

/** A token that ends sooner than this is renewed before it is used, in milliseconds. */
const RENEW_BEFORE_MS = 30_000;

/** The session as the console knows it; `unknown` until the first answer of the service. */
export type SessionState = 'unknown' | 'signed-in' | 'signed-out';

/** The access token in memory, and whether there is a session. */
export interface Tokens extends TokenSource {
  readonly state: () => SessionState;
  subscribe(listener: () => void): () => void;
  /** Asks the service for the session of the refresh cookie. */
  restore(): Promise<SessionState>;
  /** Takes the token of a session that has just begun. */
  take(token: string): void;
  /** Forgets the token, here only: ending the session is the service's. */
  forget(): void;
}

/**
 * Keeps the short-lived access token in memory and nowhere else. The session itself lives in a
 * cookie that no script can read; `POST /auth/token` gives a token for it. Calls that come while a
 * renewal runs wait for the same one.
 */
export function createTokens(deps: { fetch: Fetch; now: () => number }): Tokens {
  const { fetch, now } = deps;
  const listeners = new Set<() => void>();
  let state: SessionState = 'unknown';
  let token: string | null = null;
  let running: Promise<string | null> | null = null;

  function settle(next: string | null): string | null {
    token = next;
    const became: SessionState = next === null ? 'signed-out' : 'signed-in';
    if (became !== state) {
      state = became;
      for (const listener of listeners) listener();
    }
    return next;
  }

  /** A refusal ends the session here; a service that is not reached ends nothing. */
  async function ask(): Promise<string | null> {
    const answer = await sendOnce(fetch, {
      method: 'POST',
      url: '/auth/token',
      body: {},
    });
    if (answer.status === 401 || answer.status === 403) return settle(null);
    const { body } = checked(answer);
    const { data = body } = body as { data?: unknown };
    const given = (data as { token?: unknown } | null)?.token;
    if (typeof given !== 'string') {
      throw new ApiError({ code: 'CONSOLE', message: 'The service gave no token.' });
    }
    return settle(given);
  }

  function renewal(): Promise<string | null> {
    running ??= ask().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async current() {
      if (state === 'signed-out') return null;
      if (token !== null && expiryOf(token) - RENEW_BEFORE_MS > now()) return token;
      return renewal();
    },
    async renew(refused) {
      if (state === 'signed-out') return null;
      // Another call may have renewed it meanwhile.
      return token !== null && token !== refused ? token : renewal();
    },
    async restore() {
      await renewal();
      return state;
    },
    take: (given) => void settle(given),
    forget() {
      settle(null);
    },
  };
}
