import { expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { dataOf, send } from '../helpers/client.ts';

test('a client learns how people sign in: here alone, or with an issuer of the configuration', async () => {
  const own = await startTestApp({ SKEIN_PUBLIC_URL: 'https://skein.example' });
  const issuer = 'https://issuer.example';
  const env = { SKEIN_OIDC_ISSUER: issuer, SKEIN_OIDC_CLIENT_ID: 'skein-console' };
  const other = await startTestApp({ ...env, SKEIN_SANDBOX: '0' }, { database: own.database });
  try {
    const configOf = async ({ origin }: { origin: string }) =>
      dataOf(await send(origin, { method: 'GET', path: '/auth/config' }));
    await own.sandbox('POST', '/clock', { freeze: true, set: '2099-03-03T16:00:00.000Z' });
    const config = await configOf(own);
    expect(config).toEqual({
      issuer: 'https://skein.example',
      minPasswordCharacters: 12,
      outbox: true,
      sandbox: true,
      clock: { now: '2099-03-03T16:00:00.000Z', rate: '0' },
      oidcIssuer: null,
      oidcName: null,
      oidcClientId: null,
    });
    const { oidcIssuer, oidcName, oidcClientId, outbox, sandbox } = await configOf(other);
    expect([oidcIssuer, oidcName]).toEqual([issuer, 'issuer.example']);
    expect([oidcClientId, outbox, sandbox]).toEqual(['skein-console', false, false]);
  } finally {
    await other.stop();
    await own.stop();
  }
});

test('a mail server takes the outbox away, and the sandbox stays', async () => {
  const app = await startTestApp({ SKEIN_SMTP_URL: 'smtp://127.0.0.1:9' });
  try {
    const config = dataOf(await send(app.origin, { method: 'GET', path: '/auth/config' }));
    expect([config.outbox, config.sandbox, config.clock.rate]).toEqual([false, true, '1']);
  } finally {
    await app.stop();
  }
});
