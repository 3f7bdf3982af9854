import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { describeInBrowser } from './browser-suite.ts';
import { standingStage } from './busy-world.ts';
import { axeFindings } from './inspect.ts';
import { type Member, type Stage, settle, type Visitor } from './stage.ts';

const HOUR_MS = 3_600_000;

/** Opens the menu of the newest message of somebody by keyboard and takes an entry of it. */
async function choose(page: Page, username: string, entry: string): Promise<void> {
  await page
    .getByRole('button', { name: `More about ${username}'s message` })
    .last()
    .press('Enter');
  await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter');
}

describeInBrowser('a chat that can be kept quiet', () => {
  let stage: Stage;
  let admin: Member;
  let loud: Member;
  let quiet: Member;
  let reader: Visitor;
  let groupId: string;

  const say = (member: Member, content: string) =>
    member.post(`/chat/${groupId}/messages`, { type: 'TEXT', content });

  beforeAll(async () => {
    stage = await standingStage();
    admin = await stage.member('barhead');
    loud = await stage.member('honker');
    quiet = await stage.member('quiet_one');
    const settings = { name: 'Dawn flight', groupAccessType: 'PUBLIC' };
    groupId = (await admin.post('/groups', settings)).groupId;
    await loud.post(`/groups/${groupId}/join`);
    await quiet.post(`/groups/${groupId}/join`);
    await say(loud, 'Buy my course!');
    reader = await stage.visitor(quiet);
    await reader.open(`/groups/${groupId}`);
  }, 180_000);
  afterAll(() => stage?.stop());

  test('a muted member’s messages are folded away, those that come live too', async () => {
    const { page } = reader;
    await choose(page, 'honker', 'Mute honker');
    await page.getByText('honker is muted').waitFor();
    const show = page.getByRole('button', { name: "Show honker's muted message" });
    await show.waitFor();
    expect(await page.getByText('Buy my course!').count()).toBe(0);
    await say(loud, 'It is cheap!');
    await show.nth(1).waitFor();
    expect(await page.getByText('It is cheap!').count()).toBe(0);
    await show.first().press('Enter');
    await page.getByText('Buy my course!').waitFor();
    expect(await axeFindings(page, 'light')).toEqual([]);
  });

  test('a message is reported with a reason, or the code tells why it was not', async () => {
    const { page } = reader;
    await choose(page, 'honker', 'Report');
    const dialog = page.getByRole('dialog', { name: "Report honker's message?" });
    const send = dialog.getByRole('button', { name: 'Report', exact: true });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('Sells a course in every message.');
    await send.press('Enter');
    await page.getByText('The admins have your report').waitFor();
    const [report] = await admin.get(`/chat/${groupId}/reports?status=open`);
    expect([report.reason, report.message.content]).toEqual([
      'Sells a course in every message.',
      'Buy my course!',
    ]);
    // A second one is refused on its way.
    const refusal = { statusCode: 429, code: 'RATE_LIMITED', message: 'Too many requests.' };
    await page.route('**/report', (route) =>
      route.fulfill({ status: 429, contentType: 'application/json', json: refusal }),
    );
    await choose(page, 'honker', 'Report');
    await dialog.getByLabel('Reason').fill('Again.');
    await send.click();
    const alert = dialog.getByRole('alert');
    await alert.getByText('RATE_LIMITED').waitFor();
    expect(await alert.textContent()).toContain('Wait a moment and try again.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(reader.faults.take().every((fault) => fault.includes('429'))).toBe(true);
  });

  test('who is muted is listed among the members, and heard again from there', async () => {
    const { page, open, faults } = reader;
    await open(`/groups/${groupId}?tab=members`);
    const list = page.getByRole('region', { name: 'Muted by you' });
    await list.getByRole('button', { name: 'Unmute honker' }).press('Enter');
    await page.getByText('honker is no longer muted').waitFor();
    await list.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Feed' }).click();
    await page.getByText('It is cheap!').waitFor();
    expect(faults.take()).toEqual([]);
  });

  test('an admin reads the report and deletes the message', async () => {
    const { page, open, faults, context } = await stage.visitor(admin);
    await open(`/groups/${groupId}?tab=members`);
    const reports = page.getByRole('region', { name: 'Reported messages' });
    await reports.getByText('Sells a course in every message.').waitFor();
    expect(await axeFindings(page, 'light')).toEqual([]);
    await reports.getByRole('button', { name: 'Delete the message' }).click();
    await page.getByText('The message is deleted').waitFor();
    await reports.waitFor({ state: 'detached' });
    expect(await admin.get(`/chat/${groupId}/reports?status=open`)).toEqual([]);
    await reader.page.getByText('Buy my course!').waitFor({ state: 'detached' });
    expect(faults.take()).toEqual([]);
    await context.close();
  });

  test('news stand above a modal dialog, are heard there and can be dismissed', async () => {
    const { page } = reader;
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Leave Dawn flight' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave Dawn flight?' });
    // A region that speaks has to be there before its words.
    const region = dialog.getByRole('region', { name: 'News' });
    expect(await region.getAttribute('aria-live')).toBe('polite');
    await stage.app.sandbox('POST', `/users/${quiet.userId}/deposits`, { amountUsd: '5' });
    const shown = region.locator('.toast').last();
    await shown.waitFor();
    await settle(page);
    const box = await shown.boundingBox();
    const at = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10];
    const over = `document.elementFromPoint(${at}).closest('.toast, dialog')?.className`;
    expect(await page.evaluate(over)).toContain('toast');
    await shown.getByRole('button', { name: 'Dismiss' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'Stay' }).click();
  });

  test('how long ago something was follows the clock of the service, also when it leaps', async () => {
    const { page } = reader;
    await page.getByRole('tab', { name: 'Feed' }).click();
    const said = page.locator('.msg', { hasText: 'It is cheap!' }).locator('time');
    expect(await said.textContent()).toBe('now');
    await stage.app.sandbox('POST', '/clock', { advanceMs: 3 * HOUR_MS + 1_000 });
    // An event from the future of what is known tells of the leap.
    await stage.app.sandbox('POST', `/users/${quiet.userId}/deposits`, { amountUsd: '5' });
    let text: string | null = null;
    await eventually('three hours ago', async () => {
      text = await said.textContent();
      return text === '3 hr. ago';
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}; it says ${text}`);
    });
    expect(reader.faults.take()).toEqual([]);
  });
});
