import type { Engine } from '../../engine/engine.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
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
}

export interface ChatWorker {
  /** Looks at once. */
  wake(): void;
  /** Whether an announcement waits to be posted. */
  due(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Posts what the calls of groups announce; runs in every process. */
export function startChatWorker(deps: ChatWorkerDeps): ChatWorker {
  const worker = new Worker(deps);
  deps.engine.onCommitted(({ announcements }) => {
    if (announcements.length > 0) worker.wake();
  });
  worker.wake();
  return worker;
}

class Worker implements ChatWorker {
  readonly #deps: ChatWorkerDeps;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(deps: ChatWorkerDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => this.wake(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  wake(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#rounds().finally(() => {
      this.#running = null;
      if (!this.#again) return;
      this.#again = false;
      this.wake();
    });
  }

  async due(): Promise<boolean> {
    if (this.#running || this.#again) return true;
    return (await this.#waiting(1)).length > 0;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#again = false;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #rounds(): Promise<void> {
    try {
      while (!this.#stopped) {
        const rows = await this.#waiting(ROUND_LIMIT);
        const posted = await Promise.all(rows.map((row) => this.#post(row)));
        if (rows.length < ROUND_LIMIT || !posted.includes(true)) return;
      }
    } catch (err) {
      this.#deps.log.warn({ err }, 'posting to chats failed; it goes on with the next round');
    }
  }

  #waiting(limit: number): Promise<PostAnnouncement[]> {
    return this.#deps.reads.query<PostAnnouncement & Record<string, unknown>>(
      waitingAnnouncementsStatement,
      [limit],
    );
  }

  /** All of a group in one lane, in their order; one that fails stays and holds nobody up. */
  async #post(row: PostAnnouncement): Promise<boolean> {
    try {
      const options = { userId: row.groupId, background: true };
      await this.#deps.engine.submit(postAnnouncement, row, options);
      return true;
    } catch (err) {
      this.#deps.log.warn({ err, id: row.id }, 'an announcement is left to the next round');
      return false;
    }
  }
}
