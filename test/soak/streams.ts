import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import type { Chance } from '../fuzz/chance.ts';
import type { SoakUser } from './recorder.ts';

const CATCH_UP_LIMIT_MS = 30_000;
const RESUME_LIMIT_MS = 10_000;
const RESUME_PAUSE_MS = 500;
const VISIT_MS = 5_000;
const SETTINGS = { transports: ['websocket'], forceNew: true, reconnectionDelay: 100 };

interface StreamEvent {
  readonly seq: number;
  readonly type: string;
  readonly data: unknown;
}

/** What one client has of its stream: its place and a digest over all that it was told. */
interface Follower {
  readonly user: SoakUser;
  readonly socket: Socket;
  seq: number;
  digest: string;
  /** What a `resume` was last refused with. */
  refused: string;
  /** The same as the database keeps it, up to the last check. */
  kept: { seq: number; digest: string };
}

export interface StreamFigures {
  events: number;
  reconnections: number;
  chatMessages: number;
  visits: number;
}

export interface Streams {
  readonly figures: StreamFigures;
  /** Compares what was received and replayed with what is kept; what is wrong, in words. */
  check(client: pg.Client): Promise<string[]>;
  /** Clients that come, subscribe and go again, as pages do. */
  visit(origin: string, user: SoakUser, groupSymbol: string): void;
  close(): void;
}

const next = (digest: string, { seq, type, data }: StreamEvent): string =>
  hash('sha256', `${digest} ${seq} ${type} ${JSON.stringify(data)}`, 'hex');

/** Connects a client of `/account` and of `/chat` per user, each to one of the processes. */
export async function openStreams(
  users: readonly SoakUser[],
  origins: readonly string[],
  chance: Chance,
): Promise<Streams> {
  const figures: StreamFigures = { events: 0, reconnections: 0, chatMessages: 0, visits: 0 };
  const sockets: Socket[] = [];
  const visitors = new Set<Socket>();
  const followers = await Promise.all(
    users.map((user, n) => follow(user, origins[n % origins.length] as string, figures)),
  );
  for (const [n, { apiKey }] of users.entries()) {
    const socket = io(`${origins[n % origins.length]}/chat`, {
      ...SETTINGS,
      auth: { token: apiKey },
    });
    socket.on('new_message', () => {
      figures.chatMessages += 1;
    });
    sockets.push(socket);
  }
  return {
    figures,
    async check(client) {
      const problems: string[] = [];
      const untilMs = performance.now() + CATCH_UP_LIMIT_MS;
      for (const one of followers) problems.push(...(await checkOne(client, one, untilMs)));
      return problems;
    },
    visit(origin, user, symbol) {
      figures.visits += 1;
      const namespace = chance.one(['/perps', '/chat', '/account', '/prices']);
      const settings = { ...SETTINGS, reconnection: false, auth: { token: user.apiKey } };
      const socket = io(`${origin}${namespace}`, settings);
      visitors.add(socket);
      if (namespace === '/perps') socket.emit('subscribe_market', { symbol });
      setTimeout(() => {
        socket.disconnect();
        visitors.delete(socket);
      }, VISIT_MS).unref();
    },
    close() {
      const all = [...sockets, ...visitors, ...followers.map(({ socket }) => socket)];
      for (const socket of all) socket.disconnect();
    },
  };
}

/** What a client does that survives anything, as docs/concepts/real-time.md says it. */
function follow(user: SoakUser, origin: string, figures: StreamFigures): Promise<Follower> {
  const socket = io(`${origin}/account`, { ...SETTINGS, auth: { token: user.apiKey } });
  const follower: Follower = {
    user,
    socket,
    seq: -1,
    digest: '',
    refused: '',
    kept: { seq: 0, digest: '' },
  };
  return new Promise((resolve) => {
    socket.on('connected', ({ latestSeq }: { latestSeq: number }) => {
      if (follower.seq >= 0) {
        figures.reconnections += 1;
        void resume(follower);
        return;
      }
      follower.seq = latestSeq;
      follower.kept = { seq: latestSeq, digest: '' };
      resolve(follower);
    });
    socket.on('event', (event: StreamEvent) => {
      if (event.seq !== follower.seq + 1) return;
      follower.seq = event.seq;
      follower.digest = next(follower.digest, event);
      figures.events += 1;
    });
  });
}

/** Asks for what was missed, again while it is refused: the database may be away as well. */
async function resume(follower: Follower): Promise<void> {
  const { socket } = follower;
  while (socket.connected) {
    const asked = socket.timeout(RESUME_LIMIT_MS).emitWithAck('resume', { after: follower.seq });
    const ack = await asked.catch(() => null);
    if (ack?.ok) return;
    follower.refused = JSON.stringify(ack);
    await delay(RESUME_PAUSE_MS);
  }
}

async function checkOne(client: pg.Client, follower: Follower, untilMs: number): Promise<string[]> {
  const { user, kept } = follower;
  const latest = 'select event_seq::int as seq from wallet where user_id = $1';
  const [row] = (await client.query<{ seq: number }>(latest, [user.userId])).rows;
  const goal = row?.seq ?? 0;
  while (follower.seq < goal && performance.now() < untilMs) await delay(20);
  const has = { seq: follower.seq, digest: follower.digest };
  if (has.seq < goal) {
    const { connected } = follower.socket;
    const state = `connected ${connected}, last refusal ${follower.refused}`;
    return [`the stream of ${user.userId} stands at ${has.seq} of ${goal} (${state})`];
  }
  const since = `select seq::int as seq, type, data from event
    where user_id = $1 and seq > $2 and seq <= $3 order by seq`;
  const { rows } = await client.query(since, [user.userId, kept.seq, has.seq]);
  let { digest, seq } = kept;
  for (const event of rows as { seq: number; type: string; data: string }[]) {
    if (event.seq !== seq + 1) return [`the stream of ${user.userId} has a hole after ${seq}`];
    seq = event.seq;
    digest = next(digest, { ...event, data: JSON.parse(event.data) });
  }
  follower.kept = { seq, digest };
  if (digest === has.digest) return [];
  return [`the stream of ${user.userId} was told otherwise than it is kept, up to ${seq}`];
}
