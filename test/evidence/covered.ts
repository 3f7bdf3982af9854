/** Test files and folders that the part `faults` runs. */
export const WHOLE_PATHS: readonly string[] = [
  'test/faults',
  'src/engine/crash.test.ts',
  'src/engine/lost-commit.test.ts',
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
   * What causes it: a test file, `soak` or `fuzz`. Empty: nothing does yet, and the report says so.
   */
  readonly by: readonly string[];
}

const areas: Readonly<Record<string, readonly (readonly [fault: string, ...by: string[]])[]>> = {
  process: [
    ['kill -9 at random under load', 'soak', 'test/faults/embedded-kill.test.ts'],
    [
      'kill -9 at named points: after a claim, before and after a commit, in a fan-out',
      ...['test/faults/kill-points.test.ts', 'test/faults/kill-perps.test.ts'],
      ...['test/faults/kill-predictions-points.test.ts', 'test/faults/kill-withdrawals.test.ts'],
    ],
    [
      'kill -9 with orders at the venue',
      ...['test/faults/kill-in-flight.test.ts', 'test/faults/kill-predictions-in-flight.test.ts'],
    ],
    [
      'kill -9 while agents and automatic messages are sent',
      ...['test/faults/kill-agents.test.ts', 'test/faults/kill-announcements.test.ts'],
    ],
    ['kill -9 while a market is resolved', 'test/faults/kill-predictions-resolution.test.ts'],
    ['SIGTERM with requests in flight', 'test/faults/graceful-stop.test.ts'],
    [
      'a paused worker whose lease has expired: its late commit fails',
      ...['test/faults/paused-process.test.ts', 'test/faults/perp-drivers.test.ts'],
    ],
    ['a whole process paused for seconds (SIGSTOP)', 'soak'],
    ['several processes start on an empty database', 'test/faults/start-together.test.ts'],
    ['sockets resume after kills without a gap', 'soak', 'test/faults/socket-resume.test.ts'],
  ],
  database: [
    ['restarted fast and immediate, under load', 'soak'],
    ['connections terminated, under load', 'soak', 'src/engine/crash.test.ts'],
    ['the answer of a commit is lost', 'src/engine/lost-commit.test.ts'],
    ['away while sockets connect', 'src/features/realtime/gateway.test.ts'],
  ],
  'duplicates and order': [
    ['one request 50 times at once with one key', 'test/e2e/idempotency.test.ts'],
    ['a request repeated at another process', 'soak', 'test/e2e/idempotency.test.ts'],
    [
      'what meets at once: sales, closes, claims, liquidations, kicks',
      ...['test/e2e/races.test.ts', 'test/e2e/predictions-races.test.ts'],
      ...['test/e2e/perps-races.test.ts', 'src/features/groups/races.test.ts'],
    ],
  ],
  time: [
    ['hours of business time at once: funding, snapshots, housekeeping', 'soak'],
    ['markets end and are resolved under load', 'soak'],
  ],
  venue: [
    [
      'slow, down, and unknown outcomes that turn out filled or failed',
      ...['test/e2e/orders-pending.test.ts', 'test/e2e/follow-unknown.test.ts'],
    ],
  ],
  abuse: [
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
