import { SOL, STOCK } from '../helpers/access-scene.ts';
import { open, type Row } from './access-rows.ts';
import { MARKET } from './prediction-world.ts';

const GONE = 'NOT_FOUND';

/** What is for people who have signed in, whatever a key may (contract 2 and 14). */
const sessionOnly = (route: Row['route'], scope: Row['scope'], body?: object): Row => ({
  route,
  scope,
  by: ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
  ...(body ? { ask: () => ({ body }) } : {}),
});

/** What belongs to the caller alone, and what belongs to nobody (contract 3 to 8 and 18.16). */
export const accountRows: readonly Row[] = [
  open('GET /me', null),
  open('GET /account', 'read'),
  open('GET /account/deposit-address', 'read'),
  open('GET /account/balances', 'read'),
  open('GET /account/positions', 'read'),
  open('GET /account/ledger', 'read'),
  open('GET /account/events', 'read'),
  open('GET /account/pnl', 'read'),
  open('GET /account/pnl/history', 'read'),
  sessionOnly('GET /account/export', 'read'),
  open('GET /account/notifications', 'read'),
  sessionOnly('PATCH /account/notifications', null, { calls: { mail: true } }),
  open('GET /positions', 'read'),
  open('GET /positions/past', 'read'),
  open('GET /trades', 'read'),
  open('GET /actions/{id}', 'read', (_, { action }) => ({ params: { id: action } })),
  {
    route: 'GET /actions/{id}',
    about: 'of another',
    scope: 'read',
    by: [GONE, GONE, GONE, GONE, GONE, GONE, null],
    ask: ({ keeper }) => ({ params: { id: keeper.action } }),
  },
  open('GET /spot/tokens/search', 'read', () => ({ query: { q: 'SOL' } })),
  open('GET /spot/tokens/trending', 'read'),
  open('GET /spot/tokens/{mint}', 'read', () => ({ params: { mint: SOL } })),
  open('GET /spot/tokens/{mint}/candles', 'read', () => ({
    params: { mint: SOL },
    query: { interval: '1h' },
  })),
  open('GET /spot/stocks', 'read'),
  open('GET /spot/stocks/{ticker}', 'read', () => ({ params: { ticker: STOCK } })),
  open('GET /predictions/events/search', 'read', () => ({ query: { q: 'fed' } })),
  open('GET /predictions/events/live', 'read'),
  open('GET /predictions/events/{ticker}', 'read', () => ({ params: { ticker: MARKET.eventId } })),
  open('GET /predictions/markets/{slug}/book', 'read', () => ({
    params: { slug: MARKET.marketId },
  })),
  open('GET /predictions/markets/{slug}/history', 'read', () => ({
    params: { slug: MARKET.marketId },
  })),
  open('GET /perps/markets', 'read'),
  open('GET /perps/markets/{symbol}', 'read', () => ({ params: { symbol: 'SOL' } })),
  open('GET /perps/markets/{symbol}/candles', 'read', () => ({
    params: { symbol: 'SOL' },
    query: { interval: '1h' },
  })),
  open('GET /perps/markets/{symbol}/funding', 'read', () => ({ params: { symbol: 'SOL' } })),
];
