import type { Engine } from '../../engine/engine.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { startRounds } from '../../platform/rounds.ts';
import type { Turns } from '../../platform/turns.ts';
import { waitingAnnouncementsStatement } from './chat.sql.ts';
import { type PostAnnouncement, postAnnouncement } from './post-announcement.ts';

/** Announcements posted in one round. */
const ROUND_LIMIT = 500;
/** How often to look without being told: a process may have ended before it could post. */
const POLL_INTERVAL_MS = 250;

export interface ChatWorkerDeps {
  readonly engine: Engine;
  readonly reads: ReadPool;
  readonly log: Log;
  readonly turns?: Turns | undefined;
}

export interface ChatWorker {
  /** Looks at once. */
  wake(): void;
  /** Whether an announcement waits to be posted. */
  due(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Posts what the calls of groups announce; runs in every process. */
export function startChatWorker({ engine, reads, log, turns }: ChatWorkerDeps): ChatWorker {
  const waiting = (limit: number): Promise<PostAnnouncement[]> =>
    reads.query<PostAnnouncement & Record<string, unknown>>(waitingAnnouncementsStatement, [limit]);

  /** All of a group in one lane, in their order; one that fails stays and holds nobody up. */
  const post = async (row: PostAnnouncement): Promise<boolean> => {
    try {
      await engine.submit(postAnnouncement, row, { userId: row.groupId, background: true });
      return true;
    } catch (err) {
      log.warn({ err, id: row.id }, 'an announcement is left to the next round');
      return false;
    }
  };

  const rounds = startRounds({
    name: 'chat',
    turns,
    intervalMs: POLL_INTERVAL_MS,
    async round() {
      const rows = await waiting(ROUND_LIMIT);
      const posted = await Promise.all(rows.map(post));
      return rows.length === ROUND_LIMIT && posted.includes(true);
    },
    failed: (err) => log.warn({ err }, 'posting to chats failed; it goes on with the next round'),
  });
  engine.onCommitted(({ announcements }) => {
    if (announcements.length > 0) rounds.wake();
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
