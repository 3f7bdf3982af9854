import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startApp } from '../../src/app/app.ts';
import type { Caller } from '../../src/features/sessions/index.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { LOG_ONE_IN } from '../../src/platform/http/access-log.ts';
import { SANDBOX_TOKEN } from '../helpers/app.ts';
import { browserClient } from '../helpers/browser-client.ts';
import { dataOf, send } from '../helpers/client.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';

const PASSWORD = 'a violet skein of geese';
const EMAIL = 'ada@example.org';

test('secrets get into no log, no header but the cookie, and the database as hashes', async () => {
  const database = await createTestDatabase();
  const lines: string[] = [];
  const config = loadConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    SKEIN_DEMO: '0',
    SKEIN_SANDBOX_TOKEN: SANDBOX_TOKEN,
    SKEIN_AUTH_SECRET: 'a secret of the operator that is long enough',
  });
  // Without the masking of the service's own log: nothing is to be there that needs it.
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const app = await startApp(config, { log });
  const browser = browserClient(() => app.origin);
  const secrets: string[] = [PASSWORD];
  try {
    const wish = { email: EMAIL, password: PASSWORD, username: 'ada' };
    dataOf(await browser.post('/auth/sign-up', wish));
    let mailed = '';
    await eventually('the mail', async () => {
      const path = '/sandbox/v1/outbox';
      const mails = dataOf(await send(app.origin, { method: 'GET', path, token: SANDBOX_TOKEN }));
      mailed = /#token=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
      // The link carries its secret behind the #, which no browser sends to a server.
      expect(mails[0]?.text ?? '').not.toMatch(/\?\S*token/);
      return mailed !== '';
    });
    secrets.push(mailed);
    const verified = await browser.post('/auth/verify-email', {
      token: mailed,
      password: PASSWORD,
    });
    const { token } = dataOf(verified);
    secrets.push(token, browser.cookie?.split('=')[1] ?? '');
    const { authenticator, sessions } = app.services.signIn;
    const principal = await authenticator.authenticate(`Bearer ${token}`);
    const caller: Caller = { principal, ip: null, userAgent: null };
    const enrolment = await sessions.beginTotp(caller, { password: PASSWORD });
    secrets.push(enrolment.secret, ...enrolment.recoveryCodes);
    // Failures of every kind, which are what logs are about.
    await browser.post('/auth/sign-in', { email: EMAIL, password: `${PASSWORD}?` });
    await browser.post('/auth/verify-email', { token: mailed, password: PASSWORD });
    await browser.post('/auth/sign-in', `{"email":"${EMAIL}","password":"${PASSWORD}"`);
    await browser.post(`/auth/nothing?token=${mailed}&password=${PASSWORD}`);
    // Of those that are refused one in so many is logged; the others while the machine is slow.
    const path = `/api/v1/me?token=${token}`;
    for (let n = 0; n < LOG_ONE_IN; n += 1) {
      await send(app.origin, { method: 'GET', path, token: `${token}x` });
    }

    const written = lines.join('');
    expect(lines.length).toBeGreaterThan(0);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(8);
      expect(written).not.toContain(secret);
    }
    const tables = ['server_secret', 'login', 'session', 'mail_token', 'challenge', 'totp'];
    const stored = await Promise.all(
      [...tables, 'recovery_code', 'throttle'].map((table) =>
        app.services.database.withClient(async (client) =>
          JSON.stringify((await client.query(`select * from identity_provider.${table}`)).rows),
        ),
      ),
    );
    for (const secret of [...secrets, '"d":']) expect(stored.join()).not.toContain(secret);
    // With a secret of the operator no key that opens the others is in the database.
    expect(stored[0]).not.toContain('"seal"');
  } finally {
    await app.stop();
    await database.drop();
  }
});
