import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../e2e/sign-in-world.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { browserClient } from '../helpers/browser-client.ts';
import { dataOf, send } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';

type Talk = (socket: Socket) => void;

/** The least of a mail server: everything is fine, and the mail is taken at the final dot. */
const good: Talk = (socket) => {
  let inData = false;
  socket.on('data', (chunk) => {
    for (const line of chunk.toString().split('\r\n')) {
      if (line === '.') inData = false;
      if (inData || line === '') continue;
      inData = /^data/i.test(line);
      socket.write(inData ? '354 go on\r\n' : '250 ok\r\n');
    }
  });
  socket.write('220 mail.example.org\r\n');
};

interface Case {
  readonly what: string;
  readonly talk: Talk;
  readonly quick?: boolean;
}

const cases: readonly Case[] = [
  {
    what: 'speaks HTTP',
    talk: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n<html>'),
    quick: true,
  },
  { what: 'hangs up', talk: (socket) => socket.destroy(), quick: true },
  { what: 'is busy', talk: (socket) => socket.end('421 too busy\r\n'), quick: true },
  {
    what: 'hangs up in the middle',
    talk(socket) {
      socket.write('220 mail.example.org\r\n');
      socket.once('data', () => socket.end('250-'));
    },
    quick: true,
  },
  { what: 'sends 10 MB', talk: (socket) => socket.end('x'.repeat(10 * 1024 * 1024)), quick: true },
  { what: 'says nothing', talk: () => undefined },
  { what: 'drips', talk: drip },
];

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('2'), 500);
  socket.on('close', () => clearInterval(timer));
}

let talk: Talk;
let server: Server;
let app: TestApp;
const open = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  app = await startTestApp({ SKEIN_SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterAll(async () => {
  await app.stop();
  for (const socket of open) socket.destroy();
  server.close();
});

const sql = async <Row>(text: string, values: unknown[]): Promise<Row | undefined> =>
  app.app.services.database.withClient(async (client) => {
    const { rows } = await client.query(text, values);
    return rows[0] as Row | undefined;
  });

const mailTo = (email: string) =>
  sql<{ status: string; attempts: number; body: string; waits: boolean }>(
    `select status, attempts, body, next_attempt_at > now() + interval '1 minute' as waits
      from mail where recipient = $1`,
    [email],
  );

test.each(casesOf(cases).map((one, n) => ({ ...one, email: `user_${n}@example.org`, n })))(
  'a mail server that $what loses no mail and holds up nobody',
  async ({ what, talk: bad, email, n }) => {
    talk = bad;
    const browser = browserClient(() => app.origin);
    const person = { email, password: PASSWORD, username: `user_${n}` };
    dataOf(await browser.post('/auth/sign-up', person));
    await eventually('a try', async () => (await mailTo(email))?.waits === true, 60_000);
    expect(await mailTo(email)).toMatchObject({ status: 'QUEUED', attempts: 1 });
    expect((await send(app.origin, { method: 'GET', path: '/readyz' })).status).toBe(200);
    talk = good;
    const recovering = stopwatch();
    await sql('update mail set next_attempt_at = now() where recipient = $1', [email]);
    await eventually('the mail is out', async () => (await mailTo(email))?.status === 'SENT');
    // Its text is forgotten once it is out.
    expect((await mailTo(email))?.body).toBe('');
    const fault = `a mail server that ${what}`;
    noteFault({ area: 'venue', fault, operations: 1, recoveryMs: recovering() });
  },
  90_000,
);
