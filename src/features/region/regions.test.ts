import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { testId } from '../../../test/helpers/state.ts';
import type { EventRow } from '../../ledger/tables.ts';
import { type Config, loadConfig } from '../../platform/config.ts';
import { openSettings, type Settings } from '../controls/index.ts';
import { createUser } from '../identity/create-user.ts';
import { createRegions, type Regions } from './regions.ts';

let backend: Backend;
let settings: Settings;
const userId = testId(1);
const events: EventRow[] = [];

const from = (peerAddress: string, headers: Record<string, string> = {}) => ({
  peerAddress,
  headers,
});
const countryOfAddress = (address: string) =>
  ({ '8.8.8.8': 'US', '5.5.5.5': 'DE' })[address] ?? null;

function regions(change: Partial<Config> = {}): Regions {
  const config = { ...loadConfig({}), ...change };
  return createRegions({
    config,
    settings,
    engine: backend.engine,
    countryOfAddress,
    log: backend.log,
  });
}

const storedCountry = async (): Promise<string | null> => {
  const statement = { name: 'country', text: 'select country from wallet where user_id = $1' };
  const [row] = await backend.database.reads.query<{ country: string | null }>(statement, [userId]);
  return row?.country ?? null;
};

beforeAll(async () => {
  backend = await openBackend();
  backend.engine.onCommitted((committed) => events.push(...committed.events));
  settings = await openSettings({ ...backend, log: pino({ level: 'silent' }) });
  const user = { userId, username: 'ada', mode: 'paper' as const, walletAddress: 'wallet' };
  await backend.engine.submit(createUser, { ...user, deposit: null, key: null }, { userId });
});
afterAll(async () => {
  await settings.close();
  await backend.close();
});

test('header of a trusted proxy, then address, else unknown', () => {
  const { countryOf } = regions({ countryHeader: 'cf-ipcountry', trustedProxies: ['10.0.0.0/8'] });
  const country = { 'cf-ipcountry': 'fr' };
  expect(countryOf(from('10.0.0.1', country), userId)).toBe('FR');
  expect(countryOf(from('5.5.5.5', country), userId)).toBe('DE');
  const forwarded = { 'cf-ipcountry': 'XX', 'x-forwarded-for': '8.8.8.8' };
  expect(countryOf(from('10.0.0.1', forwarded), userId)).toBe('US');
  expect(countryOf(from('5.5.5.5', forwarded), userId)).toBe('DE');
  expect(countryOf(from('127.0.0.1'), userId)).toBeNull();
});

test('the last seen country is kept once, and an unknown one overwrites nothing', async () => {
  const { seen } = regions();
  events.length = 0;
  expect(seen(from('8.8.8.8'), userId)).toBe('US');
  expect(seen(from('8.8.8.8'), userId)).toBe('US');
  await eventually('the country is kept', async () => (await storedCountry()) === 'US');
  expect(seen(from('127.0.0.1'), userId)).toBeNull();
  expect(seen(from('5.5.5.5'), userId)).toBe('DE');
  await eventually('the country is kept', async () => (await storedCountry()) === 'DE');
  // The row can be read a moment before this process hears that its own commit is through.
  await eventually('the change is told', () => events.length >= 2);
  expect(events.map(({ type, data }) => [type, JSON.parse(data)])).toEqual([
    ['region.changed', { country: 'US' }],
    ['region.changed', { country: 'DE' }],
  ]);
});

test('the sandbox fixes the region of a user, unknown included, everywhere and over restarts', async () => {
  const here = regions();
  await here.setRegion(userId, 'IR');
  expect(await storedCountry()).toBe('IR');
  expect(here.countryOf(from('8.8.8.8'), userId)).toBe('IR');
  expect(here.countryOf(from('8.8.8.8'), testId(2))).toBe('US');
  await here.setRegion(userId, null);
  expect(await storedCountry()).toBeNull();
  expect(here.countryOf(from('8.8.8.8'), userId)).toBeNull();
  const restarted = await openSettings({ ...backend, log: pino({ level: 'silent' }) });
  expect(restarted.get(`region:${userId}`)).toBe('null');
  await restarted.close();
  expect(regions({ sandbox: false }).countryOf(from('8.8.8.8'), userId)).toBe('US');
});

test('the region of nobody is refused', async () => {
  await expect(regions().setRegion(testId(9), 'US')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
