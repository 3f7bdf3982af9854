// A service of its own for a script: the built one, on a free port, with a data directory that is
// removed at the end.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SANDBOX_TOKEN = 'sandbox-token-of-a-script';
const START_LIMIT_MS = 60_000;

function readyOrigin(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error('the service was not ready')), START_LIMIT_MS);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const origin = /^ready (\S+)$/m.exec(text)?.[1];
      if (origin === undefined) return;
      clearTimeout(timer);
      resolve(origin);
    });
  });
}

/** Starts it with the demo world; `env` adds to its configuration. */
export async function startOwnService(env = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'skein-script-'));
  // When root runs this, the database runs as another user and must reach its folder.
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const settings = { PORT: '0', SKEIN_DATA_DIR: dataDir, SKEIN_LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...settings, SKEIN_SANDBOX_TOKEN: SANDBOX_TOKEN, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const origin = await readyOrigin(child);
    const call = async (token, method, path, body) => {
      const answer = await fetch(origin + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
      return text === '' ? null : JSON.parse(text).data;
    };
    return {
      origin,
      demo: JSON.parse(await readFile(join(dataDir, 'demo-keys.json'), 'utf8')),
      call: (key, method, path, body) => call(key, method, `/api/v1${path}`, body),
      sandbox: (method, path, body) => call(SANDBOX_TOKEN, method, `/sandbox/v1${path}`, body),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
