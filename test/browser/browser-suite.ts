import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { findChromium } from '../../scripts/chromium.mjs';
import { repository } from '../helpers/sources.ts';

const found = findChromium() !== null;
const MISSING = 'no Chromium on PATH (apt-get install chromium)';

/** When the newest of the files below a folder was changed, in milliseconds. */
const changedAt = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );

/** What the service serves to a browser must be there, and be what is tested. */
export function requireBuild(): void {
  const page = join(repository, 'dist/console/index.html');
  if (!existsSync(page) || statSync(page).mtimeMs < changedAt(join(repository, 'console/src'))) {
    throw new Error('The built console is older than its source: run `npm run build`.');
  }
}

/** Tests in a browser: left out where there is none, unless CI is set, where that is a failure. */
export function describeInBrowser(name: string, suite: () => void): void {
  if (!found && process.env.CI === 'true') throw new Error(MISSING);
  describe.skipIf(!found)(found ? name : `${name}: left out, ${MISSING}`, suite);
}
