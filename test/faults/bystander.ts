import { expect } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import type { TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import type { Flock } from './flock.ts';
import { effectsOf } from './history.ts';
import type { ServiceProcess } from './service-process.ts';
import { findingsOf, startWriters } from './writers.ts';

/** A trade that anybody in a flock can make. */
export const swapRequest = {
  path: '/api/v1/spot/swap',
  body: { sell: 'USDC', buy: bundledTokens[0]?.mint ?? '', amountUsd: '1' },
};

export interface Bystander {
  readonly flock: Flock;
  readonly services: readonly ServiceProcess[];
  readonly user: TestUser;
}

/**
 * A user goes on trading through all processes in turn while somebody else abuses them. Fails when
 * anything of it is refused, lost or doubled; answers how many trades there were.
 */
export async function unharmed(
  { flock, services, user }: Bystander,
  abuse: () => Promise<void>,
): Promise<number> {
  const before = await effectsOf(flock, [user.userId]);
  let n = 0;
  const writers = startWriters({
    users: [user],
    origin: () => services[n++ % services.length]?.origin ?? '',
    name: 'beside',
    pauseMs: 50,
    request: () => swapRequest,
  });
  await eventually('others are served', () => writers.done > 0);
  await abuse();
  const { done } = writers;
  await eventually('others are still served', () => writers.done > done);
  await writers.stop();
  const statuses = writers.sent.map(({ outcome }) =>
    outcome === 'unknown' ? outcome : outcome.status,
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const whole = { sent: writers.sent, origin: services[0]?.origin ?? '', before };
  expect(await findingsOf(flock, [user], whole)).toEqual([]);
  return writers.sent.length;
}
