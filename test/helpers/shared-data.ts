import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The folder of recorded venue data: SKEIN_SHARED_DATA, or `../shared/data` beside the checkout.
 * It is not part of the repository; tests that need it are skipped where it is absent.
 */
export const sharedDataFolder = resolve(
  process.env.SKEIN_SHARED_DATA ?? join(repository, '../shared/data'),
);

export const hasSharedData = existsSync(sharedDataFolder);

/** A path inside the folder of recorded data. */
export const sharedData = (...parts: string[]): string => join(sharedDataFolder, ...parts);
