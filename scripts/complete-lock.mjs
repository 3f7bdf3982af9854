// Completes package-lock.json: `node scripts/complete-lock.mjs` after an `npm install`.
// npm leaves optional packages out of the lock file that it could not fetch, usually those of other
// platforms; `npm ci` then refuses the lock file as out of step with package.json. Each gets the
// entry that keeps it out of an install on every other platform.
import { readFileSync, writeFileSync } from 'node:fs';

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
];
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'x64',
];

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));

/** What the name of a platform package says of its platform; null for any other package. */
function platformOf(name) {
  const words = (name.split('/').at(-1) ?? '').split(/[-.]/);
  const os = words.includes('win32') ? 'win32' : systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined;
  return os && cpu ? { os: [os], cpu: [cpu], libc } : null;
}

const added = {};
for (const { optionalDependencies = {}, dev } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const path = `node_modules/${name}`;
    if (lock.packages[path]) continue;
    const platform = platformOf(name);
    if (!platform || !/^\d/.test(version)) {
      console.error(
        `${name}@${version} is missing from package-lock.json and is no platform package.`,
      );
      process.exitCode = 1;
      continue;
    }
    const { os, cpu, libc } = platform;
    added[path] = { version, cpu, dev, libc, optional: true, os };
  }
}
const packages = Object.entries({ ...lock.packages, ...added });
lock.packages = Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, 'en')));
if (Object.keys(added).length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(added).length} packages of other platforms added`);
