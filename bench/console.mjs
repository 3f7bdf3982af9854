// Measures the console in a browser: `npm run build && node bench/console.mjs`. Prints how soon a
// page can be used, and what a page with 100 rows costs while 60 prices a second change.
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { launchChromium } from '../scripts/chromium.mjs';
import { startOwnService } from '../scripts/own-service.mjs';

const LOADS = 5;
const ROWS = 100;
const UPDATES_PER_SECOND = 60;
const WATCHED_MS = 10_000;

/** Whether the page shows what it has to show and answers. */
const USABLE =
  'document.querySelector("h1, h2") !== null && document.querySelector(".skeleton, .spinner") === null';

async function untilUsable(page) {
  while (!(await page.evaluate(USABLE).catch(() => false))) await setTimeout(5);
}

/** Milliseconds from asking for an address until it can be used, each time without any cache. */
async function loadTimes(browser, origin, path, cookies) {
  const times = [];
  for (let load = 0; load < LOADS; load += 1) {
    const context = await browser.newContext({ baseURL: origin });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(path, { waitUntil: 'commit' });
    await untilUsable(page);
    times.push(Math.round(await page.evaluate('performance.now()')));
    await context.close();
  }
  return times.sort((a, b) => a - b);
}

/** The answer of the token list, made as long as wanted. */
function manyTokens(body) {
  const { data } = JSON.parse(body);
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const id = `${data[n % data.length].id.slice(0, 36)}${String(n).padStart(4, '0')}`;
    return { ...data[n % data.length], id, symbol: `T${n}`, logoUrl: null, tags: [] };
  });
  return { rows, text: JSON.stringify({ data: rows }) };
}

/** A page of 100 tokens whose prices change as often as said; what of one core it takes. */
async function livePrices(browser, origin, cookies) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  let tokens = [];
  let push = null;
  await page.route(/\/spot\/tokens\/trending/, async (route) => {
    const answer = await route.fetch();
    const { rows, text } = manyTokens(await answer.text());
    tokens = rows;
    await route.fulfill({ response: answer, body: text });
  });
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer();
    push = (text) => socket.send(text);
  });
  await page.goto('/discover');
  await untilUsable(page);
  const shown = () => page.evaluate('document.querySelector("main").innerText');
  const rows = await page.locator('main tbody tr').count();
  const session = await context.newCDPSession(page);
  // Time that the thread runs, not time that passes while others have the core.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const before = await shown();
  const [busyBefore, began] = [await busy(), performance.now()];
  let sent = 0;
  while (performance.now() - began < WATCHED_MS) {
    const due = Math.floor(((performance.now() - began) / 1_000) * UPDATES_PER_SECOND);
    for (; sent < due; sent += 1) {
      const { id } = tokens[(sent * 37) % tokens.length];
      const tick = { kind: 'token', id, priceUsd: `${100 + (sent % 977)}.${sent % 9}1` };
      push(`42/prices,${JSON.stringify(['price', tick])}`);
    }
    await setTimeout(5);
  }
  const seconds = (performance.now() - began) / 1_000;
  const percent = ((await busy()) - busyBefore) / seconds;
  const changed = before !== (await shown());
  await context.close();
  return { rows, sent, seconds, percent: percent * 100, changed };
}

const service = await startOwnService();
const browser = await launchChromium();
try {
  const { origin } = service;
  const entrance = await browser.newContext({ baseURL: origin });
  await entrance.request.post('/auth/demo', { data: { role: 'leader' } });
  const cookies = await entrance.cookies();
  const { version } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  );
  console.log(`skein ${version}, ${browser.version()}, ${cpus().length} × ${cpus()[0].model}`);
  for (const [path, jar] of [
    ['/welcome', []],
    ['/', cookies],
    ['/discover', cookies],
  ]) {
    const times = await loadTimes(browser, origin, path, jar);
    console.log(`${path} can be used after ${times.join(', ')} ms`);
  }
  const { rows, sent, seconds, percent, changed } = await livePrices(browser, origin, cookies);
  if (!changed || rows < ROWS) throw new Error(`no live page: ${rows} rows, changed ${changed}`);
  console.log(
    `${rows} rows, ${(sent / seconds).toFixed(0)} prices a second: ${percent.toFixed(1)} % of a core`,
  );
} finally {
  await browser.close();
  await service.stop();
}
