import { SOL, STOCK } from '../helpers/access-scene.ts';
import { CREATOR, LEADER, NOBODY, open, type Row, UNPAID } from './access-rows.ts';

const buy = { amountUsd: '5' };

/**
 * Spot and stocks (contract 5 and 6). Leaders and admins open calls (18.2), exits are never gated by
 * membership (18.10), who has left reads the calls that are still held (18.29).
 */
export const spotRows: readonly Row[] = [
  {
    route: 'GET /spot/proposals',
    scope: 'read',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
    ask: ({ groupId }) => ({ query: { groupId } }),
  },
  {
    route: 'GET /spot/proposals/{id}',
    about: 'still held',
    scope: 'read',
    by: [NOBODY, 200, 200, 200, 200, 200, 200],
    ask: ({ calls }) => ({ params: { id: calls.spot } }),
  },
  {
    route: 'GET /spot/proposals/{id}',
    about: 'not held',
    scope: 'read',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
    ask: ({ people }) => ({ params: { id: people.leader.own?.spot } }),
  },
  {
    route: 'POST /spot/proposals',
    scope: 'trade:spot',
    by: [NOBODY, NOBODY, LEADER, 201, 201, UNPAID, 'FORBIDDEN'],
    ask: ({ groupId }, { unused }) => ({
      body: { groupId, contractAddress: unused.mint, amountUsd: '5' },
    }),
  },
  {
    route: 'POST /spot/proposals/{id}/buy',
    scope: 'trade:spot',
    by: [NOBODY, NOBODY, 200, 200, 200, UNPAID, 200],
    ask: ({ calls }) => ({ params: { id: calls.spot }, body: buy }),
  },
  {
    route: 'POST /spot/proposals/{id}/sell',
    scope: 'trade:spot',
    by: [NOBODY, 200, 200, 200, 200, 200, 200],
    ask: ({ calls }) => ({ params: { id: calls.spot }, body: buy }),
  },
  {
    route: 'POST /spot/proposals/{id}/close',
    about: 'of another',
    scope: 'trade:spot',
    by: [NOBODY, NOBODY, CREATOR, CREATOR, CREATOR, CREATOR, CREATOR],
    ask: ({ calls, people }, { role }) => ({
      params: { id: role === 'keeper' ? people.leader.own?.spot : calls.spot },
    }),
  },
  {
    // To close an own call is to sell what one holds: an exit, also of who has left the group.
    route: 'POST /spot/proposals/{id}/close',
    about: 'own',
    scope: 'trade:spot',
    by: [null, 200, 200, 200, 200, 200, 200],
    ask: (_, { own }) => ({ params: { id: own?.spot } }),
  },
  open('POST /spot/swap', 'trade:spot', () => ({
    body: { sell: 'USDC', buy: SOL, amountUsd: '5' },
  })),
  open('POST /spot/quote', 'read', () => ({ body: { contractAddress: SOL, amountUsd: '5' } })),
  {
    route: 'POST /spot/quote',
    about: 'of a sale',
    scope: 'read',
    by: [NOBODY, 200, 200, 200, 200, 200, 200],
    ask: ({ calls }) => ({ body: { proposalId: calls.spot, max: true } }),
  },
  {
    route: 'POST /spot/stocks/{ticker}/buy',
    about: 'into a call',
    scope: 'trade:spot',
    by: [NOBODY, NOBODY, 200, 200, 200, UNPAID, 200],
    ask: ({ groupId }) => ({ params: { ticker: STOCK }, body: { groupId, ...buy } }),
  },
  {
    route: 'POST /spot/stocks/{ticker}/buy',
    about: 'that opens one',
    scope: 'trade:spot',
    by: [NOBODY, NOBODY, LEADER, 201, 201, UNPAID, 'FORBIDDEN'],
    ask: ({ groupId }, { unused }) => ({
      params: { ticker: unused.ticker },
      body: { groupId, ...buy },
    }),
  },
  {
    route: 'POST /spot/stocks/{ticker}/sell',
    scope: 'trade:spot',
    by: [NOBODY, 200, 200, 200, 200, 200, 200],
    ask: ({ groupId }) => ({ params: { ticker: STOCK }, body: { groupId, ...buy } }),
  },
];
