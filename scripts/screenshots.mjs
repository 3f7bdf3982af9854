// Makes the pictures of the README from the demo world: `npm run build && node scripts/screenshots.mjs`.
// The clock stands on a day of the market model, so the same world comes out again.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { launchChromium } from './chromium.mjs';
import { startOwnService } from './own-service.mjs';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const THEMES = ['light', 'dark'];
const VIEWPORT = { width: 1440, height: 840 };
/** Where the world begins. */
const START = '2026-03-03T09:00:00.000Z';
/** In milliseconds. */
const HOURS = 3_600_000;
const SOL = 'So11111111111111111111111111111111111111112';
const JUP = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const EVENT = 'us-gas-price-at-the-end-of-march-2026';
const MARKET = 'us-gas-price-3-10-at-the-end-of-march-2026';

/** A few days of a group: calls of every kind, what was said about them, an exit with profit. */
async function live({ call, sandbox, demo }) {
  const [leader, ann, bo] = demo.users.map(({ apiKey }) => apiKey);
  const { groupId } = demo;
  let atMs = Date.parse(START);
  const pass = async (hours) => {
    atMs += hours * HOURS;
    await sandbox('POST', '/clock', { freeze: true, set: new Date(atMs).toISOString() });
    await sandbox('POST', '/drain');
  };
  const say = (key, content) =>
    call(key, 'POST', `/chat/${groupId}/messages`, { type: 'TEXT', content });
  const buy = (contractAddress, amountUsd, reason) =>
    call(leader, 'POST', '/spot/proposals', { groupId, contractAddress, amountUsd, reason });
  await pass(1);
  await say(leader, 'Morning. The range of the week looks ready to give way.');
  const first = await buy(JUP, '150', 'Volume came back overnight, and the pullback held.');
  await pass(5);
  await say(ann, 'In with $25. Thanks for writing the reason down.');
  await buy(SOL, '200', 'Breakout above the weekly range; out below it.');
  await pass(20);
  await call(leader, 'POST', '/perps/proposals', {
    groupId,
    marketSymbol: 'SOL',
    side: 'LONG',
    collateralUsd: '120',
    leverage: '3',
    reason: 'The same idea with a stop, funding is cheap.',
    stopLossPct: '25',
    takeProfitPct: '60',
  });
  await pass(4);
  await say(bo, 'Does the stop count from the mark or the oracle?');
  await say(leader, 'From the mark. The liquidation line is on the position page.');
  await call(leader, 'POST', '/predictions/proposals', {
    groupId,
    eventId: EVENT,
    marketId: MARKET,
    isYes: true,
    amountUsd: '60',
    reason: 'Refineries are back; the curve still prices the outage.',
  });
  await pass(16);
  await call(leader, 'POST', `/spot/proposals/${first.proposal.id}/close`);
  await pass(6);
  await say(ann, 'Out together with you. On to the next one.');
  await pass(1);
  return groupId;
}

const STANDS = `document.querySelector('h1, h2') !== null &&
  document.querySelector('.skeleton, .spinner, .unread') === null &&
  document.getAnimations().every(({ playState }) => playState !== 'running')`;

/** Keeps what a page looks like once it stands still and nothing in it is unread. */
async function picture(page, name) {
  await page.waitForLoadState('networkidle');
  while (!(await page.evaluate(STANDS))) await setTimeout(20);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  console.log(`docs/images/${name}.png`);
}

async function pictures(browser, { origin, sandbox }, groupId, theme) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: VIEWPORT,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  // Logos lie elsewhere and may change; what is some hours ago is so by the clock of the world.
  await context.route(/^https:/, (route) => route.abort());
  const { now } = await sandbox('GET', '/clock');
  await context.clock.setFixedTime(now);
  const page = await context.newPage();
  await page.goto('/welcome');
  await page.getByRole('button', { name: 'Look around the demo world' }).click();
  await page.getByRole('button', { name: 'End the tour' }).click();
  await page.goto(`/groups/${groupId}`);
  await picture(page, `group-${theme}`);
  await page.goto('/');
  await picture(page, `home-${theme}`);
  const query = 'kind=perp&id=BTC&side=LONG&leverage=5&amountUsd=100';
  await page.goto(`/propose?groupId=${groupId}&${query}`);
  await page.getByLabel('Take profit').fill('60');
  await page.getByLabel('Stop loss').fill('40');
  await page.getByText('Stop loss at').waitFor();
  await picture(page, `propose-${theme}`);
  await context.close();
}

const service = await startOwnService({ SKEIN_REPLAY_START: START });
try {
  const groupId = await live(service);
  await mkdir(folder, { recursive: true });
  const browser = await launchChromium();
  try {
    for (const theme of THEMES) await pictures(browser, service, groupId, theme);
  } finally {
    await browser.close();
  }
} finally {
  await service.stop();
}
