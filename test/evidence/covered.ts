/** Test files and folders that the part `faults` runs. */
export const WHOLE_PATHS: readonly string[] = [
  'test/faults',
  'src/engine/crash.test.ts',
  'src/engine/lost-commit.test.ts',
  'src/engine/held-rows.test.ts',
  'src/engine/silent-link.test.ts',
  'src/features/predictions/stale-prices.test.ts',
  'src/features/groups/races.test.ts',
  'src/features/realtime/gateway.test.ts',
  'test/e2e/races.test.ts',
  'test/e2e/perps-races.test.ts',
  'test/e2e/predictions-races.test.ts',
  'test/e2e/idempotency.test.ts',
  'test/e2e/follow-unknown.test.ts',
  'test/e2e/orders-pending.test.ts',
];

export interface CoveredFault {
  readonly area: string;
  readonly fault: string;
  /**
   * What causes it: a test file, `soak`, `sim` or `fuzz`. Empty: nothing does yet, and the report says so.
   */
  readonly by: readonly string[];
}

const faultTest = (name: string): string => `test/faults/${name}.test.ts`;

const areas: Readonly<Record<string, readonly (readonly [fault: string, ...by: string[]])[]>> = {
  process: [
    ['kill -9 at random under load', 'soak', faultTest('kill-random'), faultTest('embedded-kill')],
    [
      'kill -9 at named points: after a claim, before and after a commit, in a fan-out',
      ...['kill-points', 'kill-perps', 'kill-predictions-points'].map(faultTest),
      ...['kill-withdrawals', 'failpoints'].map(faultTest),
    ],
    ['kill -9 in the middle of a migration', faultTest('kill-migration')],
    [
      'kill -9 with orders at the venue',
      ...['kill-in-flight', 'kill-predictions-in-flight', 'venue-changes'].map(faultTest),
    ],
    [
      'kill -9 while agents and automatic messages are sent',
      ...['kill-agents', 'kill-announcements'].map(faultTest),
    ],
    ['kill -9 while a market is resolved', faultTest('kill-predictions-resolution')],
    ['SIGTERM with requests in flight', faultTest('graceful-stop')],
    ['two workers on one row', faultTest('two-workers')],
    [
      'a paused worker whose lease has expired: its late commit fails',
      ...['paused-process', 'perp-drivers'].map(faultTest),
    ],
    ['a whole process paused for seconds (SIGSTOP)', 'soak', faultTest('paused-process')],
    ['several processes start on an empty database', faultTest('start-together')],
    ['sockets resume after kills without a gap', 'soak', faultTest('socket-resume')],
  ],
  database: [
    ['restarted fast and immediate, under load', 'soak', faultTest('database-restart')],
    [
      'connections terminated, under load',
      ...['soak', faultTest('database-terminated'), 'src/engine/crash.test.ts'],
    ],
    ['the answer of a commit is lost', 'sim', 'src/engine/lost-commit.test.ts'],
    ['paused for 30 s', faultTest('database-paused')],
    ['deadlocks provoked', faultTest('database-deadlock')],
    [
      'connections and pool exhausted',
      ...['database-exhausted', 'database-connections'].map(faultTest),
    ],
    ['disk full', faultTest('database-full')],
    [
      'one long lock while others go on',
      faultTest('database-lock'),
      'src/engine/held-rows.test.ts',
    ],
    ['away while sockets connect', 'src/features/realtime/gateway.test.ts'],
  ],
  network: [
    [
      'between service and database: cut, slow, reset, half-open',
      ...[faultTest('network-database'), 'src/engine/silent-link.test.ts'],
    ],
    ['between client and service, sockets too: cut, slow, half-open', faultTest('network-client')],
    ['a cable pulled between service and database', faultTest('network-cable')],
  ],
  'duplicates and order': [
    [
      'one request 50 times at once with one key',
      ...['test/e2e/idempotency.test.ts', faultTest('duplicates-processes')],
    ],
    ['a request repeated at another process', 'soak', 'sim', 'test/e2e/idempotency.test.ts'],
    [
      'what meets at once: sales, closes, claims, liquidations, kicks',
      ...['test/e2e/races.test.ts', 'test/e2e/predictions-races.test.ts'],
      ...['test/e2e/perps-races.test.ts', 'src/features/groups/races.test.ts'],
      faultTest('duplicates-processes'),
    ],
  ],
  time: [
    ['the wall clock jumps, forward and back', faultTest('time-jumps')],
    ['hours of business time at once: funding, snapshots, housekeeping', 'soak', 'sim'],
    ['funding at the hour with two workers', faultTest('perp-drivers')],
    ['markets end and are resolved under load', 'soak', 'sim'],
    [
      'stale prices refuse opens and closes alike',
      ...['src/features/predictions/stale-prices.test.ts', 'test/e2e/refusals.test.ts'],
      'test/e2e/perps-recorded.test.ts',
    ],
  ],
  venue: [
    [
      'slow, down, and unknown outcomes that turn out filled or failed',
      ...['sim', 'test/e2e/orders-pending.test.ts', 'test/e2e/follow-unknown.test.ts'],
      faultTest('venue-changes'),
    ],
    [
      'issuer, mail server and webhooks that answer with half a JSON, HTML, 429, 5xx or without end',
      ...['venue-bad-issuer', 'venue-bad-mail', 'venue-bad-webhook'].map(faultTest),
    ],
  ],
  abuse: [
    ['ten times the rate of one key at every process, a flood of chat', faultTest('abuse-flood')],
    [
      'connections that never finish a request, oversize and deep bodies',
      faultTest('abuse-connections'),
    ],
    [
      'every schema, message and operation with hostile values',
      ...['fuzz', 'test/fuzz/routes.test.ts', 'test/fuzz/graphql.test.ts'],
      'test/fuzz/sockets.test.ts',
    ],
  ],
};

/** The list of faults to survive, and what causes each. */
export const coveredFaults: readonly CoveredFault[] = Object.entries(areas).flatMap(
  ([area, faults]) => faults.map(([fault, ...by]) => ({ area, fault, by })),
);

/** What none of this proves; written by hand, printed as it stands. */
export const notCovered: readonly string[] = [
  '**Live venues.** Only the paper venue is in this version. Its trouble is scripted; how real ' +
    'venues fail is not tried.',
  '**Several machines and Redis.** All processes run on one machine and meet in one database. ' +
    'Networks that split between machines, and shared budgets over Redis, are not tried.',
  '**Replicas and failover.** There is one Postgres server. A standby that takes over, and what it ' +
    'may have missed, is not tried.',
  '**Power loss with disks that lie.** `fsync` is on in the soak, and the server is killed ' +
    'without warning. The machine is not switched off, and its disk is believed.',
  '**Broken memory and clocks.** Bit flips, and processes whose real clocks differ by more than ' +
    'what one machine shows, are not tried.',
  '**Days.** The longest run takes as long as the table of the soak says. What grows by less than ' +
    'its bounds in that time is not seen.',
  '**Browsers.** The console is tested by itself; it takes no part in these runs.',
];
