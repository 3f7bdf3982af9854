import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { dollars } from '../../src/money/text.ts';

const ROOT = new URL('../../', import.meta.url);

/** Numbers with a name that limit nothing: units, ranges of types, formats, fixed ids. */
const notLimits = new Set([
  ...['ADDRESS_BYTES', 'ALL_ROWS', 'BEFORE_ALL', 'BPS', 'MAX_INT', 'MAX_SMALLINT', 'ONE_DOLLAR'],
  ...['DAY_MS', 'HOUR_MS', 'WEEK_MS', 'YEAR_MS', 'PORT', 'RECORDING_VERSION', 'USDC_ASSET'],
  ...['DEMO_LOCK', 'LOCK_KEY', 'SECRET_BYTES', 'SECRET_CHARACTERS', 'TOKEN_BYTES'],
  ...['PRICE_DECIMALS', 'RATIO_DECIMALS', 'USDC_DECIMALS', 'VOLUME_DECIMALS', 'GUARD_DIGITS'],
  ...['BAR_POINTS', 'OCTAVES', 'PRICE_DIGITS', 'SHORTEST_PERIOD_MS', 'VOLUME_STEP', 'VOLUME_UNIT'],
  ...['BEGINNING_MS', 'DRIVER_ID', 'FEE_DECIMALS', 'FEW_TICKS', 'INSURANCE_ID', 'LEVEL_OFFSET_MS'],
  ...['LEVERAGE_DECIMALS', 'LEVERAGE_ONE', 'MICRO', 'MICRO_USD', 'MILLIONTHS', 'ONE', 'ONE_TIMES'],
  ...['PERMILLE', 'PPM', 'SKETCH_POINTS', 'SPAN_SIZE', 'STEEPEST'],
  ...['FIRST_CAPACITY', 'MAX_FEE', 'WHOLE_SECONDS', 'WINDOW_MS', 'SHARE_DECIMALS', 'SHARE_STEP'],
  ...['SECOND_MS', 'MINUTE_MS', 'HUNDREDTHS', 'BID', 'ASK', 'EXACT', 'PREFIX', 'WORDS'],
  // How passwords, seals and codes are made.
  ...['LOG_COST', 'BLOCK_SIZE', 'PARALLEL', 'HASH_BYTES', 'SALT_BYTES', 'MEMORY_BYTES', 'DIGITS'],
  ...['NONCE_BYTES', 'TAG_BYTES', 'KEY_BYTES', 'TOTP_SECRET_BYTES', 'ENDING_DIGITS'],
  ...['RECOVERY_BYTES', 'RECOVERY_CHARACTERS'],
  // What shapes the modelled prediction markets, and the make of their ids.
  ...['FEWEST_LEVELS', 'MOST_LEVELS', 'LEVELS_MS', 'SIZE_MS', 'SPREAD_MS', 'COARSE', 'TRADE_USD'],
  ...['SHORTEST_TRADE_MS', 'LONGEST_TRADE_MS', 'USUAL_MIN_SHARES', 'LONGEST_LIVES', 'WARMEST_DAY'],
  ...['CODES', 'SLOTS', 'INDEXES', 'TAIL_HEX_DIGITS', 'TAIL_RANGE', 'TAIL_DECIMALS'],
  ...['TOKEN_ID_DIGITS', 'MOST_NUMBER_DIGITS', 'FLOAT_DECIMALS'],
  // How announcements print a price.
  ...['PRICE_DIGITS', 'CENTS'],
]);

const DECLARED = /^(export )?const ([A-Z][A-Z0-9_]*)(?:: [^=]+)? =\s+([^;]+);/gm;
const PRODUCT = /^-?[\d_]+n?( (\*\*|[*+-]) [\d_]+n?)*$/;
const DOLLARS = /^dollars\((?:'[\d.]+'|[A-Z_]+)\)$/;
const QUOTED = /^['`](?:interval ')?(\d+(?: ?(?:s|ms|seconds|MB))?)'?['`]$/;
const OTHER_CONSTANT = /^[A-Z_]+ \* [\d_]+$/;

interface Limit {
  readonly name: string;
  readonly file: string;
  readonly value: string;
}

const inOrder = (limits: readonly Limit[]): Limit[] =>
  limits.toSorted((a, b) => (`${a.file} ${a.name}` < `${b.file} ${b.name}` ? -1 : 1));

/** An exported constant as its module has it; a private one as its expression says. */
async function constantOf(file: string, name: string, exported: boolean, expression: string) {
  const quoted = QUOTED.exec(expression)?.[1];
  if (quoted !== undefined) return quoted;
  if (exported) return String((await import(new URL(file, ROOT).href))[name]);
  const inDollars = /^dollars\('([\d.]+)'\)$/.exec(expression)?.[1];
  if (inDollars !== undefined) return String(dollars(inDollars));
  if (!/^[\d_]+n?( \* [\d_]+n?)*$/.test(expression)) return `not read: ${expression}`;
  const factors = expression.replaceAll(/[_n]/g, '').split(' * ');
  return String(factors.reduce((product, factor) => product * BigInt(factor), 1n));
}

/** The numeric constants with a name in capitals at the top level of the sources. */
async function limitsOfCode(): Promise<Limit[]> {
  const limits: Limit[] = [];
  for (const entry of await readdir(new URL('src/', ROOT), { recursive: true })) {
    if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue;
    const file = `src/${entry}`;
    const source = await readFile(new URL(file, ROOT), 'utf8');
    for (const [, exported, name = '', expression = ''] of source.matchAll(DECLARED)) {
      const forms = [PRODUCT, DOLLARS, QUOTED, OTHER_CONSTANT];
      if (notLimits.has(name) || !forms.some((form) => form.test(expression))) continue;
      const value = await constantOf(file, name, exported !== undefined, expression);
      limits.push({ name, file, value });
    }
  }
  return inOrder(limits);
}

async function limitsOfPage(): Promise<Limit[]> {
  const page = await readFile(new URL('docs/reference/limits.md', ROOT), 'utf8');
  const row =
    /^\| `([A-Z0-9_]+)` \| ([^|]+) \| [^|]+ \| [^|]+ \| \[[^\]]+\]\(\.\.\/\.\.\/([^)]+)\) \|$/gm;
  const limits = [...page.matchAll(row)].map(([, name = '', value = '', file = '']) => ({
    name,
    file,
    value: value.replaceAll(',', ''),
  }));
  return inOrder(limits);
}

test('the page of limits holds every limit of the code with its value', async () => {
  const [page, code] = await Promise.all([limitsOfPage(), limitsOfCode()]);
  expect(page).toEqual(code);
  expect(code.length).toBeGreaterThan(80);
});
