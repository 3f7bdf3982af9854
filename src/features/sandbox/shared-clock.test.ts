import { afterEach, beforeEach, expect, test } from 'vitest';
import { BACKEND_START_MS, type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { openSandboxProcess } from '../../../test/helpers/sandbox-server.ts';
import type { ClockChange } from '../../platform/business-clock.ts';
import { NO_ID } from '../../platform/ids.ts';
import { setClock } from './set-clock.ts';

const START = BACKEND_START_MS;
let backend: Backend;
type Process = Awaited<ReturnType<typeof openSandboxProcess>>;
const processes: Process[] = [];

async function start(options: Parameters<typeof openSandboxProcess>[1] = {}): Promise<Process> {
  const process = await openSandboxProcess(backend, options);
  processes.push(process);
  return process;
}

async function change(process: Process, wish: ClockChange): Promise<number> {
  await process.engine.submit(setClock, wish, { userId: NO_ID });
  await process.clock.changed();
  return process.clock.clock.now();
}

beforeEach(async () => {
  backend = await openBackend();
});
afterEach(async () => {
  for (const process of processes.splice(0)) await process.close();
  await backend.close();
});

test('an offset survives a restart and goes on with real time while the service is down', async () => {
  const first = await start();
  expect(first.clock.clock.now()).toBe(START);
  expect(await change(first, { advanceMs: 3_600_000 })).toBe(START + 3_600_000);
  backend.clock.advance(5_000);
  // The hour and ten seconds, five of them after the first process was last asked.
  const again = await start();
  backend.clock.advance(5_000);
  expect(again.clock.clock.now()).toBe(START + 3_610_000);
});

test('a frozen clock stands over restarts and goes on from where it stood', async () => {
  const first = await start();
  await change(first, { advanceMs: 1_000, freeze: true });
  backend.clock.advance(86_400_000);
  const again = await start();
  expect([again.clock.clock.now(), again.clock.clock.frozen]).toEqual([START + 1_000, true]);
  expect(await change(again, { advanceMs: 500 })).toBe(START + 1_500);
  expect(await change(again, { freeze: false })).toBe(START + 1_500);
  backend.clock.advance(2);
  expect(again.clock.clock.now()).toBe(START + 1_502);
});

test('what one process does to the clock the others hear', async () => {
  const [here, there] = [await start(), await start()];
  await change(here, { setMs: START + 60_000, freeze: true });
  await eventually('the clock stands everywhere', () => there.clock.clock.frozen);
  expect(there.clock.clock.now()).toBe(START + 60_000);
  expect(await change(there, { advanceMs: 1 })).toBe(START + 60_001);
  await eventually('it goes on everywhere', () => here.clock.clock.now() === START + 60_001);
});

test('steps that several processes make at once all count', async () => {
  const [here, there] = [await start(), await start()];
  await Promise.all([1, 2, 3, 4].map(() => change(here, { advanceMs: 1_000 })));
  await Promise.all([here, there, here, there].map((at) => change(at, { advanceMs: 10 })));
  // Four seconds and four times ten milliseconds.
  await eventually('all steps are here', () => here.clock.clock.now() === START + 4_040);
  await eventually('all steps are there', () => there.clock.clock.now() === START + 4_040);
});

test('a step back is refused and changes nothing', async () => {
  const process = await start();
  await change(process, { advanceMs: 1_000 });
  await expect(change(process, { setMs: START + 999, freeze: true })).rejects.toEqual(
    expect.objectContaining({ code: 'VALIDATION_FAILED' }),
  );
  expect([process.clock.clock.now(), process.clock.clock.frozen]).toEqual([START + 1_000, false]);
});

test('a replay begins at its start, keeps its pace and is shared', async () => {
  const replay = { startMs: Date.UTC(2025, 9, 10), speed: 60 };
  const first = await start({ replay });
  backend.clock.advance(1_000);
  // A minute of the recording a second.
  expect(first.clock.clock.now()).toBe(replay.startMs + 60_000);
  const second = await start({ replay });
  expect(second.clock.clock.now()).toBe(replay.startMs + 60_000);
  // Started again at another pace, it goes on from where it is.
  const slower = await start({ replay: { ...replay, speed: 2 } });
  backend.clock.advance(1_000);
  expect(slower.clock.clock.now()).toBe(replay.startMs + 62_000);
  // A later start than it has reached counts, an earlier one does not.
  const later = await start({ replay: { startMs: replay.startMs + 86_400_000, speed: 2 } });
  expect(later.clock.clock.now()).toBe(replay.startMs + 86_400_000);
  const earlier = await start({ replay: { startMs: replay.startMs, speed: 2 } });
  expect(earlier.clock.clock.now()).toBe(replay.startMs + 86_400_000);
});
