import { runSeed } from './run-seed.ts';
import { startSimServer } from './server.ts';

const server = await startSimServer();
const show = process.argv.includes('-v')
  ? (line: string) => void process.stdout.write(`${line}\n`)
  : undefined;
for (const seed of [1, 1, 2, 2]) {
  const t = Date.now();
  const result = await runSeed(server, { seed, steps: 100, ...(show ? { show } : {}) });
  console.log(result.digest, result.violation, JSON.stringify(result.tally), Date.now() - t);
}
await server.stop();
