import type { Person, Scene } from '../helpers/access-scene.ts';
import { type Ask, CREATOR, LEADER, NOBODY, open, type Row, UNPAID } from './access-rows.ts';

const size = { collateralUsd: '10', leverage: '2' };
const order = { marketSymbol: 'SOL', side: 'LONG', ...size };
const part = { reduceFraction: '0.2', isFullClose: false };

/** The position of another is not there, whatever the caller is in its group (contract 2). */
const GONE = 'NOT_FOUND';
const ofAnother = (route: Row['route'], scope: Row['scope'], body?: object): Row => ({
  route,
  about: 'of another',
  scope,
  by: [GONE, GONE, GONE, GONE, GONE, GONE, GONE],
  ask: ({ people }, { role }) => {
    const { held } = people[role === 'leader' ? 'member' : 'leader'];
    const id = route.endsWith('/claim') ? held?.won : held?.perp;
    return { params: { id }, ...(body ? { body } : {}) };
  },
});
const own =
  (body?: object) =>
  (_: Scene, { held }: Person): Ask => ({
    params: { id: held?.perp },
    ...(body ? { body } : {}),
  });

/** Perpetuals (contract 8). */
export const perpRows: readonly Row[] = [
  {
    route: 'GET /perps/proposals',
    scope: 'read',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
    ask: ({ groupId }) => ({ query: { groupId } }),
  },
  {
    route: 'GET /perps/proposals/{id}',
    about: 'still held',
    scope: 'read',
    by: [NOBODY, 200, 200, 200, 200, 200, 200],
    ask: ({ calls }) => ({ params: { id: calls.perp } }),
  },
  {
    route: 'GET /perps/proposals/{id}',
    about: 'not held',
    scope: 'read',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
    ask: ({ people }) => ({ params: { id: people.leader.own?.perp } }),
  },
  {
    route: 'POST /perps/proposals',
    scope: 'trade:perps',
    by: [NOBODY, NOBODY, LEADER, 201, 201, UNPAID, 'FORBIDDEN'],
    ask: ({ groupId }) => ({ body: { groupId, ...order } }),
  },
  {
    route: 'POST /perps/proposals/{id}/increase',
    scope: 'trade:perps',
    by: [NOBODY, NOBODY, 200, 200, 200, UNPAID, 200],
    ask: ({ calls }) => ({ params: { id: calls.perp }, body: size }),
  },
  open('GET /perps/positions', 'read'),
  {
    route: 'GET /perps/positions/{id}',
    scope: 'read',
    by: [null, 200, 200, 200, 200, 200, 200],
    ask: own(),
  },
  {
    // Of the way out of a position, like a sale; never gated (contract 12 and 18.10).
    route: 'PATCH /perps/positions/{id}',
    scope: 'trade:perps',
    by: [null, 200, 200, 200, 200, 200, 200],
    ask: own({ stopLossPct: '50' }),
  },
  {
    route: 'POST /perps/positions/{id}/add',
    scope: 'trade:perps',
    by: [null, NOBODY, 200, 200, 200, UNPAID, 200],
    ask: own(size),
  },
  {
    route: 'POST /perps/positions/{id}/reduce',
    scope: 'trade:perps',
    by: [null, 200, 200, 200, 200, 200, 200],
    ask: own(part),
  },
  {
    route: 'POST /perps/positions/{id}/claim',
    scope: 'trade:perps',
    by: [null, 200, 200, 200, 200, 200, 200],
    ask: (_, { held }) => ({ params: { id: held?.won } }),
  },
  ofAnother('GET /perps/positions/{id}', 'read'),
  ofAnother('PATCH /perps/positions/{id}', 'trade:perps', { stopLossPct: '50' }),
  ofAnother('POST /perps/positions/{id}/add', 'trade:perps', size),
  ofAnother('POST /perps/positions/{id}/reduce', 'trade:perps', part),
  ofAnother('POST /perps/positions/{id}/claim', 'trade:perps'),
  {
    route: 'POST /perps/proposals/{id}/close',
    about: 'of another',
    scope: 'trade:perps',
    by: [NOBODY, NOBODY, CREATOR, CREATOR, CREATOR, CREATOR, CREATOR],
    ask: ({ calls, people }, { role }) => ({
      params: { id: role === 'keeper' ? people.leader.own?.perp : calls.perp },
    }),
  },
  {
    route: 'POST /perps/proposals/{id}/close',
    about: 'own',
    scope: 'trade:perps',
    by: [null, 200, 200, 200, 200, 200, 200],
    ask: (_, { own: calls }) => ({ params: { id: calls?.perp } }),
  },
  open('POST /perps/quote', 'read', () => ({ body: order })),
];
