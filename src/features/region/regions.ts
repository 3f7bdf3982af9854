import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Engine } from '../../engine/engine.ts';
import type { Config } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import type { Settings } from '../controls/index.ts';
import { addressSet, callerAddress } from './address.ts';
import { countryCode } from './country-code.ts';
import type { CountryOfAddress } from './country-database.ts';
import { type RegionRules, regionRules } from './region-rules.ts';
import { regionKey, seenRegion, setRegion } from './set-region.ts';

/** Users whose last stored country is remembered, so that it is written only when it changes. */
const REMEMBERED_USERS = 50_000;

/** What of a request tells where it comes from. */
export interface RegionRequest {
  /** Address of the peer of the connection. */
  readonly peerAddress: string;
  readonly headers: IncomingHttpHeaders;
}

/** Where callers are and what they may do there (contract 12). */
export interface Regions extends RegionRules {
  /**
   * The caller's country (ISO 3166-1), null when it is not known. In order: what the sandbox has
   * fixed for the user, the configured header of a trusted proxy, the local database by address.
   */
  countryOf(request: RegionRequest, userId: string): string | null;
  /**
   * `countryOf`, and keeps what was found as the user's last seen region, in the background and
   * only when it changed; an unknown one overwrites nothing.
   */
  seen(request: RegionRequest, userId: string): string | null;
  /** Fixes a user's region (sandbox). NOT_FOUND without such a user. */
  setRegion(userId: string, country: string | null): Promise<void>;
}

export interface RegionsDeps {
  readonly config: Pick<
    Config,
    'geo' | 'geoStrict' | 'countryHeader' | 'trustedProxies' | 'sandbox'
  >;
  readonly settings: Pick<Settings, 'get' | 'changed'>;
  readonly engine: Pick<Engine, 'submit'>;
  readonly countryOfAddress: CountryOfAddress;
  readonly log: Log;
}

export function createRegions(deps: RegionsDeps): Regions {
  const { config, settings, engine, log } = deps;
  const isTrusted = addressSet(config.trustedProxies);
  const stored = new LRUCache<string, string>({ max: REMEMBERED_USERS });

  const fromRequest = ({ peerAddress, headers }: RegionRequest): string | null => {
    const trusted = isTrusted(peerAddress);
    if (trusted && config.countryHeader !== null) {
      const country = countryCode(single(headers[config.countryHeader]));
      if (country !== null) return country;
    }
    const forwardedFor = trusted ? headers['x-forwarded-for'] : undefined;
    return deps.countryOfAddress(callerAddress(peerAddress, single(forwardedFor), isTrusted));
  };
  const countryOf: Regions['countryOf'] = (request, userId) => {
    const fixed = config.sandbox ? settings.get(regionKey(userId)) : undefined;
    return fixed === undefined ? fromRequest(request) : (JSON.parse(fixed) as string | null);
  };

  return {
    ...regionRules(config),
    countryOf,
    seen(request, userId) {
      const country = countryOf(request, userId);
      if (country === null || stored.get(userId) === country) return country;
      stored.set(userId, country);
      engine
        .submit(seenRegion, { userId, country }, { userId, background: true })
        .catch((err: unknown) => {
          // Not kept, so the next request of the user tries again.
          stored.delete(userId);
          log.warn({ err, userId }, 'the last seen region could not be kept');
        });
      return country;
    },
    async setRegion(userId, country) {
      await engine.submit(setRegion, { userId, country }, { userId });
      stored.delete(userId);
      await settings.changed(regionKey(userId));
    },
  };
}

/** A header that was sent more than once counts as its last one, which the nearest hop has added. */
const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value;
