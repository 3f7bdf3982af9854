import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_TOKEN, startTestApp, type TestApp } from '../helpers/app.ts';
import { type BrowserClient, browserClient } from '../helpers/browser-client.ts';
import { type Answer, send } from '../helpers/client.ts';
import { mailedSecret, mailsTo, PASSWORD, signUp } from './sign-in-world.ts';

let app: TestApp;
let browser: BrowserClient;

beforeAll(async () => {
  app = await startTestApp();
  browser = browserClient(() => app.origin);
  await signUp(app, 'ada');
});
afterAll(() => app.stop());

const KNOWN = 'ada@example.org';

/** What an outsider sees of an answer, without what differs in every one. */
function seen({ status, headers, body }: Answer) {
  const { errorId: _errorId, ...rest } = body;
  const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
  return { status, names, body: rest };
}

test('a sign-up with a known address is answered like one with a new address', async () => {
  const wish = { password: 'quite another password', username: 'newcomer' };
  const known = await browser.post('/auth/sign-up', { ...wish, email: KNOWN });
  const unknown = await browser.post('/auth/sign-up', { ...wish, email: 'new@example.org' });
  expect(seen(known)).toEqual(seen(unknown));
  expect(known.status).toBe(200);
  // The owner of the known address is told, and nothing of the account has changed.
  await mailedSecret(app, KNOWN, 'You have an account already');
  const signIn = { email: KNOWN, password: PASSWORD };
  expect((await browser.post('/auth/sign-in', signIn)).status).toBe(200);
  // Neither has a username been reserved that would give the known address away.
  const third = await browser.post('/auth/sign-up', { ...wish, email: 'third@example.org' });
  expect(third.status).toBe(200);
});

test('a sign-in with a wrong password, an unknown and an unconfirmed address is answered alike', async () => {
  const attempt = (email: string, password: string) =>
    browser.post('/auth/sign-in', { email, password });
  const wrong = await attempt(KNOWN, 'not the right password');
  const unknown = await attempt('nobody@example.org', 'not the right password');
  const unconfirmed = await attempt('new@example.org', 'quite another password');
  expect(wrong.status).toBe(401);
  expect(seen(unknown)).toEqual(seen(wrong));
  expect(seen(unconfirmed)).toEqual(seen(wrong));
});

test('a wish to reset is answered alike, and only the known address gets a mail', async () => {
  const ask = (email: string) => browser.post('/auth/reset-password/request', { email });
  const unknown = await ask('nobody@example.org');
  const known = await ask(KNOWN);
  expect(seen(known)).toEqual(seen(unknown));
  expect(known.status).toBe(200);
  await mailedSecret(app, KNOWN, 'Reset your password');
  expect(await mailsTo(app, 'nobody@example.org')).toEqual([]);
});

test('an eleventh guess is refused in all processes, for a known and an unknown address alike', async () => {
  const other = await startTestApp({}, { database: app.database });
  try {
    const elsewhere = browserClient(() => other.origin);
    const refused: Answer[] = [];
    for (const email of ['bea@example.org', 'nobody2@example.org']) {
      if (email.startsWith('bea')) await signUp(app, 'bea');
      // The confirmation of the sign-up gave the right password and counts as one of the ten.
      const before = email.startsWith('bea') ? 1 : 0;
      for (let guess = before; guess < 10; guess += 1) {
        const by = guess % 2 === 0 ? browser : elsewhere;
        const answer = await by.post('/auth/sign-in', { email, password: `guess number ${guess}` });
        expect(answer.status).toBe(401);
      }
      // The right password is not even looked at.
      const late = await elsewhere.post('/auth/sign-in', { email, password: PASSWORD });
      expect([late.status, late.body.code]).toEqual([429, 'RATE_LIMITED']);
      const wait = Number(late.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(900);
      refused.push(late);
    }
    expect(refused.map(({ body }) => body.message)).toEqual([
      'Too many attempts; try again later.',
      'Too many attempts; try again later.',
    ]);
    // Another account at the same address of the network is not held up.
    const fine = await browser.post('/auth/sign-in', { email: KNOWN, password: PASSWORD });
    expect(fine.status).toBe(200);
  } finally {
    await other.stop();
  }
});

test('many guesses at once are not more guesses than one after another', async () => {
  const email = 'nobody3@example.org';
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      browser.post('/auth/sign-in', { email, password: `guess number ${n}` }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(6).fill(429)]);
});

test('an address is not flooded with mail', async () => {
  const email = 'flooded@example.org';
  for (let n = 0; n < 7; n += 1) {
    const wish = { email, password: PASSWORD, username: `flood${n}` };
    expect((await browser.post('/auth/sign-up', wish)).status).toBe(200);
  }
  await expect.poll(async () => (await mailsTo(app, email)).length, { timeout: 15_000 }).toBe(5);
  // The outbox is paged from the newest on, and ends where there is no more.
  const page = (query: string) =>
    send(app.origin, { method: 'GET', path: `/sandbox/v1/outbox${query}`, token: SANDBOX_TOKEN });
  const all = (await page('?limit=200')).body.data;
  const first = await page('?limit=3');
  const rest = `?limit=${all.length - 3}&cursor=${first.headers.get('x-next-cursor')}`;
  const second = await page(rest);
  expect([...first.body.data, ...second.body.data]).toEqual(all);
  expect(second.headers.get('x-next-cursor')).toBeNull();
});
