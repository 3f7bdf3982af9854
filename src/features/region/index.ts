export { addressSet, callerAddress } from './address.ts';
export { type CountryOfAddress, openCountryDatabase } from './country-database.ts';
export type {
  RegionAction,
  RegionRules,
  RegionVertical,
} from './region-rules.ts';
export { createRegions, type RegionRequest, type Regions, type RegionsDeps } from './regions.ts';
