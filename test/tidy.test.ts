import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  code,
  functionsOf,
  importsOf,
  repository,
  type Source,
  trackedFiles,
} from './helpers/sources.ts';

const files = trackedFiles();
const isTest = ({ path }: Source): boolean => path.endsWith('.test.ts');
const sources = files.filter((file) => /^src\/.*\.ts$/.test(file.path) && !isTest(file));

/** Lines of code that match, as `path:line`. */
const linesWith = (among: readonly Source[], pattern: RegExp): string[] =>
  among.flatMap(({ path, lines }) =>
    lines.flatMap((line, n) => (pattern.test(code(line)) ? [`${path}:${n + 1}`] : [])),
  );

/** What each layer may import; what stands in no list is the composition root and may all. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  money: [],
  errors: [],
  platform: ['errors', 'money'],
  ledger: ['errors', 'money', 'platform'],
  market: ['errors', 'money', 'platform'],
  venues: ['errors', 'market', 'money'],
  engine: ['errors', 'ledger', 'money', 'platform'],
  features: ['engine', 'errors', 'features', 'ledger', 'market', 'money', 'platform', 'venues'],
};

/** `src/<layer>/…`; files of `src` itself belong to the composition root. */
const layerOf = (path: string): string =>
  path.split('/').length > 2 ? (path.split('/')[1] ?? '') : '';
const featureOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1];

const isAllowed = (from: string, to: string): boolean => {
  const allowed = arrows[layerOf(from)];
  if (!allowed) return true;
  if (layerOf(to) !== layerOf(from) && !allowed.includes(layerOf(to))) return false;
  const [own, other] = [featureOf(from), featureOf(to)];
  if (own === other || other === undefined) return true;
  // A feature's only door is its index; and nobody but the composition root knows following.
  return to.endsWith('/index.ts') && other !== 'follow';
};

test('imports follow the arrows of the architecture', () => {
  const wrong = sources.flatMap((file) =>
    importsOf(file)
      .filter((to) => !isAllowed(file.path, to))
      .map((to) => `${file.path} → ${to}`),
  );
  expect(wrong).toEqual([]);
});

test('the arrows are tried', () => {
  expect(isAllowed('src/engine/batch.ts', 'src/features/spot/buy.ts')).toBe(false);
  expect(isAllowed('src/features/spot/buy.ts', 'src/features/groups/tables.ts')).toBe(false);
  expect(isAllowed('src/features/spot/buy.ts', 'src/features/groups/index.ts')).toBe(true);
  expect(isAllowed('src/features/spot/buy.ts', 'src/features/follow/index.ts')).toBe(false);
  expect(isAllowed('src/features/spot/buy.ts', 'src/main.ts')).toBe(false);
  expect(isAllowed('src/money/text.ts', 'src/platform/ids.ts')).toBe(false);
  expect(isAllowed('src/app/app.ts', 'src/features/follow/worker.ts')).toBe(true);
});

test('only features have an index', () => {
  const doors = files.filter(({ path }) => /^src\/.*\bindex\.ts$/.test(path));
  const barrels = doors.filter(({ path }) => !/^src\/features\/[^/]+\/index\.ts$/.test(path));
  expect(barrels.map(({ path }) => path)).toEqual([]);
  const starred = linesWith(sources, /export \* /);
  expect(starred).toEqual([]);
  expect(files.filter(({ path }) => /\butils?\.ts$/.test(path)).map(({ path }) => path)).toEqual(
    [],
  );
});

