import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DemoWorld, demoCast } from './world.ts';

const FILE = 'demo-keys.json';

/** The demo of an earlier start; null when nothing usable was kept. */
export async function readDemoFile(dataDir: string): Promise<DemoWorld | null> {
  let text: string;
  try {
    text = await readFile(join(dataDir, FILE), 'utf8');
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw err;
  }
  try {
    const world = JSON.parse(text) as DemoWorld;
    const complete = typeof world.groupId === 'string' && world.users.length === demoCast.length;
    return complete ? world : null;
  } catch {
    return null;
  }
}

/** Keeps the demo with its keys, readable by the owner alone; never half of it. */
export async function writeDemoFile(dataDir: string, world: DemoWorld): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `${FILE}.${process.pid}`);
  try {
    await writeFile(draft, `${JSON.stringify(world, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, join(dataDir, FILE));
  } finally {
    await rm(draft, { force: true });
  }
}
