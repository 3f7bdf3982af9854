import { type PartName, partNames } from './part.ts';

export interface EvidenceOptions {
  /** What is run. */
  readonly parts: readonly PartName[];
  readonly soakMinutes: number;
  /** Seeds of the simulator. */
  readonly seeds: number;
  /** Only writes the page anew from the results that are there. */
  readonly pageOnly: boolean;
}

/** Reads `--only faults --soak-minutes 30 --seeds 200 --page`; throws on anything else. */
export function evidenceOptions(argv: readonly string[]): EvidenceOptions {
  const only: PartName[] = [];
  let [soakMinutes, seeds, pageOnly] = [30, 200, false];
  const rest = [...argv];
  const positive = (name: string): number => {
    const value = Number(rest.shift());
    if (!(value > 0)) throw new Error(`${name} takes a number above 0`);
    return value;
  };
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === '--page') pageOnly = true;
    else if (name === '--soak-minutes') soakMinutes = positive(name);
    else if (name === '--seeds') seeds = positive(name);
    else if (name === '--only') {
      const part = partNames.find((one) => one === rest[0]);
      if (part === undefined) throw new Error(`--only takes one of ${partNames.join(', ')}`);
      only.push(part);
      rest.shift();
    } else throw new Error(`${name} is not known: --only, --soak-minutes, --seeds, --page`);
  }
  const parts = pageOnly ? [] : only.length > 0 ? only : partNames;
  return { parts, soakMinutes, seeds, pageOnly };
}
