import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { askUnder } from './calls.ts';
import { type FlockDatabase, openFlockDatabase } from './flock-database.ts';

/** Where the clock stands: half an hour before the end of a funding interval. */
export const NOW = '2026-03-03T15:30:00.000Z';
const BEFORE = '2026-03-03T15:29:00.000Z';

/** A leader and a member in a database that processes of the service then run on; time stands. */
export interface PerpFlock extends FlockDatabase {
  readonly leader: TestUser;
  readonly member: TestUser;
  readonly groupId: string;
}

/** Makes the flock by the ordinary calls of a service that is then stopped. */
export async function makePerpFlock(
  prepare: (flock: Pick<PerpFlock, 'leader' | 'member' | 'groupId'> & { app: TestApp }) => unknown,
): Promise<PerpFlock> {
  const app = await startTestApp({ SKEIN_REPLAY_START: BEFORE });
  await app.sandbox('POST', '/clock', { freeze: true, set: NOW });
  const leader = await app.user('leader', { depositUsd: '100000' });
  const member = await app.user('member', { depositUsd: '100000' });
  const { groupId } = await leader.post('/groups', { name: 'Flock', groupAccessType: 'PUBLIC' });
  await member.post(`/groups/${groupId}/join`);
  await prepare({ app, leader, member, groupId });
  await app.sandbox('POST', '/drain');
  await app.app.stop();
  const flock = await openFlockDatabase(app.database, () => Date.parse(NOW));
  return { ...flock, leader, member, groupId };
}

export const ask = askUnder('/perps');
