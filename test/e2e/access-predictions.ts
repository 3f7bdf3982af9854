import { LEADER, NOBODY, open, type Row, UNPAID } from './access-rows.ts';
import { MARKET } from './prediction-world.ts';

/** Predictions (contract 7): leaders open calls, leaders and admins close any of them. */
export const predictionRows: readonly Row[] = [
  {
    route: 'GET /predictions/proposals',
    scope: 'read',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
    ask: ({ groupId }) => ({ query: { groupId } }),
  },
  {
    route: 'GET /predictions/proposals/{id}',
    about: 'still held',
    scope: 'read',
    by: [NOBODY, 200, 200, 200, 200, 200, 200],
    ask: ({ calls }) => ({ params: { id: calls.prediction } }),
  },
  {
    route: 'GET /predictions/proposals/{id}',
    about: 'not held',
    scope: 'read',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
    ask: ({ people }) => ({ params: { id: people.leader.own?.prediction } }),
  },
  {
    route: 'POST /predictions/proposals',
    scope: 'trade:predictions',
    by: [NOBODY, NOBODY, LEADER, 201, LEADER, UNPAID, 'FORBIDDEN'],
    ask: ({ groupId }, { unused }) => ({
      body: { groupId, ...unused.outcome, isYes: true, amountUsd: '5' },
    }),
  },
  {
    route: 'POST /predictions/proposals/{id}/predict',
    scope: 'trade:predictions',
    by: [NOBODY, NOBODY, 200, 200, 200, UNPAID, 200],
    ask: ({ calls }) => ({ params: { id: calls.prediction }, body: { amountUsd: '5' } }),
  },
  {
    route: 'POST /predictions/proposals/{id}/sell',
    scope: 'trade:predictions',
    by: [NOBODY, 200, 200, 200, 200, 200, 200],
    ask: ({ calls }) => ({ params: { id: calls.prediction }, body: { amountUsd: '5' } }),
  },
  {
    route: 'POST /predictions/proposals/{id}/close',
    about: "the keeper's",
    scope: 'trade:predictions',
    by: [NOBODY, NOBODY, LEADER, 200, 200, 200, 200],
    ask: (_, { closable }) => ({ params: { id: closable } }),
  },
  {
    // The role counts and not who opened the call: one who has been demoted closes it no more.
    route: 'POST /predictions/proposals/{id}/close',
    about: 'own',
    scope: 'trade:predictions',
    by: [null, NOBODY, LEADER, 200, 200, 200, 200],
    ask: (_, { own }) => ({ params: { id: own?.prediction } }),
  },
  {
    route: 'POST /predictions/proposals/{id}/claim',
    scope: 'trade:predictions',
    by: [NOBODY, 200, 200, 200, 200, 200, 200],
    ask: ({ calls }) => ({ params: { id: calls.won } }),
  },
  open('POST /predictions/quote', 'read', () => ({
    body: { ...MARKET, isYes: true, amountUsd: '5' },
  })),
  {
    route: 'POST /predictions/quote',
    about: 'of a sale',
    scope: 'read',
    by: [NOBODY, 200, 200, 200, 200, 200, 200],
    ask: ({ calls }) => ({ body: { proposalId: calls.prediction, max: true } }),
  },
];
