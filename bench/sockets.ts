import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Service } from './service.ts';
import { type BenchUser, type Group, inParallel } from './world.ts';

const SOCKETS = 1_000;
const MESSAGES = 40;
const PAUSE_MS = 250;
const ARRIVAL_LIMIT_MS = 30_000;

export interface ChatResult {
  readonly sockets: number;
  readonly messages: number;
  /** From the start of the request that posts a message to its arrival at a socket. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Messages that did not arrive at a socket, of `sockets × messages`. */
  readonly lost: number;
}

/** Members of one group with a socket each; the leader posts, every arrival is timed. */
export async function chatMessages(service: Service, group: Group): Promise<ChatResult> {
  const sockets = await inParallel(SOCKETS, (n) => connect(service, group.members[n] as BenchUser));
  try {
    const posted = new Map<string, number>();
    const times: number[] = [];
    for (const socket of sockets) {
      socket.on('new_message', ({ content }: { content: string }) => {
        times.push(performance.now() - (posted.get(content) ?? Number.NaN));
      });
    }
    for (let n = 0; n < MESSAGES; n += 1) {
      const content = `message ${n}`;
      posted.set(content, performance.now());
      const body = { type: 'TEXT', content };
      await service.call(group.leader.apiKey, 'POST', `/chat/${group.groupId}/messages`, body);
      await delay(PAUSE_MS);
    }
    const all = SOCKETS * MESSAGES;
    const limit = performance.now() + ARRIVAL_LIMIT_MS;
    while (times.length < all && performance.now() < limit) await delay(20);
    times.sort((a, b) => a - b);
    const at = (share: number): number =>
      Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN);
    const lost = all - times.length;
    const spread = { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
    return { sockets: SOCKETS, messages: MESSAGES, ...spread, lost };
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

function connect({ origin }: Service, { apiKey }: BenchUser): Promise<Socket> {
  const settings = { transports: ['websocket'], forceNew: true, auth: { token: apiKey } };
  const socket = io(`${origin}/chat`, settings);
  return new Promise((resolve, reject) => {
    socket.once('connected', () => resolve(socket));
    socket.once('error', ({ message }: { message: string }) => reject(new Error(message)));
    socket.once('connect_error', reject);
  });
}
