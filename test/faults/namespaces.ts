import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../helpers/eventually.ts';

/** An ordinary user becomes root of a user namespace of its own. */
const isRoot = process.getuid?.() === 0;
const unshareFlags = isRoot ? ['-n'] : ['-rn'];
const enterFlags = isRoot ? ['-n'] : ['-U', '--preserve-credentials', '-n'];

/** Why networks of our own cannot be made here; null where they can. */
export function whyNoNamespaces(): string | null {
  const probe = ['-c', 'ip link add near type veth peer name far && command -v nsenter'];
  const { status, error } = spawnSync('unshare', [...unshareFlags, 'sh', ...probe]);
  if (status === 0) return null;
  return `networks of their own are not permitted here (${error?.message ?? `unshare: ${status}`})`;
}

/** Two networks with one cable between them: that of the database, 10.0.0.1, and the service's. */
export interface TwoNetworks {
  /** Starts a program in one of them. */
  start(where: 'database' | 'service', argv: readonly string[], env?: object): ChildProcess;
  /** Forwards what connects to `listen` of one of them to `target`, both as `net` takes them. */
  forward(where: 'database' | 'service', listen: object, target: object): Promise<void>;
  /** Pulls the cable out, or plugs it in again. Nobody is told: what is sent is lost. */
  cable(state: 'down' | 'up'): void;
  close(): Promise<void>;
}

const FORWARD = `const net = require('node:net');
const [listen, target] = process.argv.slice(1).map((text) => JSON.parse(text));
net.createServer((client) => {
  const server = net.connect(target);
  for (const [from, to] of [[client, server], [server, client]]) {
    from.pipe(to);
    from.on('error', () => to.destroy());
  }
}).listen(listen, () => console.log('listening'));`;

export async function openTwoNetworks(): Promise<TwoNetworks> {
  const children: ChildProcess[] = [];
  const keep = (command: string, argv: readonly string[], env: object = {}): ChildProcess => {
    const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, argv, { env: { PATH: process.env.PATH, ...env }, stdio });
    children.push(child);
    return child;
  };
  const says = async (child: ChildProcess, word: string): Promise<void> => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    await eventually(`${word} is said`, () => printed.includes(word)).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${printed}`);
    });
  };
  const hold = ['sh', '-c', 'ip link set lo up && echo up && exec sleep 3600'];
  const outer = keep('unshare', [...unshareFlags, ...hold]);
  await says(outer, 'up');
  const entering = (pid: number | undefined) => ['-t', String(pid), ...enterFlags];
  const inner = keep('nsenter', [...entering(outer.pid), 'unshare', '-n', ...hold]);
  await says(inner, 'up');
  const enter = { database: entering(outer.pid), service: entering(inner.pid) };
  const run = (where: keyof typeof enter, text: string): void => {
    for (const line of text.split(';')) {
      execFileSync('nsenter', [...enter[where], 'ip', ...line.trim().split(' ')]);
    }
  };
  run('database', `link add cable type veth peer name cable netns ${inner.pid}`);
  run('database', 'addr add 10.0.0.1/30 dev cable; link set cable up');
  run('service', 'addr add 10.0.0.2/30 dev cable; link set cable up');
  return {
    start: (where, argv, env) => keep('nsenter', [...enter[where], ...argv], env),
    async forward(where, listen, target) {
      const texts = [JSON.stringify(listen), JSON.stringify(target)];
      const argv = [process.execPath, '-e', FORWARD, ...texts];
      await says(keep('nsenter', [...enter[where], ...argv]), 'listening');
    },
    cable: (state) => run('database', `link set cable ${state}`),
    async close() {
      for (const child of children.reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  };
}
