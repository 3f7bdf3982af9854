import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../e2e/sign-in-world.ts';
import { describeInBrowser } from './browser-suite.ts';
import { standingStage } from './busy-world.ts';
import { type Member, type Stage, settle, type Visitor } from './stage.ts';

/** Stops of the Tab key that a page may have before somebody gives up. */
const MOST_STOPS = 80;

/** Presses Tab until an element has the focus, and sees that the focus can be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const here = (await target.and(page.locator(':focus')).count()) > 0;
    if (here) {
      const style =
        'getComputedStyle(document.activeElement.closest(".input") ?? document.activeElement)';
      const shown = `(() => { const s = ${style}; return s.outlineStyle + s.boxShadow; })()`;
      expect(await page.evaluate(shown)).not.toBe('nonenone');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${target}`);
}

async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** A mouse that is never touched: everything goes by Tab, Enter and what is typed. */
describeInBrowser('by keyboard alone', () => {
  let stage: Stage;
  let member: Member;
  let visitor: Visitor;

  beforeAll(async () => {
    stage = await standingStage();
    member = await stage.member('gander');
    await member.post('/groups', { name: 'Day flight', groupAccessType: 'PUBLIC' });
    visitor = await stage.visitor();
  }, 180_000);
  afterAll(() => stage?.stop());

  test('somebody signs in', async () => {
    const { page, open } = visitor;
    await open('/sign-in');
    await tabTo(page, page.getByLabel('E-mail'));
    await page.keyboard.type(member.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${stage.app.origin}/`);
    await settle(page);
  });

  test('opens a group', async () => {
    const { page } = visitor;
    await enter(page, page.getByRole('link', { name: /Day flight/ }).first());
    await page.waitForURL('**/groups/*');
    await page.getByRole('heading', { name: 'Day flight', level: 1 }).waitFor();
    await settle(page);
  });

  test('makes a call and confirms it', async () => {
    const { page } = visitor;
    await enter(page, page.getByRole('button', { name: 'Propose' }).first());
    await page.waitForURL('**/propose*');
    await tabTo(page, page.getByLabel('Search tokens').first());
    await page.keyboard.type('SOL');
    await enter(
      page,
      page.getByRole('list', { name: 'Search tokens' }).getByRole('button', { name: /^SOL/ }),
    );
    await tabTo(page, page.getByLabel('Amount', { exact: true }));
    await page.keyboard.type('40');
    await enter(page, page.getByRole('button', { name: 'Review call' }));
    await enter(page, page.getByRole('button', { name: 'Confirm: $40 at risk' }));
    await page.getByRole('heading', { name: 'Done' }).waitFor();
    const { spot } = await member.get('/positions');
    expect(spot).toHaveLength(1);
    expect(visitor.faults.take()).toEqual([]);
  });
});
