import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { loadConfig, type TradingMode, type Vertical } from '../../platform/config.ts';
import { venueOk } from '../../venues/behaviour.ts';
import { changeTrading } from './change-trading.ts';
import { type Controls, createControls } from './controls.ts';
import { openSettings, type Settings } from './settings.ts';
import { type TradeVertical, verticalOf } from './verticals.ts';

const allowed = (controls: Controls, vertical: TradeVertical): string =>
  (['open', 'reduce'] as const)
    .map((action) => {
      try {
        controls.requireTrading(vertical, action);
        return action;
      } catch (error) {
        return (error as { code: string }).code;
      }
    })
    .join(' ');

/** Controls over settings that stand in a map. */
function over(settings: Record<string, string>, env: Record<string, string> = {}): Controls {
  const unused = () => Promise.reject(new Error('not asked'));
  return createControls({
    config: loadConfig(env),
    settings: { get: (key) => settings[key], changed: unused },
    engine: { submit: unused },
  });
}

test.each<[string, string]>([
  ['enabled', 'open reduce'],
  ['reduce-only', 'TRADING_HALTED reduce'],
  ['halted', 'TRADING_HALTED TRADING_HALTED'],
  // A mode of another version is not guessed at.
  ['paused', 'TRADING_HALTED TRADING_HALTED'],
  ['', 'TRADING_HALTED TRADING_HALTED'],
])('a vertical set to %j allows %s', (mode, expected) => {
  const controls = over({ 'trading:stocks': mode });
  expect(allowed(controls, 'STOCK')).toBe(expected);
  expect(allowed(controls, 'SPOT')).toBe('open reduce');
});

test('the configuration counts until a setting is written', () => {
  const env = { SKEIN_TRADING_PERPS: 'halted', SKEIN_TRADING_PREDICTIONS: 'reduce-only' };
  expect(allowed(over({}, env), 'PERP')).toBe('TRADING_HALTED TRADING_HALTED');
  expect(allowed(over({}, env), 'PREDICTION')).toBe('TRADING_HALTED reduce');
  expect(allowed(over({ 'trading:perps': 'enabled' }, env), 'PERP')).toBe('open reduce');
});

test('a refusal names the mode and may be tried again', () => {
  expect(() => over({ 'trading:spot': 'halted' }).requireTrading('SPOT', 'open')).toThrow(
    expect.objectContaining({
      code: 'TRADING_HALTED',
      details: { mode: 'halted', vertical: 'SPOT' },
      retryAfterSeconds: 30,
    }),
  );
});

let backend: Backend;
/** Two processes on one database. */
let here: Settings;
let there: Settings;

beforeAll(async () => {
  backend = await openBackend();
  here = await openSettings(backend);
  there = await openSettings(backend);
});
afterAll(async () => {
  await here.close();
  await there.close();
  await backend.close();
});

const controlsOf = (settings: Settings): Controls =>
  createControls({ config: loadConfig({}), settings, engine: backend.engine });

test('what one process sets counts there at once, then in the others, and after a restart', async () => {
  const [a, b] = [controlsOf(here), controlsOf(there)];
  const script = { mode: 'slow' as const, delayMs: 50, count: 2 };
  await a.setTradingMode('spot', 'reduce-only');
  await a.setBehaviour('stocks', script);
  await a.setFollowHold(true);
  expect([a.tradingMode('spot'), a.behaviour('STOCK'), a.followHeld()]).toEqual([
    'reduce-only',
    script,
    true,
  ]);
  expect([a.behaviour('SPOT'), a.behaviour('PERP')]).toEqual([venueOk, venueOk]);
  await eventually('the other process hears of it', () => b.followHeld());
  expect([b.tradingMode('spot'), b.behaviour('STOCK')]).toEqual(['reduce-only', script]);
  const restarted = await openSettings(backend);
  const c = controlsOf(restarted);
  expect([c.tradingMode('spot'), c.behaviour('STOCK'), c.followHeld()]).toEqual([
    'reduce-only',
    script,
    true,
  ]);
  await restarted.close();
  await a.setFollowHold(false);
  expect(a.followHeld()).toBe(false);
});

test('the switch of the command line is heard by running processes', async () => {
  const verticals: Vertical[] = ['spot', 'stocks', 'predictions', 'perps'];
  for (const mode of ['halted', 'enabled'] satisfies TradingMode[]) {
    for (const vertical of verticals) await changeTrading(backend, vertical, mode);
    await eventually(`everything is ${mode}`, () =>
      verticals.every((vertical) =>
        [here, there].every((settings) => controlsOf(settings).tradingMode(vertical) === mode),
      ),
    );
  }
});

test('verticals of the wire have their names of the configuration', () => {
  expect((['SPOT', 'STOCK', 'PREDICTION', 'PERP'] as const).map(verticalOf)).toEqual([
    'spot',
    'stocks',
    'predictions',
    'perps',
  ]);
});
