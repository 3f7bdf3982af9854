import type { Socket } from 'socket.io';
import { invalid } from '../../errors/app-error.ts';
import type { EventRow } from '../../ledger/tables.ts';
import { isoTime } from '../../platform/clock.ts';
import { STREAM_PAGE } from './limits.ts';

interface StreamEvent {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly data: unknown;
}

/** Reads a user's events after a number, as `GET /account/events` does. */
export type ReadEvents = (
  userId: string,
  page: { readonly after: number; readonly limit: number },
) => Promise<{
  readonly events: readonly StreamEvent[];
  readonly latestSeq: number;
  readonly oldestSeq: number;
}>;

/**
 * One socket's view of its user's stream: every event once, in order, without a gap, from where it
 * began. What has just been committed here is sent at once when it is the next one; anything else is
 * only a hint to read on.
 */
export class AccountStream {
  readonly userId: string;
  readonly #socket: Socket;
  readonly #read: ReadEvents;
  readonly #report: (error: unknown) => void;
  #sentSeq: number;
  #reading: Promise<void> | null = null;
  #again = false;

  /** Begins after `latestSeq`; `report` hears of reads that failed, which the next hint repeats. */
  constructor(
    socket: Socket,
    userId: string,
    from: { read: ReadEvents; latestSeq: number; report: (error: unknown) => void },
  ) {
    this.#socket = socket;
    this.userId = userId;
    this.#read = from.read;
    this.#report = from.report;
    this.#sentSeq = from.latestSeq;
  }

  /** The number of the event that was sent last. */
  get sentSeq(): number {
    return this.#sentSeq;
  }

  /** Takes events that were committed in this process, in order. */
  push(events: readonly EventRow[]): void {
    for (const { seq, type, at, data } of events) {
      const isNext = this.#reading === null && seq === BigInt(this.#sentSeq + 1);
      if (!isNext) {
        if (seq > BigInt(this.#sentSeq)) this.readOn();
        return;
      }
      this.#send({ seq: this.#sentSeq + 1, type, at: isoTime(at), data: JSON.parse(data) });
    }
  }

  /** Reads on from what was sent last, after what is being read. */
  readOn(): void {
    this.#catchUp().catch(this.#report);
  }

  /**
   * Goes on after a number that the client names: back, when it has missed something, or forward.
   * Resolves when all there is has been sent. STREAM_RESET with the oldest number kept when what it
   * asks for is gone.
   */
  async resume(after: number): Promise<object> {
    await this.#reading?.catch(() => {});
    const { latestSeq, oldestSeq } = await this.#read(this.userId, { after, limit: 1 });
    if (after < oldestSeq - 1) return { ok: false, code: 'STREAM_RESET', oldestSeq };
    if (after > latestSeq) throw invalid(`after is beyond the newest event ${latestSeq}`);
    this.#sentSeq = after;
    await this.#catchUp();
    return { from: after + 1, latestSeq: this.#sentSeq };
  }

  #catchUp(): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#readAll();
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    try {
      do {
        this.#again = false;
        await this.#readPages();
      } while (this.#again && this.#socket.connected);
    } finally {
      // In the same step as the last look at `#again`: a hint in between would be lost.
      this.#reading = null;
    }
  }

  async #readPages(): Promise<void> {
    for (;;) {
      const page = { after: this.#sentSeq, limit: STREAM_PAGE };
      const { events } = await this.#read(this.userId, page);
      for (const event of events) if (event.seq === this.#sentSeq + 1) this.#send(event);
      if (events.length < STREAM_PAGE || !(await this.#taken())) return;
    }
  }

  /** Waits until the client has taken what was sent; false when it has gone instead. */
  #taken(): Promise<boolean> {
    const { conn } = this.#socket;
    return new Promise((resolve) => {
      const look = (): void => {
        const isOpen = conn.readyState === 'open';
        if (isOpen && !conn.transport.writable) return;
        conn.off('drain', look);
        conn.off('close', look);
        resolve(isOpen);
      };
      conn.on('drain', look);
      conn.on('close', look);
      look();
    });
  }

  #send(event: StreamEvent): void {
    this.#socket.emit('event', event);
    this.#sentSeq = event.seq;
  }
}
