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
    const config = await configOf(own);
    expect(config).toEqual({
      issuer: 'https://skein.example',
      minPasswordCharacters: 12,
      outbox: true,
      oidcIssuer: null,
      oidcName: null,
      oidcClientId: null,
    });
    const { oidcIssuer, oidcName, oidcClientId, outbox } = await configOf(other);
    expect([oidcIssuer, oidcName]).toEqual([issuer, 'issuer.example']);
    expect([oidcClientId, outbox]).toEqual(['skein-console', false]);
  } finally {
    await other.stop();
    await own.stop();
  }
});
