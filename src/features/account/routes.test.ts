import { afterAll, beforeAll, expect, test } from 'vitest';
import { BACKEND_START_MS, type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { type CommandKind, ref } from '../../engine/command.ts';
import { type Assets, openAssets } from '../../ledger/assets.ts';
import { accountTable } from '../../ledger/tables.ts';
import { type Posting, systemPosting, transfer, userPosting } from '../../ledger/transfer.ts';
import { usdc } from '../../money/fixed.ts';
import { dollars, priceOf, tokens } from '../../money/text.ts';
import { monotonicClock } from '../../platform/clock.ts';
import { createRollingBudget } from '../../platform/http/rate-budget.ts';
import { createHttpServer, type HttpServer } from '../../platform/http/server.ts';
import {
  type Authenticator,
  createAuthenticator,
  createIdentity,
  type Identity,
  identityRoutes,
} from '../identity/index.ts';
import { tokenView } from '../spot/index.ts';
import { deposit } from './deposit.ts';
import { accountRoutes } from './routes.ts';
import { holdingsValuer } from './valuation.ts';

const at = '2026-01-31T14:30:00.000Z';
const sol = { kind: 'token', mint: 'mint-sol', symbol: 'SOL', decimals: 9 };
const dust = { kind: 'token', mint: 'mint-dust', symbol: 'DUST', decimals: 0 };
const tesla = { kind: 'stock', mint: 'mint-tesla', symbol: 'TSLAx', decimals: 8 };

/** DUST has no price. SOL quotes 149.5 / 150 / 150.5. */
const quotes = new Map([
  [sol.mint, priceOf('150')],
  [tesla.mint, priceOf('400.25')],
]);
const market = {
  token: (mint: string) => (mint === sol.mint ? ({ name: 'Solana' } as never) : undefined),
  quote(mint: string) {
    const mid = quotes.get(mint);
    if (mid === undefined) return undefined;
    const half = priceOf('0.5');
    const sides = { mid, bid: (mid - half) as typeof mid, ask: (mid + half) as typeof mid };
    return { ...sides, liquidity: null, atMs: BACKEND_START_MS - 250, pinned: false };
  },
};

interface Movement {
  readonly userId: string;
  readonly kind: 'trade' | 'reserve' | 'release';
  /** USDC that leaves the spendable balance, and what of which asset comes in. */
  readonly cash: bigint;
  readonly assetId: number;
  readonly units: bigint;
}

/** Moves money as an order does: a trade against the venue, or a reservation and its release. */
const move: CommandKind<Movement> = {
  name: 'test movement',
  needs: ({ userId, assetId }) => ({ users: [userId], rows: [ref(accountTable, userId, assetId)] }),
  decide(_state, { userId, kind, cash, assetId, units }, { ids }) {
    const other: Posting[] =
      kind === 'trade'
        ? [
            systemPosting('spotVenue', 0, cash),
            systemPosting('spotVenue', assetId, -units),
            userPosting(userId, assetId, units),
          ]
        : [userPosting(userId, 0, cash, 'reserved')];
    const moved = transfer(ids.next(), kind, [userPosting(userId, 0, -cash), ...other]);
    return { transfers: [moved], events: [{ userId, type: 'test', data: { kind } }] };
  },
};

let backend: Backend;
let assets: Assets;
let authenticator: Authenticator;
let identity: Identity;
let server: HttpServer;

const idOf = (mint: string): number => assets.byMint(mint)?.id ?? -1;

beforeAll(async () => {
  backend = await openBackend();
  const { database, clock, log } = backend;
  assets = await openAssets(database);
  await assets.ensure([sol, dust, tesla]);
  authenticator = createAuthenticator({ ...backend, monotonic: monotonicClock });
  identity = createIdentity({ ...backend, authenticator });
  server = createHttpServer({
    log,
    publicUrl: 'http://localhost',
    corsOrigins: [],
    authenticate: authenticator.authenticate,
    rateBudget: createRollingBudget(monotonicClock),
    health: { ready: () => true } as never,
    metricsText: async () => '',
    clock,
  });
  const viewAsset = tokenView(market);
  const valuers = [
    holdingsValuer('spotValueUsd', 'token', viewAsset),
    holdingsValuer('stocksValueUsd', 'stock', viewAsset),
  ];
  const account = accountRoutes({ database, assets, viewAsset, clock, valuers });
  server.route(...identityRoutes(), ...account);
  await server.ready();
});

afterAll(async () => {
  await server.close();
  await authenticator.close();
  await backend.close();
});

let users = 0;
interface Caller {
  readonly userId: string;
  readonly apiKey: string;
}
async function newUser(amount: string, scopes: readonly string[] | null = null): Promise<Caller> {
  users += 1;
  const { userId, apiKey } = await identity.createUser({
    username: `user_${users}`,
    mode: 'paper',
    deposit: { amount: dollars(amount), source: 'sandbox' },
    key: { label: 'test', scopes, expiresAt: null },
  });
  return { userId, apiKey: apiKey ?? '' };
}

async function get(caller: Caller, path: string) {
  const answer = await server.app.inject({
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${caller.apiKey}` },
  });
  const { data, ...refusal } = answer.json();
  return { status: answer.statusCode, data, refusal, next: answer.headers['x-next-cursor'] };
}

const submit = (movement: Movement) =>
  backend.engine.submit(move, movement, { userId: movement.userId });

/** 1000 in; 150 for 1 SOL, 1 for 3 DUST, 200.125 for half a TSLAx; 100 held for an order. */
async function trader(): Promise<Caller> {
  const caller = await newUser('1000');
  const { userId } = caller;
  const trade = { userId, kind: 'trade' as const };
  const ofSol = { assetId: idOf(sol.mint), units: tokens('1', 9) };
  await submit({ ...trade, cash: dollars('150'), ...ofSol });
  await submit({ ...trade, cash: dollars('1'), assetId: idOf(dust.mint), units: 3n });
  const ofTesla = { assetId: idOf(tesla.mint), units: tokens('0.5', 8) };
  await submit({ ...trade, cash: dollars('200.125'), ...ofTesla });
  await submit({ ...trade, kind: 'reserve', cash: dollars('100'), assetId: 0, units: 0n });
  return caller;
}

test('the account is the sum of cash, reservations and holdings', async () => {
  const caller = await trader();
  const { data: me } = await get(caller, '/account/deposit-address');
  // Cash 1000 − 150 − 1 − 200.125 − 100 = 548.875; total = 548.875 + 100 + 150 + 200.125 = 999:
  // the dollar spent on DUST has no price any more.
  expect((await get(caller, '/account')).data).toEqual({
    totalValueUsd: '999',
    cashBalanceUsd: '548.875',
    spotValueUsd: '150',
    stocksValueUsd: '200.125',
    predictionsValueUsd: '0',
    perpsValueUsd: '0',
    reservedUsd: '100',
    deposit: me,
  });
  expect(me).toEqual({
    walletAddress: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    token: 'USDC',
    tokenMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    network: 'solana',
  });
});

test('balances come with USDC first and null where there is no price', async () => {
  const { data } = await get(await trader(), '/account/balances');
  expect(data).toEqual([
    {
      tokenAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
      // 548.875 spendable + 100 reserved
      balanceRaw: '648875000',
      balance: '648.875',
      availableRaw: '548875000',
      priceUsd: '1',
      valueUsd: '648.875',
    },
    {
      tokenAddress: 'mint-sol',
      symbol: 'SOL',
      name: 'Solana',
      decimals: 9,
      balanceRaw: '1000000000',
      balance: '1',
      availableRaw: '1000000000',
      priceUsd: '150',
      valueUsd: '150',
    },
    {
      tokenAddress: 'mint-dust',
      symbol: 'DUST',
      name: 'DUST',
      decimals: 0,
      balanceRaw: '3',
      balance: '3',
      availableRaw: '3',
      priceUsd: null,
      valueUsd: null,
    },
    expect.objectContaining({ symbol: 'TSLAx', balance: '0.5', valueUsd: '200.125' }),
  ]);
});

test('a new user has USDC at zero and no positions', async () => {
  const { userId } = await identity.createUser({
    username: 'empty',
    mode: 'paper',
    deposit: null,
    key: null,
  });
  const { apiKey } = await identity.createKey(userId, { label: '', scopes: null, expiresAt: null });
  const caller = { userId, apiKey };
  const { data } = await get(caller, '/account/balances');
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ symbol: 'USDC', balance: '0', priceUsd: '1', valueUsd: '0' });
  const { data: positions, next } = await get(caller, '/account/positions');
  expect(positions).toEqual({ positions: [], nextCursor: null });
  expect(next).toBeUndefined();
  expect((await get(caller, '/account/ledger')).data).toEqual({ entries: [], nextCursor: null });
});

test('positions are what was bought, page by page', async () => {
  const caller = await trader();
  const first = await get(caller, '/account/positions?limit=2');
  expect(first.data.positions).toEqual([
    {
      tokenAddress: 'mint-sol',
      tokenSymbol: 'SOL',
      tokenName: 'Solana',
      balance: '1',
      value: '150',
      price: '150',
      chainId: 'solana',
      decimals: 9,
      currency: 'usd',
      lastUpdated: '2026-01-31T14:29:59.750Z',
    },
    expect.objectContaining({ tokenSymbol: 'DUST', value: '0', price: '0', lastUpdated: at }),
  ]);
  expect(first.next).toBe(first.data.nextCursor);
  const second = await get(caller, `/account/positions?limit=2&cursor=${first.next}`);
  expect(second.data.positions.map((p: { tokenSymbol: string }) => p.tokenSymbol)).toEqual([
    'TSLAx',
  ]);
  expect(second.data.nextCursor).toBeNull();
  expect(second.next).toBeUndefined();
});

test('the statement shows movements newest first, without reservations, page by page', async () => {
  const caller = await trader();
  const { userId } = caller;
  // The order settles: its reservation is released, then the trade is booked from the free money.
  const none = { assetId: 0, units: 0n };
  await submit({ userId, kind: 'release', cash: dollars('-100'), ...none });
  const bought = { assetId: idOf(sol.mint), units: tokens('0.5', 9) };
  await submit({ userId, kind: 'trade', cash: dollars('75'), ...bought });
  const seen: { asset: string; amount: string; balanceAfter: string; id: string; ref: string }[] =
    [];
  let cursor = '';
  let pages = 0;
  do {
    const { data, next } = await get(caller, `/account/ledger?limit=2${cursor}`);
    expect(data.entries.length).toBeLessThanOrEqual(2);
    seen.push(...data.entries);
    expect(data.nextCursor ?? undefined).toBe(next);
    cursor = next ? `&cursor=${next}` : '';
    pages += 1;
  } while (cursor !== '');
  expect(pages).toBe(5);
  // 1000 − 150 − 1 − 200.125 = 648.875; − 75 = 573.875
  expect(seen.map(({ asset, amount, balanceAfter }) => [asset, amount, balanceAfter])).toEqual([
    ['SOL', '0.5', '1.5'],
    ['USDC', '-75', '573.875'],
    ['TSLAx', '0.5', '0.5'],
    ['USDC', '-200.125', '648.875'],
    ['DUST', '3', '3'],
    ['USDC', '-1', '849'],
    ['SOL', '1', '1'],
    ['USDC', '-150', '850'],
    ['USDC', '1000', '1000'],
  ]);
  const first = seen.at(-1);
  expect(first).toEqual({
    id: `${first?.ref}-1`,
    at,
    kind: 'deposit',
    amount: '1000',
    asset: 'USDC',
    balanceAfter: '1000',
    ref: expect.any(String),
  });
  expect(new Set(seen.map(({ id }) => id)).size).toBe(9);
});

test("a statement tells nothing of another user, also with that user's cursor", async () => {
  const [one, two] = [await trader(), await newUser('5')];
  const { next } = await get(one, '/account/ledger?limit=1');
  const { data } = await get(two, `/account/ledger?cursor=${next}`);
  expect(data.entries).toEqual([]);
});

test('cursors that no list gave out are refused', async () => {
  const caller = await newUser('1');
  const packed = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const bad = ['x', packed('not an id', 1), packed(1), packed('a'), packed(2 ** 40), packed(-1)];
  for (const cursor of bad) {
    const lists = ['/account/ledger', '/account/balances', '/account/positions'];
    for (const path of cursor === packed(1) ? ['/account/ledger'] : lists) {
      const { status, refusal } = await get(caller, `${path}?cursor=${cursor}`);
      expect([path, cursor, status, refusal.code]).toEqual([
        path,
        cursor,
        400,
        'VALIDATION_FAILED',
      ]);
    }
  }
});

test('events are read on after a number, with the bounds of what is kept', async () => {
  const caller = await newUser('10');
  const command = { userId: caller.userId, amount: usdc(1n), source: 'sandbox' };
  await backend.engine.submit(deposit, command, { userId: caller.userId });
  const all = (await get(caller, '/account/events')).data;
  expect(all.events.map(({ seq, type }: { seq: number; type: string }) => [seq, type])).toEqual([
    [1, 'account_created'],
    [2, 'deposit'],
    [3, 'api_key_created'],
    [4, 'deposit'],
  ]);
  expect(all).toMatchObject({ latestSeq: 4, oldestSeq: 1 });
  expect(all.events[3]).toEqual({
    seq: 4,
    type: 'deposit',
    at,
    data: {
      depositId: expect.any(String),
      amountUsd: '0.000001',
      source: 'sandbox',
      cashBalanceUsd: '10.000001',
    },
  });
  const some = (await get(caller, '/account/events?after=1&limit=2')).data;
  expect(some.events).toEqual(all.events.slice(1, 3));
  const none = { events: [], latestSeq: 4, oldestSeq: 1 };
  expect((await get(caller, '/account/events?after=4')).data).toEqual(none);
  expect((await get(caller, '/account/events?after=-1')).status).toBe(400);
});

test('/me tells of the key and needs no scope; the account needs read', async () => {
  const caller = await newUser('1', ['chat']);
  const { status, data } = await get(caller, '/me');
  expect(status).toBe(200);
  expect(data).toEqual({
    userId: caller.userId,
    authMethod: 'apiKey',
    apiKey: {
      id: expect.any(String),
      label: 'test',
      prefix: caller.apiKey.slice(0, 10),
      lastUsedAt: at,
      expiresAt: null,
      createdAt: at,
    },
    rateLimit: { limit: 1200, windowSeconds: 60 },
    username: `user_${users}`,
    avatar: '',
    idpId: `idp_${caller.userId}`,
    scopes: ['chat'],
  });
  const { status: refused, refusal } = await get(caller, '/account');
  expect([refused, refusal.code, refusal.details]).toEqual([
    403,
    'SCOPE_REQUIRED',
    { scope: 'read' },
  ]);
  const full = await newUser('1');
  expect((await get(full, '/me')).data.scopes).toEqual([
    'read',
    'trade:spot',
    'trade:predictions',
    'trade:perps',
    'groups',
    'chat',
  ]);
});

test('a revoked key is refused on the next request', async () => {
  const caller = await newUser('1');
  const { data } = await get(caller, '/me');
  await identity.revokeKey(data.apiKey.id);
  const { status, refusal } = await get(caller, '/me');
  expect([status, refusal.code]).toEqual([401, 'UNAUTHORIZED']);
});
