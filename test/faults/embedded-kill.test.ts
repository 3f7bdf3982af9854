import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../../src/app/app.ts';
import { auditChecks } from '../../src/audit-checks.ts';
import { auditDatabase } from '../../src/ledger/audit.ts';
import { bundledTokens } from '../../src/market/tokens.ts';
import { dollars } from '../../src/money/text.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { SANDBOX_TOKEN } from '../helpers/app.ts';
import { noteFault, stopwatch } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

const MINT = bundledTokens[0]?.mint ?? '';
const SWAPS = 30;

let folder: string;
let env: Record<string, string>;
let runner: ServiceRunner;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-fault-'));
  await chmod(folder, 0o711);
  env = { SKEIN_DATA_DIR: join(folder, 'data'), SKEIN_SANDBOX_TOKEN: SANDBOX_TOKEN };
  runner = await openServiceRunner();
});
afterAll(async () => {
  await runner.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens the service of the data directory in this process, for what only it can do. */
const inProcess = () =>
  startApp(loadConfig({ PORT: '0', SKEIN_DEMO: '0', ...env }), { log: pino({ level: 'error' }) });

const swap = (service: ServiceProcess, apiKey: string, n: number) =>
  service.send({
    method: 'POST',
    path: '/api/v1/spot/swap',
    token: apiKey,
    headers: { 'idempotency-key': `swap ${n}` },
    body: { sell: 'USDC', buy: MINT, amountUsd: '1' },
  });

test('the next start recovers the embedded database of a process that was killed', async () => {
  const setUp = await inProcess();
  const { apiKey } = await setUp.services.identity.createUser({
    username: 'ada',
    mode: 'paper',
    deposit: { amount: dollars('1000'), source: 'sandbox' },
    key: { label: 'test', scopes: null, expiresAt: null },
  });
  await setUp.stop();
  const key = apiKey ?? '';

  const dying = await runner.start(env);
  const kept = new Map<number, unknown>();
  const asked = Array.from({ length: SWAPS }, async (_, n) => {
    const answer = await swap(dying, key, n).catch(() => null);
    if (answer?.status === 200) kept.set(n, answer.body);
    if (kept.size === 5) dying.kill('SIGKILL');
  });
  await Promise.all(asked);
  expect((await dying.ended()).signal).toBe('SIGKILL');
  expect(kept.size).toBeGreaterThanOrEqual(5);

  const recovering = stopwatch();
  // At once: the database of the dead process may still be about to go.
  const next = await runner.start(env);
  const recoveryMs = recovering();
  for (let n = 0; n < SWAPS; n += 1) {
    const again = await swap(next, key, n);
    expect(again.status).toBe(200);
    if (!kept.has(n)) continue;
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(kept.get(n));
  }
  const account = await next.send({ method: 'GET', path: '/api/v1/account', token: key });
  // 1000 − 30 × 1
  expect(account.body.data.cashBalanceUsd).toBe('970');
  const fault = 'kill -9 of a service with its embedded database';
  noteFault({ area: 'process', fault, operations: SWAPS, recoveryMs });
  await stop(next);
  const files = await readdir(join(folder, 'data'), { recursive: true });
  expect(files.filter((file) => file.endsWith('postmaster.pid'))).toEqual([]);

  const proof = await inProcess();
  const { database, clock } = proof.services;
  const { ok, checks } = await auditDatabase(database, auditChecks, clock.now());
  expect([ok, checks.filter((check) => !check.ok)]).toEqual([true, []]);
  await proof.stop();
}, 60_000);
