import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dollars } from '../money/text.ts';
import { ConfigError, configHelp, configReference, loadConfig, wantsHelp } from './config.ts';

function problems(env: Record<string, string>, argv: string[] = []): readonly string[] {
  try {
    loadConfig(env, argv);
  } catch (err) {
    if (err instanceof ConfigError) return err.problems;
    throw err;
  }
  return [];
}

describe('defaults', () => {
  const config = loadConfig({});

  it('needs no variable at all (contract 17)', () => {
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('.skein'),
      databaseUrl: null,
      mode: 'paper',
      sandbox: true,
      sandboxToken: null,
      demo: true,
      publicUrl: 'http://localhost:3000',
      paperDeposit: dollars('10000'),
      trading: { spot: 'enabled', stocks: 'enabled', predictions: 'enabled', perps: 'enabled' },
      orderWaitMs: 10_000,
      spotFeeBps: 50,
      marketDataDir: null,
      replayStartMs: null,
      geoStrict: false,
      corsOrigins: [],
      logLevel: 'info',
      failpoints: [],
    });
  });

  it('bars the regions of contract 12', () => {
    expect(config.geo.perps).toEqual({ blocked: ['US', 'IR', 'SY', 'CU', 'KP'], closeOnly: [] });
    expect(config.geo.stocks).toEqual({ blocked: ['US'], closeOnly: [] });
    expect(config.geo.spot).toEqual({ blocked: [], closeOnly: [] });
    expect(config.geo.predictions.blocked).toEqual(['IR', 'SY', 'CU', 'KP']);
    expect(config.geo.predictions.closeOnly.join(' ')).toBe(
      'AU BY BE BI BR CF CD ET FR DE IQ IT LB LY MM NZ NI PL RU SG SO SS SD TW TH GB US UM VE YE ZW',
    );
  });

  it('is frozen to its depth', () => {
    for (const part of [config, config.geo, config.geo.perps, config.geo.perps.blocked]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

describe('values', () => {
  it('reads numbers, lists, instants and origins', () => {
    const config = loadConfig({
      PORT: '8080',
      SKEIN_PAPER_DEPOSIT_USD: '2500.50',
      SKEIN_TRADING_PERPS: 'reduce-only',
      SKEIN_GEO_SPOT_BLOCKED: 'us, GB,us',
      SKEIN_GEO_PERPS_BLOCKED: '',
      SKEIN_REPLAY_START: '2026-01-31T14:30:00Z',
      SKEIN_REPLAY_SPEED: '0.5',
      SKEIN_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, fd00::/8',
      SKEIN_COUNTRY_HEADER: 'CF-IPCountry',
      SKEIN_CORS_ORIGINS: 'https://a.example/,http://localhost:5173',
      SKEIN_FAILPOINTS: 'engine.after-claim,follow.mid-fan-out:100',
      SKEIN_SHARED_DATA: '/anything',
      REDIS_URL: 'whatever',
    });
    expect(config.publicUrl).toBe('http://localhost:8080');
    expect(config.paperDeposit).toBe(2_500_500_000n);
    expect(config.trading.perps).toBe('reduce-only');
    expect(config.geo.spot.blocked).toEqual(['US', 'GB']);
    expect(config.geo.perps.blocked).toEqual([]);
    // 2026-01-31T14:30:00Z is 20,484 days and 52,200 s after the epoch.
    expect(config.replayStartMs).toBe((20_484 * 86_400 + 52_200) * 1_000);
    expect(config.replaySpeed).toBe(0.5);
    expect(config.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
    expect(config.countryHeader).toBe('cf-ipcountry');
    expect(config.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173']);
    expect(config.failpoints).toEqual(['engine.after-claim', 'follow.mid-fan-out:100']);
  });
});

describe('refusals', () => {
  it.each([
    ['PORT', '65536'],
    ['PORT', '3e3'],
    ['PORT', ' 3000'],
    ['PORT', ''],
    ['HOST', 'http://x'],
    ['SKEIN_DEMO', 'true'],
    ['SKEIN_MODE', 'Paper'],
    ['SKEIN_TRADING_SPOT', 'reduce_only'],
    ['SKEIN_PAPER_DEPOSIT_USD', '1e4'],
    ['SKEIN_PAPER_DEPOSIT_USD', '-1'],
    ['SKEIN_PAPER_DEPOSIT_USD', '0.0000001'],
    ['SKEIN_PUBLIC_URL', 'https://a.example/path'],
    ['SKEIN_PUBLIC_URL', 'ftp://a.example'],
    ['SKEIN_REPLAY_START', '2026-01-31'],
    ['SKEIN_REPLAY_START', '2026-13-01T00:00:00Z'],
    ['SKEIN_REPLAY_SPEED', '0'],
    ['SKEIN_GEO_PERPS_BLOCKED', 'USA'],
    ['SKEIN_GEO_PERPS_BLOCKED', 'UK'],
    ['SKEIN_GEO_PERPS_BLOCKED', 'US,,GB'],
    ['SKEIN_GEO_PERPS_CLOSE_ONLY', 'EU'],
    ['SKEIN_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['SKEIN_TRUSTED_PROXIES', 'localhost'],
    ['SKEIN_COUNTRY_HEADER', 'x country'],
    ['SKEIN_CORS_ORIGINS', '*'],
    ['SKEIN_ORDER_WAIT_MS', '20001'],
    ['SKEIN_LOG_LEVEL', 'verbose'],
    ['SKEIN_FAILPOINTS', 'After Claim'],
    ['SKEIN_DATA_DIR', ''],
  ])('%s=%j', (name, value) => {
    const [problem, ...more] = problems({ [name]: value });
    expect(more).toEqual([]);
    const shown = value === '' ? 'is empty' : `is ${JSON.stringify(value)}`;
    expect(problem).toContain(`${name} ${shown}; allowed: `);
  });

  it('names what is allowed', () => {
    expect(problems({ SKEIN_TRADING_SPOT: 'off' })).toEqual([
      'SKEIN_TRADING_SPOT is "off"; allowed: enabled, reduce-only, halted',
    ]);
    expect(problems({ PORT: 'x' })).toEqual([
      'PORT is "x"; allowed: a whole number from 0 to 65535',
    ]);
  });

  it('names all problems at once, unknown variables and arguments among them', () => {
    expect(problems({ SKEIN_TRADNG_SPOT: 'halted', SKEIN_DEMO: '2' }, ['--port'])).toEqual([
      'Argument "--port" is unknown; allowed: --help',
      'SKEIN_TRADNG_SPOT is unknown; `npm start -- --help` lists every variable',
      'SKEIN_DEMO is "2"; allowed: 1 or 0',
    ]);
  });

  it('never repeats a secret', () => {
    const found = problems({
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      SKEIN_SANDBOX_TOKEN: 'hunter2 hunter2',
    });
    expect(found).toEqual([
      'DATABASE_URL is malformed; allowed: postgresql://user:password@host:port/database',
      'SKEIN_SANDBOX_TOKEN is malformed; allowed: 1 to 256 characters of A-Z a-z 0-9 - . _ ~ + / =',
    ]);
  });

  it('refuses live mode, since no live venue is configured', () => {
    expect(problems({ SKEIN_MODE: 'live' })).toEqual([
      'SKEIN_MODE is "live"; allowed: paper. No live venue is configured in this version, so a live account could not trade',
    ]);
    const both = problems({ SKEIN_MODE: 'live', SKEIN_SANDBOX: '1' });
    expect(both[1]).toContain('SKEIN_SANDBOX is "1"; allowed with SKEIN_MODE=live: 0');
  });
});

describe('help and reference', () => {
  it('lists every variable with its default', () => {
    const help = configHelp();
    const page = configReference();
    for (const name of ['PORT', 'SKEIN_GEO_SPOT_CLOSE_ONLY', 'SKEIN_FAILPOINTS', 'REDIS_URL']) {
      expect(help).toContain(`\n  ${name}\n`);
      expect(page).toContain(`| \`${name}\` |`);
    }
    expect(help).toContain('default: 3000; allowed: a whole number from 0 to 65535');
    expect(page).toContain('| `SKEIN_ORDER_WAIT_MS` | `10000` |');
    const tableRows = page.split('\n').filter((line) => line.startsWith('| `'));
    for (const row of tableRows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(5);
  });

  it('recognises the wish for help', () => {
    expect(wantsHelp(['--help'])).toBe(true);
    expect(wantsHelp([])).toBe(false);
    expect(problems({}, ['--help'])).toEqual([]);
  });
});
