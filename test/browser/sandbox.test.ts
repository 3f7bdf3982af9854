import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mints } from '../e2e/world.ts';
import { SANDBOX_TOKEN } from '../helpers/app.ts';
import { describeInBrowser } from './browser-suite.ts';
import { MARKET, standingStage } from './busy-world.ts';
import { axeFindings } from './inspect.ts';
import type { Stage, Visitor } from './stage.ts';

/** Everything that outlives the page or that another script could read. */
const KEPT = `Promise.all([indexedDB.databases(), caches.keys()]).then((kept) => JSON.stringify([
  kept, document.cookie, { ...localStorage }, { ...sessionStorage }, location.href, history.state,
  document.documentElement.outerHTML]))`;

describeInBrowser('the sandbox in the console', () => {
  let stage: Stage;
  let visitor: Visitor;
  let drawer: Locator;

  const press = (name: string) => drawer.getByRole('button', { name, exact: true }).click();
  const tab = (name: string) => drawer.getByRole('tab', { name }).click();
  const says = (text: string | RegExp) => drawer.getByText(text).first().waitFor();

  beforeAll(async () => {
    stage = await standingStage();
    visitor = await stage.visitor(await stage.member('scaup'));
    const { page, open } = visitor;
    drawer = page.getByRole('dialog', { name: 'Sandbox' });
    // As it is where a mail server is set up.
    await page.route('**/auth/config', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      await route.fulfill({ json: { data: { ...data, outbox: false } } });
    });
    await open('/');
    await page.getByRole('button', { name: 'Sandbox' }).click();
  }, 180_000);
  afterAll(() => stage?.stop());

  test('opens with the token of the operator alone, also beside a mail server', async () => {
    await drawer.getByLabel('Sandbox token').fill('not-the-token');
    await press('Open the sandbox');
    await drawer.getByText('UNAUTHORIZED').waitFor();
    visitor.faults.take();
    await drawer.getByLabel('Sandbox token').fill(SANDBOX_TOKEN);
    await press('Open the sandbox');
    await says('2026-03-03 16:00:00');
    expect(await axeFindings(visitor.page, 'light')).toEqual([]);
  });

  test('moves the clock, stops it and lets it run, and waits for all work', async () => {
    await press('+1 hour');
    await says('2026-03-03 17:00:00');
    await press('+1 min');
    await says('2026-03-03 17:01:00');
    await press('Let it run');
    await says('Running');
    await press('Freeze');
    await says('Frozen');
    expect((await stage.app.sandbox('GET', '/clock')).frozen).toBe(true);
    await press('Drain');
    await says('Drained: no follow, order or job is left to do.');
  });

  test('pins a price and gives it back', async () => {
    await tab('Prices');
    await drawer.getByLabel('Mint').fill(mints.sol);
    await drawer.getByLabel('Price', { exact: true }).fill('210');
    await press('Pin');
    await says(`${mints.sol} is pinned at 210 USD.`);
    await press('Release');
    await says(`${mints.sol} is given back to the market.`);
    await drawer.getByLabel('Kind').selectOption('perp');
    await drawer.getByLabel('Symbol').fill('SOL');
    await drawer.getByLabel('Oracle, when it differs').fill('211');
    await press('Pin');
    await says('SOL is pinned at 210 USD.');
  });

  test('halts and resolves a market, and opens the exchange', async () => {
    await tab('Markets');
    await drawer.getByLabel('Slug').fill(MARKET);
    await press('Set status');
    await says(`${MARKET}: paused.`);
    await drawer.getByLabel('Status', { exact: true }).selectOption('active');
    await press('Set status');
    await says(`${MARKET}: active.`);
    await press('Resolve YES');
    await says(`${MARKET} ended YES.`);
    await drawer.getByLabel('The market for stocks is').selectOption('CLOSED');
    await press('Set hours');
    await says('Stocks: CLOSED.');
  });

  test('makes trouble at a venue and halts its trading', async () => {
    await tab('Venues');
    await drawer.getByLabel('It', { exact: true }).selectOption('down');
    await drawer.getByLabel('Orders', { exact: true }).fill('1');
    await press('Set behaviour');
    await says('spot: down.');
    await drawer.getByLabel('Orders are').selectOption('halted');
    await press('Set');
    await says('spot: halted.');
    await drawer.getByLabel('Orders are').selectOption('enabled');
    await press('Set');
    await says('spot: enabled.');
  });

  test('proves the ledger, and keeps the token nowhere', async () => {
    const { page, open, faults } = visitor;
    await tab('Audit');
    await press('Run the audit');
    await says(/^All \d+ invariants hold\.$/);
    expect(await page.evaluate<string>(KEPT)).not.toContain(SANDBOX_TOKEN);
    await press('Forget the token');
    await drawer.getByLabel('Sandbox token').fill(SANDBOX_TOKEN);
    await press('Open the sandbox');
    await says('Frozen');
    await open('/');
    await page.getByRole('button', { name: 'Sandbox' }).click();
    await drawer.getByLabel('Sandbox token').waitFor();
    expect(faults.take()).toEqual([]);
  });
});
