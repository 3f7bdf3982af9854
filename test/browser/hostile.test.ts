import { afterAll, beforeAll, expect, test } from 'vitest';
import { mints } from '../e2e/world.ts';
import { describeInBrowser } from './browser-suite.ts';
import { standingStage } from './busy-world.ts';
import type { Member, Stage, Visitor } from './stage.ts';

/** What runs if it is taken for more than text. */
const IMAGE = '<img src=x onerror="window.hurt=1">';
const SCRIPT = '<script>window.hurt=2</script><svg/onload=window.hurt=3>';
const LINK = '[prize](javascript:window.hurt=4) javascript:window.hurt=5';
/** Turns the reading order of what follows unless it is kept apart. */
const TURNED = 'gains \u202Eno risk';

/** Whether anything hostile became part of the page or ran. */
const HURT = `({
  ran: window.hurt ?? null,
  images: document.querySelectorAll('img[src="x"]').length,
  links: document.querySelectorAll('a[href^="javascript:" i]').length,
  scripts: [...document.scripts].filter((script) => !script.src).length,
  handlers: document.querySelectorAll('[onerror], [onload]').length,
})`;
const UNHURT = { ran: null, images: 0, links: 0, scripts: 0, handlers: 0 };

describeInBrowser('hostile text in a browser', () => {
  let stage: Stage;
  let leader: Member;
  let visitor: Visitor;
  let groupId: string;
  let proposalId: string;

  beforeAll(async () => {
    stage = await standingStage();
    leader = await stage.member('shrike');
    const group = { name: IMAGE, description: `${SCRIPT} ${LINK}`, groupAccessType: 'PUBLIC' };
    groupId = (await leader.post('/groups', group)).groupId;
    const call = {
      groupId,
      contractAddress: mints.sol,
      amountUsd: '50',
      reason: `${IMAGE}${LINK}`,
    };
    proposalId = (await leader.post('/spot/proposals', call)).proposal.id;
    for (const content of [IMAGE, SCRIPT, LINK, TURNED]) {
      await leader.post(`/chat/${groupId}/messages`, { type: 'TEXT', content });
    }
    visitor = await stage.visitor(leader);
  }, 180_000);
  afterAll(() => stage?.stop());

  test('names, reasons and messages are shown as the text that they are', async () => {
    const { page, faults, open } = visitor;
    const paths = [
      '/',
      '/groups',
      `/groups/${groupId}`,
      `/groups/${groupId}?tab=settings`,
      `/propose?groupId=${groupId}`,
      `/positions/spot/${proposalId}`,
      '/activity',
    ];
    for (const path of paths) {
      await open(path);
      expect([path, await page.evaluate(HURT)]).toEqual([path, UNHURT]);
      expect(faults.take()).toEqual([]);
    }
    await open(`/groups/${groupId}`);
    await page.getByText(TURNED).waitFor();
    const shown = await page.locator('main').textContent();
    for (const text of [IMAGE, SCRIPT, LINK, TURNED, `${IMAGE}${LINK}`]) {
      expect(shown).toContain(text);
    }
    await open(`/positions/spot/${proposalId}`);
    expect(await page.locator('main').textContent()).toContain(`${IMAGE}${LINK}`);
  });

  test('what an address says is not made part of the page', async () => {
    const { page, open } = visitor;
    for (const path of [
      `/discover?q=${encodeURIComponent(IMAGE)}`,
      `/propose?kind=token&id=${encodeURIComponent(IMAGE)}`,
      `/positions/spot/${encodeURIComponent(IMAGE)}`,
    ]) {
      await open(path);
      expect([path, await page.evaluate(HURT)]).toEqual([path, UNHURT]);
    }
    visitor.faults.take();
  });
});
