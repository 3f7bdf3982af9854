import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openServiceRunner,
  type ServiceProcess,
  type ServiceRunner,
} from '../faults/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';

const README = new URL('../../README.md', import.meta.url);
const END_OF_BLOCK = '=== end of block ===';

let runner: ServiceRunner;
let database: TestDatabase;
let service: ServiceProcess;
let dataDir: string;

beforeAll(async () => {
  [runner, database, dataDir] = await Promise.all([
    openServiceRunner(),
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'skein-tour-')),
  ]);
  service = await runner.start({
    DATABASE_URL: database.url,
    SKEIN_DATA_DIR: dataDir,
    SKEIN_DEMO: '1',
    // Not set, so that the process makes a token and keeps it where the tour looks for it.
    SKEIN_SANDBOX_TOKEN: undefined as unknown as string,
  });
}, 60_000);
afterAll(async () => {
  await runner.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The bash blocks of the tour as they stand in the README. */
async function tourBlocks(): Promise<string[]> {
  const text = await readFile(README, 'utf8');
  const tour = /^## Five-minute tour\n(.*?)^## /ms.exec(text)?.[1] ?? '';
  return [...tour.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
}

/** Replaces a line that the tour must hold exactly once. */
function substitute(script: string, line: string, by: string): string {
  expect(script.split(`${line}\n`)).toHaveLength(2);
  return script.replace(`${line}\n`, `${by}\n`);
}

/** Runs all blocks in one shell, like a reader who pastes them; what each has printed. */
async function runTour(): Promise<string[]> {
  const blocks = await tourBlocks();
  let script = blocks.map((block) => `${block}echo '${END_OF_BLOCK}'\n`).join('');
  script = substitute(script, 'ORIGIN=http://127.0.0.1:3000', `ORIGIN=${service.origin}`);
  script = substitute(script, 'DATA=./.skein', `DATA=${dataDir}`);
  const strict = `set -euo pipefail\n${script}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', strict], { timeout: 60_000 });
  return stdout.split(`${END_OF_BLOCK}\n`).slice(0, -1);
}

/** The JSON values that a block has printed one after another, lines of plain text as they are. */
function printed(output: string): unknown[] {
  const values: unknown[] = [];
  let pending = '';
  for (const line of output.trimEnd().split('\n')) {
    pending = pending === '' ? line : `${pending}\n${line}`;
    try {
      values.push(JSON.parse(pending));
      pending = '';
    } catch {
      if (/^[[{]/.test(pending)) continue;
      values.push(pending);
      pending = '';
    }
  }
  expect(pending).toBe('');
  return values;
}

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

// At the pinned price of $100 the leader's $100 lose a fee of $0.5 and buy 0.995 SOL; Ann's $25
// lose $0.125 and buy 0.24875 SOL. At $120 her SOL bring 29.85 - 0.14925 = 29.70075 dollars, his
// 119.4 - 0.597 = 118.803: a profit of 18.803 dollars on 100.
test('the tour of the README does what it says, line by line', async () => {
  const blocks = (await runTour()).map(printed);
  const trade = {
    id: uuid,
    tradingProposalId: uuid,
    groupId: uuid,
    walletAddress: expect.any(String),
    tradeType: 'BUY',
    tokenAmount: '0.24875',
    tokenDecimals: 9,
    pricePerTokenUsd: '100',
    totalCostUsd: '25',
    svcFeeUsd: '0.125',
    pnlUsd: '0',
    pnlPct: '0',
    txSignature: expect.stringMatching(/^paper_/),
    createdAt: instant,
  };
  const position = {
    hasPosition: true,
    currentTokenAmountRaw: '248750000',
    totalCostUsd: '25',
    // 25 / 0.24875, half even at 18 decimals.
    avgEntryPriceUsd: '100.502512562814070352',
    avgExitPriceUsd: null,
    unrealizedPnlUsd: '-0.125',
    realizedPnlUsd: '0',
    currentValueUsd: '24.875',
    currentPriceUsd: '100',
    unrealizedPnlPct: '-0.5',
    realizedPnlPct: '0',
    userExitedAt: null,
  };
  const scopes = ['read', 'trade:spot', 'trade:predictions', 'trade:perps', 'groups', 'chat'];
  const mint = 'So11111111111111111111111111111111111111112';
  const price = expect.stringMatching(/^\d+(\.\d+)?$/);
  expect(blocks).toEqual([
    [''],
    [{ username: 'demo_leader', scopes, rateLimit: { limit: 1200, windowSeconds: 60 } }],
    [{ symbol: 'SOL', mint, priceUsd: price }],
    [{ kind: 'token', id: mint, priceUsd: '100' }],
    [expect.stringMatching(/^proposal [0-9a-f-]{36}$/)],
    [{ drained: true }, [{ side: 'BUY', status: 'FILLED', trade }]],
    [[{ tokenSymbol: 'SOL', balance: '0.24875', value: '24.875' }], position],
    [120, { closedAt: instant, pnlUsd: '18.803', pnlPct: '18.803' }, { drained: true }],
    [
      [
        'trade 29.70075 USDC 10004.70075',
        'trade -0.24875 SOL 0',
        'trade 0.24875 SOL 0.24875',
        'trade -25 USDC 9975',
      ],
    ],
    [
      { now: instant, frozen: false, offsetMs: 86_400_000 },
      mint,
      { ok: true, invariants: expect.any(Number) },
    ],
  ]);
});
