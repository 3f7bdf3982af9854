import type { Engine } from '../../engine/engine.ts';
import type { Usdc } from '../../money/fixed.ts';
import type { Clock, MonotonicClock } from '../../platform/clock.ts';
import type { OidcConfig } from '../../platform/config.ts';
import type { Bus } from '../../platform/db/bus.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Identity, RandomBytes } from '../identity/index.ts';

/** What sign-in is built on. */
export interface SessionsDeps {
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly engine: Pick<Engine, 'submit'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'onReset'>;
  readonly identity: Pick<Identity, 'createUser'>;
  readonly ids: Ids;
  readonly random: RandomBytes;
  /** Business time: the security log. */
  readonly clock: Clock;
  /** Real time: tokens, codes, sessions, throttles, mail. */
  readonly wallClock: Clock;
  readonly monotonic: MonotonicClock;
  readonly log: Log;
  readonly config: SessionsConfig;
}

export interface SessionsConfig {
  readonly publicUrl: string;
  readonly mode: 'paper' | 'live';
  readonly paperDeposit: Usdc;
  readonly authSecret: string | null;
  readonly oidc: OidcConfig | null;
  readonly trustedProxies: readonly string[];
}

/** Where a request comes from. */
export interface Origin {
  readonly ip: string | null;
  readonly userAgent: string | null;
}
