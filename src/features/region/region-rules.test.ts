import { expect, test } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { type RegionAction, type RegionVertical, regionRules } from './region-rules.ts';

const verticals: RegionVertical[] = ['SPOT', 'STOCK', 'PREDICTION', 'PERP'];
const actions: RegionAction[] = ['open', 'reduce'];

/** For each vertical `o` when opening, `r` when reducing is barred. */
function barred(env: Record<string, string>, country: string | null): string[] {
  const rules = regionRules(loadConfig(env));
  return verticals.map((vertical) =>
    actions
      .map((action) => (rules.regionBlocks(vertical, action, country) ? action[0] : '-'))
      .join(''),
  );
}

// The defaults of contract 12: perps blocked in US IR SY CU KP; predictions blocked in IR SY CU
// KP, close-only in US, GB and others; stocks blocked in US; spot open everywhere.
test.each<[string | null, string[]]>([
  ['US', ['--', 'or', 'o-', 'or']],
  ['GB', ['--', '--', 'o-', '--']],
  ['TW', ['--', '--', 'o-', '--']],
  ['IR', ['--', '--', 'or', 'or']],
  ['KP', ['--', '--', 'or', 'or']],
  ['CH', ['--', '--', '--', '--']],
  [null, ['--', '--', '--', '--']],
])('by default %s is barred from %j', (country, expected) => {
  expect(barred({}, country)).toEqual(expected);
});

test('strict bars an unknown country from everything and changes nothing for known ones', () => {
  expect(barred({ SKEIN_GEO_STRICT: '1' }, null)).toEqual(['or', 'or', 'or', 'or']);
  expect(barred({ SKEIN_GEO_STRICT: '1' }, 'CH')).toEqual(['--', '--', '--', '--']);
});

test('blocked wins over close-only, and each list belongs to its vertical', () => {
  const env = {
    SKEIN_GEO_SPOT_CLOSE_ONLY: 'CH,AT',
    SKEIN_GEO_SPOT_BLOCKED: 'CH',
    SKEIN_GEO_PREDICTIONS_CLOSE_ONLY: '',
  };
  expect(barred(env, 'CH')).toEqual(['or', '--', '--', '--']);
  expect(barred(env, 'AT')).toEqual(['o-', '--', '--', '--']);
  expect(barred(env, 'GB')).toEqual(['--', '--', '--', '--']);
});

test('requireRegion names the country', () => {
  const { requireRegion } = regionRules(loadConfig({ SKEIN_GEO_STRICT: '1' }));
  const refusal = (country: string | null) =>
    expect.objectContaining({ code: 'GEO_RESTRICTED', details: { country } });
  expect(() => requireRegion('PERP', 'reduce', 'US')).toThrow(refusal('US'));
  expect(() => requireRegion('SPOT', 'open', null)).toThrow(refusal(null));
  requireRegion('PREDICTION', 'reduce', 'US');
});
