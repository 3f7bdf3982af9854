/** What a soak is told on its command line. */
export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Where the report goes as JSON; null: it is only printed. */
  readonly report: string | null;
  /** Requests a second, reads and writes together. */
  readonly rate: number;
  /** Keeps the folder with the logs of the processes and the database. */
  readonly keep: boolean;
}

const DEFAULTS: SoakOptions = { minutes: 30, seed: 1, report: null, rate: 200, keep: false };

/** Reads `--minutes 30 --seed 7 --rate 200 --report file.json --keep`; throws on anything else. */
export function soakOptions(argv: readonly string[]): SoakOptions {
  const given: Record<string, unknown> = {};
  const rest = [...argv];
  const positive = (name: string): number => {
    const value = Number(rest.shift());
    if (!(value > 0)) throw new Error(`${name} takes a number above 0`);
    return value;
  };
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === '--keep') given.keep = true;
    else if (name === '--report') given.report = rest.shift() ?? null;
    else if (name === '--minutes' || name === '--seed' || name === '--rate') {
      given[name.slice(2)] = positive(name);
    } else throw new Error(`${name} is not known: --minutes, --seed, --rate, --report, --keep`);
  }
  return { ...DEFAULTS, ...given };
}
