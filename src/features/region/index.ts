export { type CountryOfAddress, openCountryDatabase } from './country-database.ts';
export {
  type RegionAction,
  type RegionRules,
  type RegionVertical,
  regionRules,
} from './region-rules.ts';
export { createRegions, type RegionRequest, type Regions, type RegionsDeps } from './regions.ts';
export { type RegionCommand, regionKey, seenRegion, setRegion } from './set-region.ts';
