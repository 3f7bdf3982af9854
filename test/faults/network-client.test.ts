import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { closeSockets, connectSocket } from '../helpers/socket.ts';
import { type Flock, makeFlock } from './flock.ts';
import { effectsOf, type Sent } from './history.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';
import { type LinkFault, openTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { findingsOf, startWriters } from './writers.ts';

const WRITERS = 6;
const ANSWERS = 40;
/** A client behind a dead link gives up; until then its request is not known to have failed. */
const PATIENCE_MS = thorough ? 5_000 : 1_500;
const [{ mint } = { mint: '' }] = bundledTokens;

let flock: Flock;
let runner: ServiceRunner;
let service: ServiceProcess;
let link: TcpProxy;

beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(WRITERS), openServiceRunner()]);
  service = await runner.start({ DATABASE_URL: flock.database.url });
}, 60_000);
afterAll(async () => {
  service.kill('SIGTERM');
  expect(await service.ended()).toEqual({ code: 0, signal: null });
  await runner.close();
  await flock.close();
});
beforeEach(async () => {
  link = await openTcpProxy({ host: '127.0.0.1', port: Number(new URL(service.origin).port) });
});
afterEach(async () => {
  closeSockets();
  await link.close();
});

const swap = () => ({
  path: '/api/v1/spot/swap',
  body: { sell: 'USDC', buy: mint, amountUsd: '1' },
});

interface Case {
  readonly fault: LinkFault;
  readonly strikes?: number;
  readonly quick?: boolean;
}

const cases: readonly Case[] = [
  { fault: 'lose-answer', strikes: 10, quick: true },
  { fault: 'mid-answer', strikes: 10, quick: true },
  { fault: 'reset', strikes: 10, quick: true },
  { fault: 'half-open', strikes: 6, quick: true },
  { fault: 'slow' },
];

test.each(casesOf(cases))(
  'clients over a link that is $fault learn by their keys what became of their requests',
  async ({ fault, strikes }) => {
    const users = flock.followers;
    const ids = users.map(({ userId }) => userId);
    const before = await effectsOf(flock, ids);
    const origin = () => `http://127.0.0.1:${link.port}`;
    const name = `client ${fault}`;
    const writers = startWriters({ users, origin, name, request: swap, patienceMs: PATIENCE_MS });
    await eventually('writes are answered', () => writers.done >= ANSWERS);
    link.set(fault, strikes);
    const lost = () => writers.sent.filter(({ outcome }) => outcome === 'unknown').length;
    if (strikes === undefined) {
      const slow = writers.done + ANSWERS;
      await eventually('writes are answered slowly', () => writers.done >= slow);
    } else {
      await eventually('answers were lost', () => link.struck >= strikes && lost() >= strikes);
    }
    link.set('pass');
    const recovering = stopwatch();
    const again = writers.done + ANSWERS;
    await eventually('writes are answered again', () => writers.done >= again);
    const recoveryMs = recovering();
    await writers.stop();
    const { sent } = writers;
    expect(await findingsOf(flock, users, { sent, origin: service.origin, before })).toEqual([]);
    const how = strikes === undefined ? 'for a while' : `for ${strikes} connections`;
    noteFault({
      area: 'network',
      fault: `${fault} ${how} between clients and service`,
      operations: sent.length,
      recoveryMs,
    });
  },
  60_000,
);

interface StreamEvent {
  readonly seq: number;
}

const drops: readonly { readonly fault: LinkFault; readonly quick?: boolean }[] = [
  { fault: 'reset', quick: true },
  { fault: 'mid-answer' },
  // Found by the pings of the protocol only, after 45 s at the latest.
  { fault: 'half-open' },
];

test.each(casesOf(drops))(
  'a socket whose link is $fault goes on where it was and misses nothing',
  async ({ fault }) => {
    const { leader } = flock;
    const from = await effectsOf(flock, [leader.userId]);
    const origin = `http://127.0.0.1:${link.port}`;
    const { socket, until, of } = connectSocket(origin, '/account', leader.apiKey);
    const events: StreamEvent[] = [];
    const lastSeq = (): number => events.at(-1)?.seq ?? latestSeq;
    let latestSeq = 0;
    // All that a client does: it goes on after what it has, and leaves out what it knows.
    socket.on('connected', async () => {
      if (latestSeq > 0) await socket.emitWithAck('resume', { after: lastSeq() }).catch(() => null);
    });
    socket.on('event', (event: StreamEvent) => {
      if (event.seq === lastSeq() + 1) events.push(event);
    });
    await until('connected');
    latestSeq = of('connected')[0].latestSeq;

    const writers = startWriters({
      users: [leader],
      origin: () => service.origin,
      name: `stream ${fault}`,
      request: swap,
      // Its budget must last until a half-open link is found, and pay for the resume as well.
      pauseMs: fault === 'half-open' ? 150 : 20,
    });
    await eventually('events come', () => events.length > 10);
    const connections = of('connected').length;
    link.set(fault, 1);
    await eventually('the socket has met it', () => link.struck > 0);
    const recovering = stopwatch();
    await eventually('it is back', () => of('connected').length > connections, 60_000);
    const before = events.length;
    await eventually('events come again', () => events.length > before + 10);
    const recoveryMs = recovering();
    await writers.stop();
    const { sent } = writers;
    const made = (one: Sent) => one.outcome !== 'unknown' && one.outcome.status === 200;
    // Each swap writes one event of the fill.
    const newest = latestSeq + sent.filter(made).length;
    await eventually('the newest has come', () => lastSeq() >= newest);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => latestSeq + 1 + n));
    const whole = { sent, origin: service.origin, before: from };
    expect(await findingsOf(flock, [leader], whole)).toEqual([]);
    noteFault({
      area: 'network',
      fault: `the link of a socket ${fault}`,
      operations: events.length,
      recoveryMs,
    });
  },
  120_000,
);
