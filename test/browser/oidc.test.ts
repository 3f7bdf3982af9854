import { createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailedSecret } from '../e2e/sign-in-world.ts';
import { type ScriptedIssuer, startIssuer } from '../helpers/oidc-issuer.ts';
import { describeInBrowser } from './browser-suite.ts';
import { inspectAll } from './inspect.ts';
import { openStage, type Stage, settle, type Visitor } from './stage.ts';

/** The issuer sends people to the public address, so the port must be known before the start. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<unknown>((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** What a script of the page could read of the address, and what lies in its storage. */
const KEPT =
  'JSON.stringify([location.href, history.state, document.cookie, localStorage, sessionStorage])';

describeInBrowser('signing in with an issuer', () => {
  let stage: Stage;
  let issuer: ScriptedIssuer;
  let visitor: Visitor;

  beforeAll(async () => {
    issuer = await startIssuer();
    const port = await freePort();
    stage = await openStage({
      PORT: String(port),
      SKEIN_PUBLIC_URL: `http://127.0.0.1:${port}`,
      SKEIN_OIDC_ISSUER: issuer.url,
      SKEIN_OIDC_CLIENT_ID: 'skein-console',
      SKEIN_OIDC_NAME: 'Example ID',
    });
    visitor = await stage.visitor();
  }, 180_000);
  afterAll(async () => {
    await stage?.stop();
    await issuer?.close();
  });

  /** Faults but for the page of the issuer itself, which is meant to be asked for. */
  const faultsOf = ({ faults }: Visitor): string[] =>
    faults.take().filter((text) => !text.startsWith(`asks ${issuer.url}/`));

  /** Says yes at the issuer's page and waits until the console stands where it should. */
  async function sayYes(page: Page, path: string): Promise<void> {
    await page.getByRole('link', { name: 'Continue as yourself' }).click();
    await page.waitForURL(`${stage.app.origin}${path}`);
    await settle(page);
  }

  test('leads to the issuer and back to where one wanted to go, signed in', async () => {
    issuer.person = { sub: 'grace', preferred_username: 'grace' };
    const { page, open, context } = visitor;
    await open('/positions');
    expect(page.url()).toContain('/sign-in?to=');
    await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
    const seen: string[] = [];
    page.on('framenavigated', (frame) => seen.push(frame.url()));
    await sayYes(page, '/positions');
    await page.getByRole('heading', { name: 'Positions', level: 1 }).waitFor();
    // The code is gone from the address and from what lies behind it.
    const kept = await page.evaluate<string>(KEPT);
    const codes = issuer.exchanges.map(({ form }) => form.get('code') ?? '');
    expect(codes).toHaveLength(1);
    expect(kept).not.toContain(codes[0]);
    expect(seen.at(-1)).toBe(`${stage.app.origin}/positions`);
    const cookies = await context.cookies(stage.app.origin);
    expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([
      [true, 'Strict'],
      [true, 'Strict'],
    ]);
    await open('/account');
    await page.getByRole('heading', { name: 'grace' }).waitFor();
    expect(faultsOf(visitor)).toEqual([]);
  });

  test('the way back once more, or one that somebody else has made, signs nobody in', async () => {
    const [{ form }] = issuer.exchanges as [ScriptedIssuer['exchanges'][number]];
    const stranger = await stage.visitor();
    for (const query of ['', '?error=access_denied', `?state=none&code=${form.get('code')}`]) {
      await stranger.open(`/sign-in/oidc${query}`);
      await stranger.page.getByRole('heading', { name: 'That did not work' }).waitFor();
      expect(stranger.page.url()).toBe(`${stage.app.origin}/sign-in/oidc`);
    }
    await stranger.page.getByRole('link', { name: 'Back to Skein' }).click();
    await stranger.page.waitForURL(`${stage.app.origin}/welcome`);
    const refused = faultsOf(stranger).filter((text) => !text.includes('/auth/oidc/finish'));
    expect(refused).toEqual([]);
    await stranger.context.close();
  });

  test('links an account at the issuer on the security page, signs in by it, and unlinks it', async () => {
    const ada = await stage.member('ada');
    issuer.person = { sub: 'ada' };
    const home = await stage.visitor(ada);
    await home.open('/account?tab=security');
    const card = home.page.getByRole('region', { name: 'Sign-in with Example ID' });
    await card.getByRole('button', { name: 'Link' }).click();
    await sayYes(home.page, '/account?tab=security');
    await card.getByRole('button', { name: 'Unlink' }).waitFor();
    await mailedSecret(stage.app, ada.email, 'Sign-in linked');
    const other = await stage.visitor();
    await other.open('/sign-in');
    await other.page.getByRole('button', { name: 'Sign in with Example ID' }).click();
    await sayYes(other.page, '/');
    await other.open('/account');
    await other.page.getByRole('heading', { name: 'ada' }).waitFor();
    await card.getByRole('button', { name: 'Unlink' }).click();
    await card.getByRole('button', { name: 'Link', exact: true }).waitFor();
    await home.page.getByText('Oidc unlinked').waitFor();
    expect(faultsOf(home)).toEqual([]);
    await Promise.all([home.context.close(), other.context.close()]);
  });

  test('says so when the account at the issuer is somebody else’s', async () => {
    const bea = await stage.member('bea');
    issuer.person = { sub: 'grace' };
    const home = await stage.visitor(bea);
    await home.open('/account?tab=security');
    await home.page.getByRole('button', { name: 'Link', exact: true }).click();
    await sayYes(home.page, '/sign-in/oidc');
    await home.page.getByText('the account at the issuer is of another user').waitFor();
    await home.page.getByRole('link', { name: 'Back to Skein' }).click();
    await home.page.waitForURL(`${stage.app.origin}/`);
    await home.context.close();
  });

  test('is in order in three widths and two themes', async () => {
    const { context } = visitor;
    const found = await inspectAll(visitor, { 'oidc-security': '/account?tab=security' });
    await context.clearCookies();
    const outside = { 'oidc-sign-in': '/sign-in', 'oidc-refused': '/sign-in/oidc' };
    expect([...found, ...(await inspectAll(visitor, outside))]).toEqual([]);
  }, 180_000);
});
