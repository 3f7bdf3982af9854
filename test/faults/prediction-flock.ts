import { OTHERS } from '../e2e/prediction-flow.ts';
import { MARKET, type Named, NOW, startPredictionWorld } from '../e2e/prediction-world.ts';
import type { TestUser } from '../helpers/app.ts';
import { askUnder } from './calls.ts';
import { type FlockDatabase, openFlockDatabase } from './flock-database.ts';

/** Each is pinned at 0.5, where a share with its fee costs 0.5125 and $20.5 buy 40. */
export const PINNED: readonly Named[] = [MARKET, ...OTHERS];
/** What each follower spends on a call. */
const FOLLOW_USD = '20.5';

/** A leader with followers in a database that processes of the service then run on; time stands. */
export interface PredictionFlock extends FlockDatabase {
  readonly leader: TestUser;
  readonly followers: readonly TestUser[];
  readonly groupId: string;
}

/** Makes the flock by the ordinary calls of a service that is then stopped. */
export async function makePredictionFlock(size: number): Promise<PredictionFlock> {
  const { test, pin, user } = await startPredictionWorld();
  for (const { marketId } of PINNED) await pin('0.5', marketId);
  const leader = await user({ depositUsd: '100000' });
  const { groupId } = await leader.post('/groups', { name: 'Flock', groupAccessType: 'PUBLIC' });
  const follower = async (): Promise<TestUser> => {
    const one = await user({ depositUsd: '10000' });
    await one.post(`/groups/${groupId}/join`);
    await one.post(`/groups/${groupId}/auto-buy`, { enabled: true, amountUsd: FOLLOW_USD });
    return one;
  };
  const followers = await Promise.all(Array.from({ length: size }, follower));
  await test.app.stop();
  const flock = await openFlockDatabase(test.database, () => Date.parse(NOW));
  return { ...flock, leader, followers, groupId };
}

export const ask = askUnder('/predictions');
