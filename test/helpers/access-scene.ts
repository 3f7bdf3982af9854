import { bundledTokens } from '../../src/market/tokens.ts';
import { MARKET, type Named, startPredictionWorld } from '../e2e/prediction-world.ts';
import type { TestApp, TestUser } from './app.ts';

/** What a caller is to the group of the scene; the keeper made it, leads it and is its admin. */
export const ROLES = [
  'outsider',
  'former',
  'member',
  'leader',
  'admin',
  'suspended',
  'keeper',
] as const;
export type Role = (typeof ROLES)[number];

/** Calls of one leader, one of each kind. */
interface Calls {
  readonly spot: string;
  readonly prediction: string;
  readonly perp: string;
}

/** Somebody with a role, and what is there for this caller alone. */
export interface Person {
  readonly role: Role;
  readonly n: number;
  readonly user: TestUser;
  /** An order of the person. */
  action: string;
  /** Calls that the person opened as a leader; none of the outsider. */
  own?: Calls;
  /** Positions under the keeper's calls; none of the outsider. */
  held?: { perp: string; won: string };
  /** A message that the person wrote. */
  message?: string;
  /** A token, a stock and an outcome of which the group has no call yet. */
  readonly unused: { mint: string; ticker: string; outcome: Named };
  /** A plain member and somebody who asks to join, on whom the person may act. */
  readonly target: TestUser;
  readonly applicant: TestUser;
  /** A prediction call of the keeper, for the person to close. */
  readonly closable: string;
  /** An external agent, for the person to remove. */
  hook: string;
}

