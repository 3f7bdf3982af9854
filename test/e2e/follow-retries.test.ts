import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCandles } from '../../src/market/import-candles.ts';
import { eventually } from '../helpers/eventually.ts';
import { type FollowWorld, mintOf, SOL, startFollowWorld } from './follow-world.ts';

const JUP = mintOf('JUP');
let world: FollowWorld;
let folder: string;

/** JUP has recorded minutes at 10:00 and 10:02, with a gap at 10:01; SOL has the same. */
async function recordGap(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'skein-gap-'));
  const from = join(folder, 'csv');
  await mkdir(from);
  const rows = ['10:00', '10:02', '10:03'].map(
    (time) => `2026-01-05T${time}:00Z,0.5,0.5,0.5,0.5,1000`,
  );
  const csv = ['time,open,high,low,close,volume', ...rows, ''].join('\n');
  await writeFile(join(from, 'JUP.csv'), csv);
  await writeFile(join(folder, 'mints.json'), JSON.stringify({ JUP: { mint: JUP, decimals: 6 } }));
  const to = join(folder, 'recording');
  await importCandles({ from, mints: join(folder, 'mints.json'), to, interval: '1m' }, () => {});
  return to;
}

beforeAll(async () => {
  world = await startFollowWorld({
    SKEIN_MARKET_DATA: await recordGap(),
    SKEIN_REPLAY_START: '2026-01-05T10:00:00.000Z',
  });
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const set = (time: string) =>
  world.service.sandbox('POST', '/clock', { set: `2026-01-05T${time}Z` });
const venue = (mode: string) => world.service.sandbox('PUT', '/venues/spot/behaviour', { mode });

test('a price that is too old is waited for, and the follow made when there is one again', async () => {
  const ada = await world.member('ada', { amountUsd: '25' });
  // In the gap only a pinned price can be traded on.
  await set('10:01:20.000');
  await world.service.pin(JUP, '0.5');
  await world.hold(true);
  await world.open(JUP);
  await world.service.sandbox('DELETE', `/prices/token/${JUP}`);
  const refused = await world.leader.call('POST', '/spot/swap', {
    sell: 'USDC',
    buy: JUP,
    amountUsd: '5',
  });
  expect([refused.status, refused.body.code]).toEqual([503, 'PRICE_UNAVAILABLE']);
  await world.hold(false);
  await triedAtLeast(2);
  expect(await world.result(ada)).toEqual(['QUEUED', undefined]);
  expect(await world.cash(ada)).toBe('1000');
  // The recording goes on at 10:02, 40 s after the call: within the deadline.
  await set('10:02:00.000');
  await world.drain();
  expect(await world.result(ada)).toEqual(['FILLED', undefined]);
  expect(await world.cash(ada)).toBe('975');
  await world.service.audit();
});

test('a venue that is down is tried again until it works', async () => {
  const bob = await world.member('bob', { amountUsd: '25' });
  await world.hold(true);
  await world.open(SOL);
  await venue('down');
  await world.hold(false);
  await triedAtLeast(2);
  expect(await world.result(bob)).toEqual(['QUEUED', undefined]);
  expect(await world.cash(bob)).toBe('1000');
  await venue('ok');
  await world.drain();
  expect(await world.result(bob)).toEqual(['FILLED', undefined]);
  expect(await world.cash(bob)).toBe('975');
  await world.service.audit();
});

test('tried until the deadline, then EXPIRED', async () => {
  const eve = await world.member('eve', { amountUsd: '25' });
  const JTO = mintOf('JTO');
  await world.service.pin(JTO, '1.5');
  await world.hold(true);
  await world.open(JTO);
  await venue('down');
  await world.hold(false);
  await triedAtLeast(2);
  expect(await world.result(eve)).toEqual(['QUEUED', undefined]);
  await world.advance(60_000);
  await world.eventually('SKIPPED', eve);
  expect(await world.result(eve)).toEqual(['SKIPPED', 'EXPIRED']);
  expect(await world.cash(eve)).toBe('1000');
  await venue('ok');
  await world.service.audit();
});

/** Waits until every queued follow has been claimed so many times. */
async function triedAtLeast(times: number): Promise<void> {
  const { reads } = world.service.app.services.database;
  const statement = {
    name: 'claims of queued follows',
    text: `select coalesce(min(fence), 0) as least from follow where status = 'QUEUED'`,
  };
  await eventually('the follows are tried', async () => {
    const [row] = await reads.query<{ least: number }>(statement);
    return Number(row?.least) >= times;
  });
}
