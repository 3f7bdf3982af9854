import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { importPredictions } from '../../src/market/predictions/import-predictions.ts';
import type { PredictionSource } from '../../src/market/predictions/prediction-market.ts';
import { type Recording, readRecording } from '../../src/market/recording.ts';
import { openReplay } from '../../src/market/replay.ts';

/** A folder of recorded files and a recording to import them into, fresh for every test. */
export interface ImportFolder {
  readonly from: string;
  readonly to: string;
  /** What the last import printed. */
  readonly printed: readonly string[];
  /** Writes a file of the folder: text as it is, anything else as JSON. */
  put(file: string, content: unknown): Promise<void>;
  /** Imports; by kind how many were imported, merged and refused. */
  run(...tokens: string[]): Promise<Record<string, [number, number, number]>>;
  /** What the recording holds. */
  recorded(): Promise<NonNullable<Recording['predictions']>>;
  /** Imports and opens what came of it. */
  source(...tokens: string[]): Promise<PredictionSource>;
}

function required<T>(value: T | null): T {
  if (value === null) throw new Error('the recording holds no prediction markets');
  return value;
}

export function importFolder(): ImportFolder {
  const printed: string[] = [];
  let root = '';
  const folder: ImportFolder = {
    get from() {
      return join(root, 'from');
    },
    get to() {
      return join(root, 'to');
    },
    printed,
    async put(file, content) {
      await mkdir(dirname(join(folder.from, file)), { recursive: true });
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      await writeFile(join(folder.from, file), text);
    },
    async run(...tokens) {
      printed.length = 0;
      const { from, to } = folder;
      const { kinds } = await importPredictions({ from, to, tokens }, (line) => printed.push(line));
      return Object.fromEntries(
        [...kinds].map(([kind, { imported, merged, refused }]) => [
          kind,
          [imported, merged, refused],
        ]),
      );
    },
    recorded: async () => required((await readRecording(folder.to)).predictions),
    async source(...tokens) {
      await folder.run(...tokens);
      return required((await openReplay(folder.to)).predictions);
    },
  };
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'skein-predictions-'));
    await mkdir(folder.from);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  return folder;
}