/** A PRIVATE group in which every role holds a position under every call of the keeper. */
export interface Scene {
  readonly app: TestApp;
  readonly groupId: string;
  readonly inviteCode: string;
  readonly keeper: Person;
  readonly people: Readonly<Record<Role, Person>>;
  /** The keeper's calls; `stock` is by ticker, of `won` the market has resolved. */
  readonly calls: Calls & { stock: string; won: string };
  readonly said: string;
  /** A further key of somebody. */
  key(person: Person, scopes: readonly string[]): Promise<TestUser>;
  /** Suspends a member behind the service's back, as seven unpaid days would. */
  suspend(person: Person): Promise<void>;
  run(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

export const STOCK = 'AAPL';
/** An external agent that is never called: nothing is resolved after it was added. */
export const HOOK = {
  name: 'Watcher',
  url: 'http://127.0.0.1:9/hook',
  events: ['proposal.resolved'],
};
export const SOL = 'So11111111111111111111111111111111111111112';
const WON: Named = {
  eventId: 'us-government-shutdown-in-q1-2026',
  marketId: 'will-the-us-government-shut-down-in-q1-2026',
};
/** Events with markets enough for everybody's calls, none of which ends within the tests. */
const EVENTS = ['fifa-world-cup-winner-2026', 'nba-champion-2026', 'super-bowl-champion-2027'];
/** Of each person three: an own call, one never opened, one of the keeper to close. */
const OUTCOMES = 3 * ROLES.length;

interface Pools {
  readonly mints: readonly string[];
  readonly tickers: readonly string[];
  readonly outcomes: readonly Named[];
}

const at = <T>(list: readonly T[], n: number): T => {
  const one = list[n];
  if (one === undefined) throw new Error(`only ${list.length} of ${n + 1}`);
  return one;
};

export async function openScene(): Promise<Scene> {
  const world = await startPredictionWorld({ SKEIN_WEBHOOK_ALLOW: '127.0.0.1' });
  const { test: app } = world;
  const run: Scene['run'] = async (text, values = []) =>
    app.app.services.database.withClient(
      async (client) => (await client.query(text, values)).rows as Record<string, unknown>[],
    );
  const keeper = await app.user('keeper', { depositUsd: '10000' });
  const pools = await openPools(world, keeper);
  const settings = { name: 'Geese', groupAccessType: 'PUBLIC' };
  const { groupId, membership } = await keeper.post('/groups', settings);
  const calls = await openCalls(keeper, groupId);
  const people = {} as Record<Role, Person>;
  for (const [n, role] of ROLES.entries()) {
    const user = role === 'keeper' ? keeper : await app.user(role, { depositUsd: '2000' });
    const person = await newPerson({ app, groupId, pools, keeper }, role, n, user);
    people[role] = person;
    if (role === 'keeper') await settle(person, groupId, at(pools.mints, n), calls, pools);
    else if (role !== 'outsider') {
      await user.post(`/groups/${groupId}/join`);
      const promote = `/groups/${groupId}/members/${user.userId}/promote`;
      await keeper.post(promote, { to: 'ADMIN' });
      await settle(person, groupId, at(pools.mints, n), calls, pools);
    }
    const { signature } = await user.post('/spot/swap', {
      sell: 'USDC',
      buy: SOL,
      amountUsd: '10',
    });
    // The signature of a paper trade is its id, which is that of its action (contract 18.19).
    person.action = signature.slice('paper_'.length);
  }
  await app.sandbox('PUT', '/prices/perp/BTC', { priceUsd: '62000' });
  await world.resolve('YES', WON.marketId);
  for (const person of Object.values(people)) {
    person.hook = (await keeper.post(`/groups/${groupId}/agents/external`, HOOK)).id;
  }
  const said = await say(keeper, groupId);
  const scene: Scene = {
    app,
    groupId,
    inviteCode: membership.inviteCode,
    keeper: people.keeper,
    people,
    calls,
    said,
    run,
    async key({ user }, scopes) {
      const { apiKey } = await app.sandbox('POST', '/keys', { userId: user.userId, scopes });
      return app.at({ ...user, apiKey });
    },
    suspend: (person) =>
      update(
        `suspended = true, subscription_status = 'PAST_DUE', subscription_fee = 2000000,
          due_at = null`,
        person,
      ),
  };
  async function update(set: string, { user }: Person): Promise<void> {
    await run(`update membership set ${set} where group_id = $1 and user_id = $2`, [
      groupId,
      user.userId,
    ]);
  }
  await giveRoles(scene, update);
  await world.drain();
  return scene;
}

/** Takes from everybody what the role does not have; so far all are leaders and admins. */
async function giveRoles(
  { keeper, people, groupId, suspend }: Scene,
  update: (set: string, person: Person) => Promise<void>,
): Promise<void> {
  const { former, member, leader, admin, suspended } = people;
  const demote = ({ user }: Person) =>
    keeper.user.post(`/groups/${groupId}/members/${user.userId}/demote`);
  for (const person of [member, member, leader]) await demote(person);
  // No route leads to an admin who does not lead.
  await update("member_type = 'MEMBER'", admin);
  await former.user.post(`/groups/${groupId}/leave`);
  await suspend(suspended);
  const closed = await keeper.user.call('PATCH', `/groups/${groupId}`, {
    groupAccessType: 'PRIVATE',
  });
  if (closed.status !== 200) throw new Error('the group is still open');
  for (const { applicant } of Object.values(people)) {
    await applicant.post(`/groups/${groupId}/join`);
  }
}

async function openPools(
  { test: app, pin }: Awaited<ReturnType<typeof startPredictionWorld>>,
  user: TestUser,
): Promise<Pools> {
  await app.pin(SOL, '100');
  const put = (kind: string, id: string, priceUsd: string) =>
    app.sandbox('PUT', `/prices/${kind}/${id}`, { priceUsd });
  await put('perp', 'SOL', '100');
  await put('perp', 'BTC', '60000');
  await pin('0.5', WON.marketId);
  const { stocks } = await user.get('/spot/stocks');
  const tickers = stocks
    .map(({ ticker }: { ticker: string }) => ticker)
    .filter((ticker: string) => ticker !== STOCK);
  const mints = bundledTokens
    .map(({ mint }) => mint)
    .filter((mint) => mint !== SOL)
    .slice(0, 2 * ROLES.length);
  const outcomes: Named[] = [];
  for (const eventId of EVENTS) {
    const { markets } = await user.get(`/predictions/events/${eventId}`);
    for (const { marketTicker } of markets) outcomes.push({ eventId, marketId: marketTicker });
  }
  for (const mint of mints) await app.pin(mint, '1');
  for (const { marketId } of outcomes.slice(0, OUTCOMES)) await pin('0.5', marketId);
  for (const ticker of [STOCK, ...tickers.slice(0, ROLES.length)]) await put('stock', ticker, '50');
  return { mints, tickers, outcomes };
}

const openPrediction = async (user: TestUser, groupId: string, outcome: Named): Promise<string> => {
  const order = { groupId, ...outcome, isYes: true, amountUsd: '20' };
  return (await user.post('/predictions/proposals', order)).proposal.id;
};
const openPerp = async (user: TestUser, groupId: string, body: object): Promise<string> => {
  const order = { groupId, marketSymbol: 'SOL', side: 'LONG', collateralUsd: '50', leverage: '5' };
  return (await user.post('/perps/proposals', { ...order, ...body })).proposalId;
};
const openSpot = async (user: TestUser, groupId: string, mint: string): Promise<string> => {
  const order = { groupId, contractAddress: mint, amountUsd: '25' };
  return (await user.post('/spot/proposals', order)).proposal.id;
};

async function openCalls(user: TestUser, groupId: string): Promise<Scene['calls']> {
  const stock = await user.post(`/spot/stocks/${STOCK}/buy`, { groupId, amountUsd: '25' });
  return {
    spot: await openSpot(user, groupId, SOL),
    stock: stock.proposal.id,
    prediction: await openPrediction(user, groupId, MARKET),
    perp: await openPerp(user, groupId, {}),
    won: await openPrediction(user, groupId, WON),
  };
}

async function newPerson(
  scene: { app: TestApp; groupId: string; pools: Pools; keeper: TestUser },
  role: Role,
  n: number,
  user: TestUser,
): Promise<Person> {
  const { app, groupId, pools, keeper } = scene;
  const target = await app.user(`target_${n}`);
  await target.post(`/groups/${groupId}/join`);
  return {
    role,
    n,
    user,
    target,
    action: '',
    applicant: await app.user(`applicant_${n}`),
    hook: '',
    closable: await openPrediction(keeper, groupId, at(pools.outcomes, 3 * n)),
    unused: {
      mint: at(pools.mints, ROLES.length + n),
      ticker: at(pools.tickers, n),
      outcome: at(pools.outcomes, 3 * n + 1),
    },
  };
}

/** Calls, positions and a message of a person who leads the group for now. */
async function settle(
  person: Person,
  groupId: string,
  mint: string,
  calls: Scene['calls'],
  { outcomes }: Pools,
): Promise<void> {
  const { user, n } = person;
  person.own = {
    spot: await openSpot(user, groupId, mint),
    prediction: await openPrediction(user, groupId, at(outcomes, 3 * n + 2)),
    perp: await openPerp(user, groupId, {}),
  };
  const amountUsd = '20';
  await user.post(`/spot/proposals/${calls.spot}/buy`, { amountUsd });
  await user.post(`/spot/stocks/${STOCK}/buy`, { groupId, amountUsd });
  for (const id of [calls.prediction, calls.won]) {
    await user.post(`/predictions/proposals/${id}/predict`, { amountUsd });
  }
  const size = { collateralUsd: '50', leverage: '5' };
  const held = await user.post(`/perps/proposals/${calls.perp}/increase`, size);
  // BTC goes to 62,000 before anybody asks anything, which is a gain of 16 % at 5x.
  const order = { marketSymbol: 'BTC', side: 'LONG', ...size, takeProfitPct: '10' };
  const won = await user.post('/perps/proposals', { groupId, ...order });
  person.held = { perp: held.assignmentId, won: won.assignmentId };
  person.message = await say(user, groupId);
}

const say = async (user: TestUser, groupId: string): Promise<string> =>
  (await user.post(`/chat/${groupId}/messages`, { type: 'TEXT', content: 'honk' })).id;
