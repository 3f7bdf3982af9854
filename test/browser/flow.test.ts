import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS } from '../e2e/in-app-world.ts';
import { CONFIRM, mailedSecret, PASSWORD } from '../e2e/sign-in-world.ts';
import { mints } from '../e2e/world.ts';
import { dataOf, send } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { describeInBrowser } from './browser-suite.ts';
import { standingStage } from './busy-world.ts';
import type { Member, Stage, Visitor } from './stage.ts';

const LEADER = { email: 'ross@example.org', username: 'ross', password: PASSWORD };

/** The figure of a page under a name, such as `Value`. */
const figure = (page: Page, name: string) =>
  page
    .getByLabel('Figures')
    .locator('.fact', { hasText: new RegExp(`^${name}[^ %]`) })
    .locator('dd');

/** Waits until an element says exactly this. */
async function says(what: ReturnType<typeof figure>, text: string): Promise<void> {
  let seen: string | null = null;
  await eventually(`${text}, not ${seen}`, async () => {
    seen = await what.textContent();
    return seen === text;
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}; it says ${seen}`);
  });
}

/**
 * Two people in two browsers. SOL is pinned at $200, then at $220. The follower's $25 pay a fee of
 * 0.5 %, $0.125, and buy 24.875 / 200 = 0.124375 SOL. At $220 they are worth $27.3625, $2.3625 more
 * than was paid. Sold, they bring 27.3625 less 0.5 % rounded up, 0.136813: $27.225687, a profit of
 * $2.225687. From 10,000 the wallet has 10,000 − 25 + 27.225687 = 10,002.225687, and 9,952.225687
 * after a withdrawal of $50.
 */
describeInBrowser('from a new account to a withdrawal', () => {
  let stage: Stage;
  let leader: Visitor;
  let follower: Visitor;
  let member: Member;
  let apiKey: string;
  let groupId: string;

  beforeAll(async () => {
    stage = await standingStage();
    member = await stage.member('pinion');
    [leader, follower] = [await stage.visitor(), await stage.visitor(member)];
  }, 180_000);
  afterAll(() => stage?.stop());

  test('signs up, confirms the address and has paper money', async () => {
    const { page, open } = leader;
    await open('/welcome');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('E-mail').fill(LEADER.email);
    await page.getByLabel('Username').fill(LEADER.username);
    await page.getByLabel('Password', { exact: true }).fill(LEADER.password);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
    const secret = await mailedSecret(stage.app, LEADER.email, CONFIRM);
    await open(`/verify-email#token=${secret}`);
    await page.getByLabel('Password', { exact: true }).fill(LEADER.password);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('There are $10,000.00 in your wallet.').waitFor();
    await page.waitForURL(`${stage.app.origin}/`);
    expect(leader.faults.take()).toEqual([]);
  });

  test('makes a key, which is shown once and works over REST', async () => {
    const { page, open } = leader;
    await open('/account?tab=keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Label').fill('My first bot');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your new key' });
    apiKey = (await dialog.locator('.copy-field code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('My first bot', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(apiKey);
    const { origin } = stage.app;
    const me = dataOf(await send(origin, { method: 'GET', path: '/api/v1/me', token: apiKey }));
    expect([me.username, me.authMethod]).toEqual(['ross', 'apiKey']);
    expect(leader.faults.take()).toEqual([]);
  });

  test('a follower sees a call made over REST, live', async () => {
    const { page, open } = follower;
    const post = async (path: string, body: object) =>
      dataOf(
        await send(stage.app.origin, {
          method: 'POST',
          path: `/api/v1${path}`,
          token: apiKey,
          body,
        }),
      );
    const group = { name: 'Night flight', groupAccessType: 'PUBLIC' };
    groupId = (await post('/groups', group)).groupId;
    await member.post(`/groups/${groupId}/join`);
    await member.post(`/groups/${groupId}/auto-buy`, { enabled: true, amountUsd: '25' });
    await open(`/groups/${groupId}`);
    await post('/spot/proposals', {
      groupId,
      contractAddress: mints.sol,
      amountUsd: '100',
      reason: 'South by the stars.',
    });
    const call = page.getByRole('article', { name: /^Call: / });
    await call.getByText('South by the stars.').waitFor();
    await call.getByText('Your PnL').waitFor();
    await stage.app.pin(mints.sol, '220');
    await call.getByText('+$2.36', { exact: true }).waitFor();
    await call.getByRole('link', { name: 'Position' }).click();
    await says(figure(page, 'Value'), '$27.36');
    await says(figure(page, 'PnL'), '+$2.36');
    await says(figure(page, 'Held'), '0.124375 SOL');
    expect(follower.faults.take()).toEqual([]);
  });

  test('the follower sells everything and sees the profit to the last digit', async () => {
    const { page } = follower;
    await page.getByRole('form', { name: 'Trade' }).getByText('Sell', { exact: true }).click();
    await page.getByRole('button', { name: 'Max' }).click();
    await page.getByText('Comes to your wallet').waitFor();
    await page.getByRole('button', { name: 'Sell all SOL' }).click();
    const realized = figure(page, 'Realized').locator('.num');
    await says(realized, '+$2.23');
    expect(await realized.getAttribute('title')).toBe('2.225687 USD');
    const worth = page.locator('.worth .num');
    await says(worth, '$10,002.23');
    expect(await worth.getAttribute('title')).toBe('10002.225687 USD');
    expect(follower.faults.take()).toEqual([]);
  });

  test('and withdraws with a code of the authenticator', async () => {
    const { page, open } = follower;
    await open('/account?tab=security');
    await page.getByRole('region', { name: 'Authenticator' }).getByText('Set up').click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    const confirm = page.getByRole('dialog', { name: 'Scan and confirm' });
    const secret = (await confirm.locator('.copy-field code').textContent()) ?? '';
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await confirm.getByLabel('Code that the app shows').fill(totp.generate());
    await confirm.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    // A code works once: as if half a minute had passed.
    await stage.app.app.services.database.withClient((client) =>
      client.query('delete from totp_step where user_id = $1', [member.userId]),
    );
    await open('/account');
    await page.getByLabel('To', { exact: true }).fill(ADDRESS);
    await page.getByLabel('Amount').fill('50');
    await page.getByRole('button', { name: 'Review withdrawal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw USDC' });
    await dialog.getByText(ADDRESS).waitFor();
    await dialog.getByLabel('Code of your authenticator').fill(totp.generate());
    await dialog.getByRole('button', { name: 'Withdraw $50.00' }).click();
    const row = page.getByRole('region', { name: 'Withdrawals' }).getByRole('row').nth(1);
    await row.getByText('Waiting').waitFor();
    expect(await row.locator('.num').first().getAttribute('title')).toBe('50 USD');
    expect((await member.get('/account')).cashBalanceUsd).toBe('9952.225687');
    expect(follower.faults.take()).toEqual([]);
    await stage.app.audit();
  });
});
