// Measures how long a newcomer needs from a clone to the first followed trade, by doing it: clone,
// `npm ci`, `npm start`, then the tour of the console in a browser. `node scripts/first-trade.mjs`
// prints the seconds of each step and ends with 1 when they are more than two minutes together.
// What is not committed is not part of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { launchChromium } from './chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const LIMIT_S = 120;
/** How long the service may take to be ready, in milliseconds. */
const READY_LIMIT_MS = 300_000;

const steps = [];

/** Does a step and prints how long it took. */
async function step(name, act) {
  const begin = performance.now();
  const result = await act();
  const seconds = (performance.now() - begin) / 1_000;
  steps.push(seconds);
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

/** Runs a program to its end; its output is shown when it fails. */
async function run(program, args, cwd) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}\n${text}`);
}

/** Starts the service as the README says, on a free port; gives where it is and how to end it. */
async function start(cwd, dataDir) {
  const env = { ...process.env, PORT: '0', SKEIN_DATA_DIR: dataDir };
  const child = spawn('npm', ['start'], {
    cwd,
    env,
    // A group of its own, so that npm and what it starts end together.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  let timer;
  const origin = await new Promise((resolve, reject) => {
    let text = '';
    timer = setTimeout(() => reject(new Error('it was never ready')), READY_LIMIT_MS);
    ended.then(([code]) => reject(new Error(`npm start ended with ${code}`)), reject);
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /^ready (\S+)$/m.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
  }).catch(async (error) => {
    clearTimeout(timer);
    await stop();
    throw error;
  });
  clearTimeout(timer);
  return { origin, stop };
}

/** The tour as somebody goes through it, from the first page to the trade of a follower. */
async function takeTour(page) {
  const tour = page.getByRole('complementary', { name: 'Tour' });
  await step('into the demo world', async () => {
    await page.getByRole('button', { name: 'Look around the demo world' }).click();
    await tour.getByRole('heading', { name: 'You lead the demo group' }).waitFor();
  });
  await step('the first call', async () => {
    await tour.getByRole('button', { name: 'Buy $100 of SOL as a call' }).click();
    await tour.getByRole('heading', { name: 'Your flock has followed' }).waitFor();
  });
  await step('the trade that followed it, as the follower sees it', async () => {
    await tour.getByRole('button', { name: 'See it as Ann' }).click();
    const results = page.getByRole('region', { name: 'Follow results' });
    await results.getByText("Copied the leader's trade.").waitFor();
  });
}

const folder = await mkdtemp(join(tmpdir(), 'skein-first-trade-'));
try {
  // When root runs this, the database runs as another user and must reach its folder.
  await chmod(folder, 0o711);
  const clone = join(folder, 'skein');
  await step('git clone', () => run('git', ['clone', '--quiet', root, clone], folder));
  await step('npm ci', () => run('npm', ['ci'], clone));
  const service = await step('npm start', () => start(clone, join(folder, 'data')));
  try {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await step('the console opens', async () => {
        await page.goto(service.origin);
        await page.getByRole('button', { name: 'Look around the demo world' }).waitFor();
      });
      await takeTour(page);
    } finally {
      await browser.close();
    }
  } finally {
    await service.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
const total = steps.reduce((sum, seconds) => sum + seconds, 0);
console.log(`${total.toFixed(1).padStart(6)} s  from the clone to the first followed trade`);
if (total > LIMIT_S) {
  console.error(`More than ${LIMIT_S} s.`);
  process.exitCode = 1;
}
