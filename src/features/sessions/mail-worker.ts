import { isoTime } from '../../platform/clock.ts';
import type { Statement } from '../../platform/db/table.ts';
import { startRounds } from '../../platform/rounds.ts';
import type { Turns } from '../../platform/turns.ts';
import { RESET_LINK_MS } from './credentials.ts';
import type { SessionsDeps } from './deps.ts';
import { createJournal } from './journal.ts';
import { letters } from './letters.ts';
import { type LoginRow, loginOfEmail, saveMailToken, takeResetRequests } from './login.sql.ts';
import {
  type ClaimedMailRow,
  claimMail,
  mailWaits,
  postponeMail,
  pruneChallenges,
  pruneMail,
  pruneMailTokens,
  pruneSessions,
  pruneThrottle,
  settleMail,
} from './mail.sql.ts';
import type { MailTransport } from './mail-transport.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { inTransaction } from './transaction.ts';

/** How often to look for mail. */
const POLL_INTERVAL_MS = 500;
/** Mails taken in one round and sent at once: the lease is longer than the slowest server. */
const ROUND_LIMIT = 5;
/** Nobody else takes a mail for so long, while it is being sent. */
const LEASE_MS = 60_000;
/** Tries of a mail, the last one about a day after the first. */
export const MAX_MAIL_ATTEMPTS = 10;
/** The wait after the first try; it doubles with every further one: 2 minutes. */
export const FIRST_MAIL_PAUSE_MS = 120_000;
/** The longest wait between two tries: 4 hours. */
export const LONGEST_MAIL_PAUSE_MS = 14_400_000;
/** Mail that was sent, and the outbox, are kept for 7 days. */
export const MAIL_KEPT_MS = 604_800_000;
/** What has ended is removed this often. */
const PRUNE_INTERVAL_MS = 3_600_000;

export interface MailWorker {
  /** Looks at once. */
  wake(): void;
  stop(): Promise<void>;
}

export type MailWorkerDeps = Pick<
  SessionsDeps,
  'database' | 'ids' | 'random' | 'clock' | 'wallClock' | 'log'
> & {
  readonly config: { readonly publicUrl: string };
  /** Null without a mail server. */
  readonly transport: MailTransport | null;
  /** Whether mail without a server is kept for the outbox; else the log tells that it was not sent. */
  readonly outbox: boolean;
  readonly turns?: Turns | undefined;
};

/** Writes the mails that were asked for and sends what waits; runs in every process. */
export function startMailWorker(deps: MailWorkerDeps): MailWorker {
  const { database, random, wallClock, log, config, transport, outbox } = deps;
  const journal = createJournal(deps);
  const write = letters(config.publicUrl);
  const at = (ms = 0): string => isoTime(wallClock.now() + ms);
  const run = (statement: Statement, values: readonly unknown[]) =>
    database.withClient((client) => client.query({ ...statement, values: [...values] }));
  let prunedAt = Number.NEGATIVE_INFINITY;

  /** One address at a time and in one transaction: a wish is answered by one mail or none. */
  const writeResets = () =>
    inTransaction(database, async (query) => {
      const wishes = await query<{ email: string }>(takeResetRequests, [ROUND_LIMIT]);
      for (const { email } of wishes) {
        const [login] = await query<LoginRow>(loginOfEmail, [email]);
        if (!login) continue;
        const { userId } = login;
        const token = newSecret(random);
        await query(saveMailToken, [hashSecret(token), 'reset', userId, at(RESET_LINK_MS)]);
        await journal.mail(query, { userId, recipient: email, ...write.reset(token) });
      }
    });

  async function deliver({ id, recipient, subject, body, attempts }: ClaimedMailRow) {
    const settle = (status: string) => run(settleMail, [id, status, recipient, at()]);
    // An account of an OIDC issuer or of the sandbox has no address.
    if (recipient === null) return settle('NOT_SENT');
    if (transport === null) {
      if (!outbox) log.warn({ mail: id, subject }, 'not sent: no mail server');
      return settle(outbox ? 'OUTBOX' : 'NOT_SENT');
    }
    try {
      await transport.send({ to: recipient, subject, text: body });
    } catch (problem) {
      // The server's words may repeat the mail; its code is enough to find the cause.
      const { code, responseCode } = problem as { code?: string; responseCode?: number };
      log.warn({ mail: id, attempts, code, responseCode }, 'not sent: the mail server refused');
      if (attempts >= MAX_MAIL_ATTEMPTS) return settle('NOT_SENT');
      const pause = Math.min(LONGEST_MAIL_PAUSE_MS, FIRST_MAIL_PAUSE_MS * 2 ** (attempts - 1));
      return run(postponeMail, [id, at(pause)]);
    }
    return settle('SENT');
  }

  async function prune(): Promise<void> {
    if (wallClock.now() - prunedAt < PRUNE_INTERVAL_MS) return;
    prunedAt = wallClock.now();
    await run(pruneMail, [at(-MAIL_KEPT_MS)]);
    for (const statement of [pruneChallenges, pruneThrottle, pruneMailTokens, pruneSessions]) {
      await run(statement, [at()]);
    }
  }

  const rounds = startRounds({
    name: 'mail',
    turns: deps.turns,
    intervalMs: POLL_INTERVAL_MS,
    async round() {
      await prune();
      const [found] = await database.reads.query<{ waits: boolean }>(mailWaits, [at()]);
      if (found?.waits !== true) return false;
      await writeResets();
      const claimed = await run(claimMail, [at(), at(LEASE_MS), ROUND_LIMIT]);
      await Promise.all((claimed.rows as ClaimedMailRow[]).map(deliver));
      return claimed.rows.length === ROUND_LIMIT;
    },
    failed: (err) => log.warn({ err }, 'mail could not be worked off; it goes on'),
  });
  return {
    wake: rounds.wake,
    async stop() {
      await rounds.stop();
      transport?.close();
    },
  };
}
