const steps = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const;

/** A time in milliseconds in words, by the largest unit that divides it: `24 hours`, `90 minutes`. */
export function durationOf(ms: number): string {
  const found = steps.find(([unit, name]) => ms >= unit && ms % unit === 0 && fits(ms, unit, name));
  const [unit, name] = found ?? [1_000, 'second'];
  const count = Math.ceil(ms / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** A single day is told in hours: that is how the rule is known. */
const fits = (ms: number, unit: number, name: string): boolean => name !== 'day' || ms > unit;
