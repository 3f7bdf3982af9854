import { bundledTokens } from '../../src/market/tokens.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startTestApp, type TestUser } from '../helpers/app.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { type FlockDatabase, openFlockDatabase } from './flock-database.ts';

/** What each follower spends on a call. */
const FOLLOW_USD = '10';
/** Tokens whose price stands at $2. */
export const PINNED = bundledTokens.slice(0, 24).map(({ mint }) => mint);

/** A leader with followers, in a database that processes of the service then run on. */
export interface Flock extends FlockDatabase {
  readonly leader: TestUser;
  readonly followers: readonly TestUser[];
  readonly groupId: string;
}

/**
 * Makes the flock by the ordinary calls of a service that is then stopped; in `database` where the
 * fault needs a server of its own.
 */
export async function makeFlock(size: number, database?: TestDatabase): Promise<Flock> {
  const app = await startTestApp({}, database === undefined ? {} : { database });
  // However long a fault lasts, the price is not what decides about a follow.
  for (const mint of PINNED) await app.pin(mint, '2');
  const leader = await app.user('leader', { depositUsd: '100000' });
  const group = await leader.post('/groups', { name: 'Flock', groupAccessType: 'PUBLIC' });
  const { groupId } = group;
  const follower = async (n: number): Promise<TestUser> => {
    const user = await app.user(`follower_${n}`, { depositUsd: '1000' });
    await user.post(`/groups/${groupId}/join`);
    await user.post(`/groups/${groupId}/auto-buy`, { enabled: true, amountUsd: FOLLOW_USD });
    return user;
  };
  const followers = await Promise.all(Array.from({ length: size }, (_, n) => follower(n)));
  await app.app.stop();
  const flock = await openFlockDatabase(app.database, () => systemClock.now());
  return { ...flock, leader, followers, groupId };
}
