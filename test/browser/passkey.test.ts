import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../e2e/sign-in-world.ts';
import { describeInBrowser } from './browser-suite.ts';
import { type Member, openStage, type Stage, settle } from './stage.ts';

/** A port that is free now: a passkey belongs to the address that the service is configured with. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

describeInBrowser('a passkey of the device', () => {
  let stage: Stage;
  let member: Member;
  let site: string;

  beforeAll(async () => {
    const port = await freePort();
    site = `http://localhost:${port}`;
    stage = await openStage({ PORT: String(port), SKEIN_PUBLIC_URL: site });
    member = await stage.member('shelduck');
  }, 180_000);
  afterAll(() => stage?.stop());

  test('is enrolled once, signs in without a password, and no longer once it is removed', async () => {
    const { page, context } = await stage.visitor();
    const device = await context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${site}/sign-in`);
    await page.getByLabel('E-mail').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${site}/`);
    await settle(page);
    await page.goto(`${site}/account?tab=security`);
    const card = page.getByRole('region', { name: 'Passkeys' });
    await card.getByRole('button', { name: 'Add' }).click();
    await page.getByLabel('Name').fill('Test bench');
    await page.getByRole('button', { name: 'Ask this device' }).click();
    await card.getByText('Test bench').waitFor();

    const signOut = async () => {
      await settle(page);
      await page.getByRole('button', { name: 'Account and theme' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goto(`${site}/sign-in`);
    };
    await signOut();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(`${site}/`);
    await settle(page);
    await page.goto(`${site}/account?tab=security`);
    await card.getByRole('button', { name: 'Remove Test bench' }).click();
    await card.getByText('Test bench').waitFor({ state: 'detached' });
    await signOut();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('alert').getByText('UNAUTHORIZED').waitFor();
    expect(page.url()).toBe(`${site}/sign-in`);
    await context.close();
  });
});
