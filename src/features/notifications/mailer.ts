import type { Engine } from '../../engine/engine.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { startRounds } from '../../platform/rounds.ts';
import type { Turns } from '../../platform/turns.ts';
import { DIGEST_MS, digestLetter, nextDigest } from './digest.ts';
import { noticeLetter, type ToldEvent } from './letter.ts';
import { type NoteMailed, noteMailed } from './note-mailed.ts';
import {
  type CallRow,
  cashStatement,
  digestStatement,
  newCallsStatement,
  toldEventsStatement,
  type WaitingRow,
  waitingStatement,
} from './notifications.sql.ts';
import { isOn } from './settings.ts';

/** How often to look for something to mail. */
const LOOK_INTERVAL_MS = 2_000;
/** Users looked at in one round. */
const ROUND_LIMIT = 100;

export interface NotificationMailer {
  /** Looks at once. */
  wake(): void;
  /** Whether something waits to be written. */
  due(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface NotificationMailerDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
  /** Business time. */
  readonly clock: Clock;
  readonly log: Log;
  readonly turns?: Turns | undefined;
}

type Row = Record<string, unknown>;

/** Writes the mails that users have chosen; runs in every process. */
export function startNotificationMailer(deps: NotificationMailerDeps): NotificationMailer {
  const { engine, reads, clock, log } = deps;
  const waiting = (limit: number) =>
    reads.query<WaitingRow>(waitingStatement, [isoTime(clock.now()), limit]);

  /** The digest that is due, if any. */
  async function dailyLetters({ userId, mail, digestAt }: WaitingRow) {
    if (digestAt === null || digestAt > clock.now() || !isOn(mail, 'digest')) return null;
    // After a long pause it tells of the last whole day only.
    const until = Math.floor(clock.now() / DIGEST_MS) * DIGEST_MS;
    const times = [isoTime(until - DIGEST_MS), isoTime(until)];
    const [counts, [wallet]] = await Promise.all([
      reads.query<{ type: string; count: number } & Row>(digestStatement, [userId, ...times]),
      reads.query<{ available: bigint } & Row>(cashStatement, [userId]),
    ]);
    const byType = new Map(counts.map(({ type, count }) => [type, count]));
    const cash: Usdc = usdc(wallet?.available ?? 0n);
    return digestLetter(isoTime(until - DIGEST_MS).slice(0, 10), byType, formatUsdc(cash));
  }

  async function compose(user: WaitingRow): Promise<NoteMailed> {
    const { userId, mail, mailedSeq, eventSeq, digestAt } = user;
    const [events, calls, daily] = await Promise.all([
      reads.query<ToldEvent & Row>(toldEventsStatement, [userId, mailedSeq, eventSeq]),
      isOn(mail, 'calls') ? reads.query<CallRow>(newCallsStatement, [userId]) : [],
      dailyLetters(user),
    ]);
    // Rows of a group rise in time: the last one of each is how far it was read.
    const seen = new Map(calls.map(({ groupId, createdAt }) => [groupId, createdAt]));
    const letters = [noticeLetter(mail, events, calls), daily].filter((one) => one !== null);
    return {
      userId,
      mail,
      mailedSeq: { before: mailedSeq, after: eventSeq },
      digestAt: { before: digestAt, after: daily === null ? digestAt : nextDigest(clock.now()) },
      seen: [...seen].map(([groupId, seenAt]) => ({ groupId, seenAt })),
      letters,
    };
  }

  const tell = async (user: WaitingRow): Promise<void> => {
    const { userId } = user;
    await engine.submit(noteMailed, await compose(user), { userId, background: true });
  };

  const rounds = startRounds({
    name: 'notifications',
    turns: deps.turns,
    intervalMs: LOOK_INTERVAL_MS,
    async round() {
      const users = await waiting(ROUND_LIMIT);
      const told = await Promise.allSettled(users.map(tell));
      const failed = told.find((one) => one.status === 'rejected');
      if (failed) log.warn({ err: failed.reason }, 'news were left to the next round');
      return users.length === ROUND_LIMIT && failed === undefined;
    },
    failed: (err) => log.warn({ err }, 'writing of news failed; it goes on with the next round'),
  });
  return {
    wake: rounds.wake,
    async due() {
      await rounds.idle();
      return (await waiting(1)).length > 0;
    },
    stop: rounds.stop,
  };
}
