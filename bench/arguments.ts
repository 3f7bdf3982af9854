/** What the command line asks for. */
export interface Arguments {
  /** Shorter runs of load, for a look. */
  readonly quick: boolean;
  /** Names of the measurements or axes to run; empty for all. */
  readonly only: readonly string[];
  /** Growth curves instead of the figures. */
  readonly growth: boolean;
}

const USAGE = 'npm run bench -- [--quick] [--only <name,name,…>] [--growth]';

/** Reads the command line. Throws with the usage for what it does not know. */
export function readArguments(argv: readonly string[]): Arguments {
  let quick = false;
  let growth = false;
  const only: string[] = [];
  for (let n = 0; n < argv.length; n += 1) {
    if (argv[n] === '--quick') quick = true;
    else if (argv[n] === '--growth') growth = true;
    else if (argv[n] === '--only' && argv[n + 1] !== undefined) {
      n += 1;
      only.push(...(argv[n] ?? '').split(','));
    } else throw new Error(`unknown argument ${argv[n]}; ${USAGE}`);
  }
  return { quick, only, growth };
}

/** Those that were asked for, in their order. Throws for a name that none of them has. */
export function chosen<T extends { readonly name: string }>(
  all: readonly T[],
  only: readonly string[],
): readonly T[] {
  const unknown = only.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0) {
    const names = all.map(({ name }) => name).join(', ');
    throw new Error(`there is no ${unknown.join(', ')}; there are ${names}`);
  }
  return only.length === 0 ? all : all.filter(({ name }) => only.includes(name));
}
