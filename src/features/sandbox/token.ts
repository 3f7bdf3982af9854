import { hash, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../errors/app-error.ts';
import { bearerToken } from '../../platform/config/parsers.ts';

const TOKEN_BYTES = 32;
const FILE = 'sandbox-token';

export interface SandboxToken {
  readonly token: string;
  /** True at the first start, when nobody can know the token yet. */
  readonly generated: boolean;
}

/**
 * The token of the sandbox: the configured one, else the one in `<dataDir>/sandbox-token`, else a
 * new one that is kept there, readable by its owner alone. Processes that start at once agree on
 * one. Throws an Error when the file holds no token.
 */
export async function openSandboxToken(options: {
  readonly configured: string | null;
  readonly dataDir: string;
  readonly random: (size: number) => Uint8Array;
}): Promise<SandboxToken> {
  const { configured, dataDir, random } = options;
  if (configured !== null) return { token: configured, generated: false };
  const path = join(dataDir, FILE);
  const kept = await readToken(path);
  if (kept !== null) return { token: kept, generated: false };
  await mkdir(dataDir, { recursive: true });
  const token = `sbx_${Buffer.from(random(TOKEN_BYTES)).toString('base64url')}`;
  const draft = `${path}.${process.pid}.${Buffer.from(random(4)).toString('hex')}`;
  try {
    await writeFile(draft, `${token}\n`, { mode: 0o600, flag: 'wx' });
    // A link never replaces: whoever comes second takes the token of the first, never half a one.
    await link(draft, path);
    return { token, generated: true };
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'EEXIST') throw err;
    const other = await readToken(path);
    if (other === null) throw err;
    return { token: other, generated: false };
  } finally {
    await rm(draft, { force: true });
  }
}

async function readToken(path: string): Promise<string | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw err;
  }
  const token = bearerToken.parse(text.trim());
  if (token === undefined) throw new Error(`${path} holds no token; remove it to get a new one`);
  return token;
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * Checks the Authorization header of a sandbox call in a time that does not tell how much of it is
 * right. Throws UNAUTHORIZED.
 */
export function sandboxAuthenticator(token: string): (header: string | undefined) => void {
  const expected = digest(token);
  return (header) => {
    const given = /^bearer ([A-Za-z0-9._~+/=-]{1,256})$/i.exec(header ?? '')?.[1] ?? '';
    if (!timingSafeEqual(digest(given), expected)) {
      throw new AppError('UNAUTHORIZED', { message: 'The sandbox token is missing or wrong.' });
    }
  };
}