test('time and chance come from the platform', () => {
  const outside = sources.filter(({ path }) => !path.startsWith('src/platform/'));
  const raw =
    /Date\.now\(|new Date\(\)|Math\.random\(|randomUUID\(|performance\.now\(|process\.hrtime|randomBytes\(/;
  expect(linesWith(outside, raw)).toEqual([]);
});

/**
 * Where a text or a bigint becomes a `number` that is no money: positions, counts, digits, the
 * parameters of the market model, hours of the clock.
 */
const countedIn = new Set([
  'src/engine/batch.ts',
  'src/engine/engine.ts',
  'src/engine/housekeeping.ts',
  'src/features/account/equity-job.ts',
  'src/features/account/events.ts',
  'src/features/groups/change-role.ts',
  'src/features/groups/invite-code.ts',
  'src/features/identity/api-key.ts',
  'src/features/region/address.ts',
  'src/market/token-search.ts',
  'src/market/model.ts',
  'src/market/predictions/model-calendar.ts',
  'src/market/predictions/model-ids.ts',
  'src/market/predictions/model-legacy.ts',
  'src/market/predictions/model-spot.ts',
  'src/market/perps/funding-csv.ts',
  'src/market/perps/perp-catalogue.ts',
  'src/market/perps/perp-oracle.ts',
  'src/market/perps/perp-volume.ts',
  'src/market/predictions/gamma-values.ts',
  'src/market/tokens.ts',
]);

test('no money becomes a number', () => {
  const pattern = /\bparseFloat\(|(?<![\w.])Number\(|Number\.parse|\bparseInt\(|\.toNumber\(/;
  const elsewhere = sources.filter(
    ({ path }) => !path.startsWith('src/platform/') && !countedIn.has(path),
  );
  expect(linesWith(elsewhere, pattern)).toEqual([]);
  const unused = sources.filter(
    (file) => countedIn.has(file.path) && linesWith([file], pattern).length === 0,
  );
  expect(unused.map(({ path }) => path)).toEqual([]);
});

const MOST_LINES = 300;
const MOST_FUNCTION_LINES = 70;
/** Tables whose rows are one after another; splitting them would only hide them. */
const tables = new Set(['src/errors/catalogue.ts']);

test(`files have at most ${MOST_LINES} lines, functions ${MOST_FUNCTION_LINES}`, () => {
  const long = sources.filter(
    ({ path, lines }) => lines.length > MOST_LINES + 1 && !tables.has(path),
  );
  expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([]);
  const functions = sources.flatMap((file) =>
    functionsOf(file)
      .filter(({ size }) => size > MOST_FUNCTION_LINES)
      .map(({ line, size }) => `${file.path}:${line}: ${size}`),
  );
  expect(functions).toEqual([]);
});

test('functions are measured without those in them', () => {
  const text = `export function a(
  b: string,
): void {
  if (b) {
    c();
  }
  const d = () => {
    e();
    f();
  };
}`;
  const lines = text.split('\n');
  expect(functionsOf({ path: 'x.ts', text, lines })).toEqual([
    { line: 3, size: 6 },
    { line: 7, size: 4 },
  ]);
});

test('nothing names a machine', () => {
  const place = /(?<![\w.-])\/(?:work|root|home|Users)\/|\bregistry\.[a-z-]+\.(?:org|com|dev|io)\b/;
  const named = files
    .filter(({ path }) => path !== 'test/tidy.test.ts')
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, n) => (place.test(line) ? [`${path}:${n + 1}`] : [])),
    );
  expect(named).toEqual([]);
});

test('nothing is left to be done', () => {
  const marks = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX'].join(''));
  const code = files.filter(({ path }) => /\.(?:ts|tsx|mjs|sql)$/.test(path));
  const left = code.flatMap(({ path, lines }) =>
    lines.flatMap((line, n) =>
      new RegExp(`\\b(?:${marks.source})\\b`).test(line) ? [`${path}:${n + 1}`] : [],
    ),
  );
  expect(left).toEqual([]);
});

test('every dependency says why, and nothing else does', () => {
  const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const names = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  );
  const lines = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
  expect(lines.map(([, name]) => name).sort()).toEqual(names.sort());
  for (const [, name, why] of lines) expect(why?.length, name).toBeGreaterThan(15);
  const loose = Object.values(manifest.dependencies ?? {}).filter(
    (version) => !/^\d/.test(version),
  );
  expect(loose).toEqual([]);
});
