import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { browserClient } from '../helpers/browser-client.ts';
import { dataOf, send } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { PASSWORD } from './sign-in-world.ts';

/** What the mail server has taken, each as its envelope and its text. */
const taken: { to: string; text: string }[] = [];
let refuse = false;
let server: Server;
let app: TestApp;

/** The least of a mail server (RFC 5321): one mail after another, no encryption, no login. */
function talk(socket: Socket): void {
  let to = '';
  let data: string | null = null;
  let rest = '';
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const hear = (line: string): void => {
    if (data !== null) {
      if (line === '.') {
        if (refuse) say('451 try again later');
        else {
          taken.push({ to, text: data.replaceAll('=\n', '').replaceAll('=3D', '=') });
          say('250 taken');
        }
        data = null;
      } else data += `${line}\n`;
    } else if (/^rcpt to:/i.test(line)) {
      to = line.slice('RCPT TO:'.length);
      say('250 ok');
    } else if (/^data/i.test(line)) {
      data = '';
      say('354 go on');
    } else if (/^quit/i.test(line)) {
      say('221 bye');
      socket.end();
    } else say('250 ok');
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  say('220 mail.example.org');
}

beforeAll(async () => {
  server = createServer(talk);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  app = await startTestApp({
    SKEIN_SMTP_URL: `smtp://127.0.0.1:${port}`,
    SKEIN_MAIL_FROM: 'Skein <no-reply@example.org>',
    SKEIN_PUBLIC_URL: 'http://skein.example.org',
  });
});
afterAll(async () => {
  await app.stop();
  server.close();
});

const signUp = async (email: string, username: string): Promise<void> => {
  const browser = browserClient(() => app.origin);
  dataOf(await browser.post('/auth/sign-up', { email, password: PASSWORD, username }));
};

interface MailRow {
  readonly status: string;
  readonly body: string;
  readonly attempts: number;
  readonly waits: boolean;
}
async function rowOf(email: string): Promise<MailRow | undefined> {
  const text =
    "select status, body, attempts, next_attempt_at > now() + interval '1 minute' as waits " +
    'from mail where recipient = $1';
  const { rows } = await app.app.services.database.withClient((client) =>
    client.query<MailRow>(text, [email]),
  );
  return rows[0];
}

test('mail goes out by the mail server, and its text is then forgotten', async () => {
  await signUp('ada@example.org', 'ada');
  await eventually('the mail', () => taken.length === 1);
  const [mail] = taken;
  expect(mail?.to).toBe('<ada@example.org>');
  expect(mail?.text).toContain('From: Skein <no-reply@example.org>');
  expect(mail?.text).toContain('Subject: Confirm your e-mail address');
  expect(mail?.text).toMatch(/http:\/\/skein\.example\.org\/verify-email#token=[\w-]{43}/);
  await eventually('the row', async () => (await rowOf('ada@example.org'))?.status === 'SENT');
  expect((await rowOf('ada@example.org'))?.body).toBe('');
  expect(await app.sandbox('GET', '/outbox')).toEqual([]);
});

test('mail that is refused waits, and goes out later', async () => {
  refuse = true;
  await signUp('bea@example.org', 'bea');
  await eventually('a try', async () => (await rowOf('bea@example.org'))?.waits === true);
  expect(await rowOf('bea@example.org')).toMatchObject({ status: 'QUEUED', attempts: 1 });
  refuse = false;
  await app.app.services.database.withClient((client) =>
    client.query("update mail set next_attempt_at = now() where recipient = 'bea@example.org'"),
  );
  await eventually('the mail', () => taken.some(({ to }) => to === '<bea@example.org>'));
  await eventually('the row', async () => (await rowOf('bea@example.org'))?.status === 'SENT');
});

test('there is no outbox page beside a mail server, and the outbox needs its token', async () => {
  expect(
    (await fetch(`${app.origin}/outbox`)).headers.get('content-security-policy'),
  ).not.toContain('sha256');
  const call = { method: 'GET', path: '/sandbox/v1/outbox' } as const;
  expect((await send(app.origin, call)).status).toBe(401);
  const other = await startTestApp();
  try {
    const page = await fetch(`${other.origin}/outbox`);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
  } finally {
    await other.stop();
  }
});
