import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, it } from 'vitest';
import { type Compiled, compile } from '../../test/helpers/compile.ts';

let compiled: Compiled;

beforeAll(async () => {
  compiled = await compile();
});

/** Runs a process with the given steps, sends the signals, and returns how it ended. */
async function endOf(steps: string, signals: NodeJS.Signals[], limitMs = 9_500) {
  const program = `
    import { installShutdown } from ${JSON.stringify(compiled.url('src/platform/shutdown.ts'))};
    const say = (text) => process.stdout.write(text + '\\n');
    const log = { info() {}, error: (fields) => say('error in ' + fields.step) };
    const { onShutdown } = installShutdown({ log, limitMs: ${limitMs} });
    ${steps}
    setInterval(() => {}, 1000);
    say('up');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.endsWith('up\n')) child.kill(signals[0]);
    else if (output.endsWith('again\n')) child.kill(signals[1]);
  });
  const [code] = await once(child, 'close');
  return { code, lines: output.trim().split('\n').slice(1) };
}

const steps = `
  onShutdown('database', async () => say('database'));
  onShutdown('server', () => say('server'));
`;

it.each(['SIGTERM', 'SIGINT'] as const)(
  'runs the steps backwards on %s, exit 0',
  async (signal) => {
    expect(await endOf(steps, [signal])).toEqual({ code: 0, lines: ['server', 'database'] });
  },
);

it('goes on after a step that fails, exit 1', async () => {
  const failing = `${steps} onShutdown('bad', () => { throw new Error('no'); });`;
  expect(await endOf(failing, ['SIGTERM'])).toEqual({
    code: 1,
    lines: ['error in bad', 'server', 'database'],
  });
});

it('names the step that hangs and ends at the limit, exit 1', async () => {
  const hanging = `${steps} onShutdown('slow', () => new Promise(() => {}));`;
  expect(await endOf(hanging, ['SIGTERM'], 50)).toEqual({ code: 1, lines: ['error in slow'] });
});

it('ends at once on a second SIGINT', async () => {
  const hanging = `onShutdown('slow', () => { say('again'); return new Promise(() => {}); });`;
  expect(await endOf(hanging, ['SIGINT', 'SIGINT'])).toEqual({ code: 130, lines: ['again'] });
});
