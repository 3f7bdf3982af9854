import { AppError } from '../../errors/app-error.ts';
import type { Config, GeoRule, Vertical } from '../../platform/config.ts';

/** What a trade is in, as on the wire (contract 18.9). */
export type RegionVertical = 'SPOT' | 'STOCK' | 'PREDICTION' | 'PERP';
/** Whether an order enters a position or makes one smaller. */
export type RegionAction = 'open' | 'reduce';

const configured: Record<RegionVertical, Vertical> = {
  SPOT: 'spot',
  STOCK: 'stocks',
  PREDICTION: 'predictions',
  PERP: 'perps',
};

export interface RegionRules {
  /**
   * Whether a caller from the country (ISO 3166-1, null when it is not known) may not do this: a
   * blocked country bars everything, a close-only country bars what opens. An unknown country is
   * free unless the rules are strict.
   */
  regionBlocks(vertical: RegionVertical, action: RegionAction, country: string | null): boolean;
  /** Refuses with GEO_RESTRICTED when `regionBlocks`. */
  requireRegion(vertical: RegionVertical, action: RegionAction, country: string | null): void;
}

/** The rules of the configuration (contract 12). Which routes ask them is the routes' own matter. */
export function regionRules({ geo, geoStrict }: Pick<Config, 'geo' | 'geoStrict'>): RegionRules {
  const sets = (rule: GeoRule) => ({
    blocked: new Set(rule.blocked),
    closeOnly: new Set(rule.closeOnly),
  });
  const rules = {
    spot: sets(geo.spot),
    stocks: sets(geo.stocks),
    predictions: sets(geo.predictions),
    perps: sets(geo.perps),
  };
  const regionBlocks: RegionRules['regionBlocks'] = (vertical, action, country) => {
    if (country === null) return geoStrict;
    const { blocked, closeOnly } = rules[configured[vertical]];
    return blocked.has(country) || (action === 'open' && closeOnly.has(country));
  };
  return {
    regionBlocks,
    requireRegion(vertical, action, country) {
      if (!regionBlocks(vertical, action, country)) return;
      throw new AppError('GEO_RESTRICTED', { details: { country } });
    },
  };
}
