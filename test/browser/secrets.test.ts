import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../e2e/sign-in-world.ts';
import { describeInBrowser } from './browser-suite.ts';
import { type Member, openStage, type Stage } from './stage.ts';

/** Everything that a script of the page, or somebody who looks over a shoulder, could read. */
const READABLE = `Promise.all([indexedDB.databases(), caches.keys()]).then(([databases, kept]) =>
  JSON.stringify([
    location.href, document.cookie, { ...localStorage }, { ...sessionStorage },
    document.documentElement.outerHTML, databases, kept, history.state,
  ]))`;

describeInBrowser('secrets of a session', () => {
  let stage: Stage;
  let member: Member;

  beforeAll(async () => {
    stage = await openStage();
    member = await stage.member('brent');
  }, 180_000);
  afterAll(() => stage?.stop());

  test('are in no address, no storage and no page', async () => {
    const { page, context, open } = await stage.visitor();
    const asked: string[] = [];
    const tokens: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('websocket', (socket) => asked.push(socket.url()));
    page.on('response', async (response) => {
      if (!/\/auth\/(?:token|sign-in)$/.test(response.url()) || !response.ok()) return;
      const found = /"token":"([^"]+)"/.exec(await response.text())?.[1];
      if (found) tokens.push(found);
    });
    await open('/sign-in');
    await page.getByLabel('E-mail').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/');
    const seen: string[] = [];
    for (const path of ['/', '/groups', '/account', '/activity']) {
      await open(path);
      seen.push(await page.evaluate<string>(READABLE));
    }
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(tokens.length).toBeGreaterThan(1);
    for (const secret of [...tokens, cookie?.value ?? '', PASSWORD]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(seen.filter((text) => text.includes(secret))).toEqual([]);
      expect(asked.filter((url) => url.includes(secret))).toEqual([]);
    }
    await context.close();
  });

  test('are out of reach of another site, which cannot frame the console', async () => {
    const site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<h1>Win a prize</h1><iframe src="${stage.app.origin}/"></iframe>`);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { page, context } = await stage.visitor(member);
    const refused = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('frame-ancestors'),
    });
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    expect((await refused).type()).toBe('error');
    expect(page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
    await context.close();
    await new Promise<unknown>((resolve) => site.close(resolve));
  });
});
