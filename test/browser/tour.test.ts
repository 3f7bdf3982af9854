import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from './browser-suite.ts';
import { axeFindings } from './inspect.ts';
import { openStage, type Stage, settle } from './stage.ts';

/** What the README tells a newcomer to do after the start: one press into it, four steps of a tour. */
describeInBrowser('the tour of the demo world', () => {
  let stage: Stage;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'skein-tour-'));
    stage = await openStage({ SKEIN_DEMO: '1', SKEIN_DATA_DIR: dataDir });
  }, 180_000);
  afterAll(async () => {
    await stage?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  test('leads from one press to a trade that was followed', async () => {
    const { page, open, faults, context } = await stage.visitor();
    const tour = page.getByRole('complementary', { name: 'Tour' });
    await open('/');
    await page.getByRole('button', { name: 'Look around the demo world' }).click();
    await tour.getByRole('heading', { name: 'You lead the demo group' }).waitFor();
    await settle(page);
    expect(await axeFindings(page, 'light')).toEqual([]);
    await tour.getByRole('button', { name: 'Buy $100 of SOL as a call' }).click();
    await tour.getByRole('button', { name: 'See it as Ann' }).click();
    const results = page.getByRole('region', { name: 'Follow results' });
    await results.getByText("Copied the leader's trade.").waitFor();
    await page.getByRole('region', { name: 'Open positions' }).getByText('SOL').waitFor();
    await tour.getByRole('button', { name: 'Discover what can be traded' }).click();
    await page.getByRole('heading', { name: 'Discover' }).waitFor();
    // Signing out while the list is still being read would have it refused.
    await settle(page);
    await tour.getByRole('button', { name: 'Create my own account' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    expect(faults.take()).toEqual([]);
    await context.close();
    await stage.app.audit();
  }, 180_000);
});
