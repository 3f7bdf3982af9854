import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { describeInBrowser } from './browser-suite.ts';
import { standingStage } from './busy-world.ts';
import type { Member, Stage, Visitor } from './stage.ts';

const DEAR = { joiningFee: '20000', subscriptionFee: '0', subscriptionPeriod: 'MONTHLY' };
const PAID = { joiningFee: '5', subscriptionFee: '3', subscriptionPeriod: 'MONTHLY' };

/** The exact value behind the figure of a quote. */
const figure = (quote: Locator, name: string): Promise<string | null> =>
  quote.locator('.line', { hasText: name }).locator('dd .num[title]').first().getAttribute('title');

/** Money that somebody commits, and what is said of it before. */
describeInBrowser('what costs money', () => {
  let stage: Stage;
  let leader: Member;
  let member: Member;
  let visitor: Visitor;
  let groupId: string;

  beforeAll(async () => {
    stage = await standingStage();
    await stage.app.sandbox('PUT', '/prices/perp/SOL', { priceUsd: '200' });
    leader = await stage.member('whooper');
    member = await stage.member('mallard');
    visitor = await stage.visitor(member);
    const settings = { name: 'Wide water', groupAccessType: 'PUBLIC' };
    groupId = (await member.post('/groups', settings)).groupId;
  }, 180_000);
  afterAll(() => stage?.stop());

  test('joining names the fees, takes them once they are accepted and ends in the group', async () => {
    const { page, open, faults } = visitor;
    const group = { name: 'Paid flight', groupAccessType: 'PUBLIC', ...PAID };
    const paid = (await leader.post('/groups', group)).groupId;
    await open(`/groups/${paid}`);
    await page.getByText('1 member · $5.00 to join, then $3.00 a month').waitFor();
    const join = page.getByRole('button', { name: 'Join Paid flight' });
    expect(await join.isDisabled()).toBe(true);
    await page.getByLabel('I accept the fees: $5.00 to join, then $3.00 a month.').check();
    await join.click();
    await page.getByRole('heading', { name: 'Paid flight', level: 1 }).waitFor();
    const [, own] = await member.get(`/groups/${paid}/members`);
    expect([own.username, own.subscriptionStatus]).toEqual(['mallard', 'ACTIVE']);
    // 10,000 less the joining fee and the first month.
    expect((await member.get('/account')).cashBalanceUsd).toBe('9992');
    expect((await leader.get('/account')).cashBalanceUsd).toBe('10008');
    // That there was no membership before is answered with 403.
    expect(faults.take().every((fault) => fault.includes('403'))).toBe(true);
  });

  test('joining without the money is refused and takes nothing', async () => {
    const { page, open, faults } = visitor;
    const group = { name: 'Dear flight', groupAccessType: 'PUBLIC', ...DEAR };
    const dear = (await leader.post('/groups', group)).groupId;
    await open(`/groups/${dear}`);
    await page.getByLabel('I accept the fees: $20,000.00 to join.').check();
    await page.getByRole('button', { name: 'Join Dear flight' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'INSUFFICIENT_FUNDS' });
    await alert.getByText('Enter less, or add USDC to your wallet.').waitFor();
    expect(await leader.get(`/groups/${dear}/members`)).toHaveLength(1);
    expect((await member.get('/account')).cashBalanceUsd).toBe('9992');
    faults.take();
  });

  test('a leveraged call shows its risk as the service then takes it', async () => {
    const { page, open, faults } = visitor;
    await open(`/propose?groupId=${groupId}&kind=perp&id=SOL&side=LONG&leverage=4&amountUsd=100`);
    const slider = page.getByRole('slider', { name: 'Leverage' });
    await slider.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toBe('5 times');
    await page.getByRole('button', { name: 'Review call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review your call' });
    const confirm = dialog.getByRole('button', { name: 'Confirm: $100 at risk' });
    await eventually('the quote is there', () => confirm.isEnabled());
    const order = { marketSymbol: 'SOL', side: 'LONG', collateralUsd: '100', leverage: '5' };
    const quote = await member.post('/perps/quote', order);
    const lines = dialog.locator('.ticket-quote');
    const said = {
      entry: await figure(lines, 'Entry price'),
      size: await figure(lines, 'Position size'),
      fee: await figure(lines, 'Fee, out of the collateral'),
      liquidation: await figure(lines, 'Liquidation price'),
      risk: await figure(lines, 'Money at risk'),
    };
    expect(said).toEqual({
      entry: '200 USD',
      size: `${quote.notionalUsd} USD`,
      fee: `${quote.feeUsd} USD`,
      liquidation: `${quote.liquidationPriceUsd} USD`,
      risk: '100 USD',
    });
    await confirm.click();
    await page.getByRole('heading', { name: 'Done' }).waitFor();
    const [position] = await member.get('/perps/positions');
    expect(`${position.liquidationPriceUsd} USD`).toBe(said.liquidation);
    expect(faults.take()).toEqual([]);
  });

  test('exits are set, shown and taken back', async () => {
    const { page, open, faults } = visitor;
    const [{ id }] = await member.get('/perps/positions');
    const exits = async () => {
      const { takeProfitPriceUsd, stopLossPriceUsd } = await member.get(`/perps/positions/${id}`);
      return [takeProfitPriceUsd, stopLossPriceUsd];
    };
    await open(`/positions/perps/${id}`);
    const ticket = page.getByRole('region', { name: 'Trade' });
    await ticket.getByRole('tab', { name: 'TP / SL' }).click();
    await ticket.getByLabel('Take profit').fill('50');
    await ticket.getByLabel('Stop loss').fill('25');
    const about = await ticket.getByText(/^Triggers at about/).allTextContents();
    await ticket.getByRole('button', { name: 'Set exits' }).click();
    await ticket
      .getByText(/^Now at/)
      .first()
      .waitFor();
    const [profit, stop] = await exits();
    expect([+profit > 200, +stop < 200]).toEqual([true, true]);
    const now = await ticket.getByText(/^Now at/).allTextContents();
    const priceIn = (text: string | undefined) => /\$[\d,.]*\d/.exec(text ?? '')?.[0];
    expect(now.map(priceIn)).toEqual(about.map(priceIn));
    expect(priceIn(now[0])).toBe(`$${(+profit).toFixed(2)}`);
    await ticket.getByRole('button', { name: 'Remove' }).first().click();
    await ticket.getByText('Not set.').waitFor();
    expect(await exits()).toEqual([null, stop]);
    expect(faults.take()).toEqual([]);
    await stage.app.audit();
  });
});
