import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startApp } from '../../src/app/app.ts';
import { auditChecks } from '../../src/audit-checks.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { compile } from '../helpers/compile.ts';

test('the audit starts the embedded database of a service that does not run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skein-audit-'));
  await chmod(folder, 0o711);
  const compiled = await compile();
  try {
    const env = { SKEIN_DATA_DIR: join(folder, 'data') };
    const log = pino({ level: 'error' });
    // With nothing but a folder the service makes a database, and a demo with three wallets.
    const app = await startApp(loadConfig({ PORT: '0', ...env }), { log });
    await app.stop();
    const script = fileURLToPath(compiled.url('src/cli/audit.ts'));
    const { stdout } = await promisify(execFile)(process.execPath, [script], {
      env: { PATH: process.env.PATH, ...env },
    });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('ok ')).slice(-1)).toEqual([
      `All ${auditChecks.length} invariants hold.`,
    ]);
    expect(lines.length).toBeGreaterThan(auditChecks.length);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 90_000);
