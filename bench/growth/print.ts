import type { Axis, Operation } from './axis.ts';

/** What an operation cost at one size. */
export interface Point {
  readonly size: number;
  readonly cost: number;
  /** What it cost in the smallest world right before; null where that was not measured. */
  readonly smallest: number | null;
}

export interface Curve extends Pick<Operation, 'name' | 'unit'> {
  /** Whether it follows the size by its nature. */
  readonly grows: boolean;
  readonly points: Point[];
}

/** A cost that stays below this many times that of the smallest size counts as flat. */
export const FLAT_WITHIN = 1.5;

/** Against the smallest world, or else against the least that any smaller size cost. */
function growthOf({ points }: Curve, n: number): number {
  const { cost, smallest } = points[n] as Point;
  if (smallest !== null) return cost / smallest;
  const before = points.slice(0, n).map((point) => point.cost);
  return cost / Math.min(...before, n === 0 ? cost : Number.POSITIVE_INFINITY);
}

const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** A cost as soon as it is known: the largest sizes take minutes. */
export function printPoint({ name, unit }: Operation, { size, cost, smallest }: Point): void {
  const against = smallest === null ? '' : `, ${short(smallest)} ${unit} in the smallest world`;
  process.stdout.write(`  ${size}: ${name} ${short(cost)} ${unit}${against}\n`);
}

function lineOf(curve: Curve): string[] {
  const cells = curve.points.map(({ cost }, n) => {
    const growth = curve.grows ? '' : ` ×${growthOf(curve, n).toFixed(2)}`;
    return `${short(cost)} ${curve.unit}${growth}`;
  });
  const worst = Math.max(...curve.points.map((_, n) => growthOf(curve, n)));
  const verdict = worst <= FLAT_WITHIN ? 'flat' : `GROWS ×${worst.toFixed(2)}`;
  return [curve.name, ...cells, curve.grows ? 'follows the size' : verdict];
}

/** The table of an axis: a line for each operation, a column for each size. */
export function printCurves(
  { what, beside }: Axis,
  sizes: readonly number[],
  curves: readonly Curve[],
): void {
  const lines = [[what, ...sizes.map(String), `within ${FLAT_WITHIN}`], ...curves.map(lineOf)];
  const widths = lines[0]?.map((_, n) => Math.max(...lines.map((line) => line[n]?.length ?? 0)));
  const text = lines.map((line) =>
    line.map((cell, n) =>
      n === 0 ? cell.padEnd(widths?.[n] ?? 0) : cell.padStart(widths?.[n] ?? 0),
    ),
  );
  const against = beside
    ? '× is against the smallest world, measured right before'
    : '× is against the cheapest smaller size';
  process.stdout.write(`\n${text.map((line) => line.join('   ')).join('\n')}\n${against}\n\n`);
}
