import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  act,
  cash,
  done,
  fillOf,
  MARKET,
  type Named,
  type PredictionWorld,
  refusal,
  runner,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;

beforeAll(async () => {
  world = await startPredictionWorld();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

/** Wants 15 shares. */
const FIFTEEN: Named = {
  eventId: 'us-bills-signed-in-march-2026',
  marketId: 'us-bills-signed-3-5-in-march-2026',
};

it('rule 1: a buy is at least $4', async () => {
  await world.pin('0.5');
  const { leader, member, propose, open } = await world.flock();
  for (const amountUsd of ['3.999999', '3.99', '1', '0.000001']) {
    expect(refusal(await propose({ amountUsd }))).toEqual([
      400,
      'AMOUNT_BELOW_MINIMUM',
      { minimumUsd: '4', amountUsd },
    ]);
  }
  // A share with its fee: 0.5 + 0.05 × 0.5 × 0.5 = 0.5125; 7.8 come to 3.9 + 0.0975, 7.81 to 4.00263.
  const { proposal, trade } = await open({ amountUsd: '4' });
  expect(fillOf(trade)).toEqual(['7.8', '0.5', '3.9975', '0.0975']);
  const below = await act(member, proposal.id, 'predict', { amountUsd: '3.999999' });
  expect(refusal(below)).toEqual([
    400,
    'AMOUNT_BELOW_MINIMUM',
    { minimumUsd: '4', amountUsd: '3.999999' },
  ]);
  expect((await act(member, proposal.id, 'predict', { amountUsd: '4.00' })).status).toBe(200);
  expect([await cash(leader), await cash(member)]).toEqual(['996.0025', '996.0025']);
});

it('rule 1 comes before rule 2', async () => {
  // 5 shares at 0.96 are $4.80.
  await world.pin('0.96');
  const { propose } = await world.flock();
  expect(refusal(await propose({ amountUsd: '3.5' }))).toEqual([
    400,
    'AMOUNT_BELOW_MINIMUM',
    { minimumUsd: '4', amountUsd: '3.5' },
  ]);
  expect(refusal(await propose({ amountUsd: '4.5' }))).toEqual([
    400,
    'MIN_ORDER_SIZE',
    { minimumUsd: '4.8', amountUsd: '4.5' },
  ]);
});

it.each([
  // [YES pinned at, side, 5 × its price, a unit less]
  ['0.9', true, '4.5', '4.499999'],
  ['0.8765', true, '4.3825', '4.382499'],
  ['0.9999', true, '4.9995', '4.999499'],
  ['0.1', false, '4.5', '4.499999'],
  ['0.0003', false, '4.9985', '4.998499'],
])(
  'rule 2: at %s, YES %s, a buy is worth 5 shares, which the refusal names',
  async (pin, isYes, minimumUsd, amountUsd) => {
    await world.pin(pin);
    const { member, propose, open } = await world.flock();
    const refused = await propose({ isYes, amountUsd });
    expect(refusal(refused)).toEqual([400, 'MIN_ORDER_SIZE', { minimumUsd, amountUsd }]);
    expect(refused.body.message).toContain(`$${minimumUsd}`);
    const { proposal } = await open({ isYes, amountUsd: minimumUsd });
    const into = await act(member, proposal.id, 'predict', { amountUsd });
    expect(refusal(into)).toEqual([400, 'MIN_ORDER_SIZE', { minimumUsd, amountUsd }]);
    expect(into.body.message).toContain(`$${minimumUsd}`);
    await done(member, proposal.id, 'predict', { amountUsd: minimumUsd });
  },
);

it('rule 2: the minimum has no fee in it, so that less than 5 shares can come of it', async () => {
  await world.pin('0.9');
  const { open } = await world.flock();
  // A share with its fee: 0.9 + 0.05 × 0.9 × 0.1 = 0.9045; 4.97 come to 4.473 + 0.022365, the fee
  // half-up 0.02237; 4.98 to 4.50441.
  const { trade } = await open({ amountUsd: '4.5' });
  expect(fillOf(trade)).toEqual(['4.97', '0.9', '4.49537', '0.02237']);
});

it('rule 2: below 0.8 the $4 are more than 5 shares; a market of 15 shares wants more', async () => {
  await world.pin('0.8');
  const { open, propose } = await world.flock();
  // 5 × 0.8 = 4. A share with its fee: 0.808; 4.95 come to 3.96 + 0.0396, 4.96 to 4.00768.
  expect(fillOf((await open({ amountUsd: '4' })).trade)).toEqual([
    '4.95',
    '0.8',
    '3.9996',
    '0.0396',
  ]);
  await world.pin('0.4', FIFTEEN.marketId);
  const below = await propose({ ...FIFTEEN, amountUsd: '5.999999' });
  expect(refusal(below)).toEqual([
    400,
    'MIN_ORDER_SIZE',
    { minimumUsd: '6', amountUsd: '5.999999' },
  ]);
  expect(below.body.message).toContain('$6');
  await open({ ...FIFTEEN, amountUsd: '6' });
  // The other side of it: 15 × 0.6.
  expect(refusal(await propose({ ...FIFTEEN, isYes: false, amountUsd: '8.99' }))).toEqual([
    400,
    'MIN_ORDER_SIZE',
    { minimumUsd: '9', amountUsd: '8.99' },
  ]);
});

it('rule 2: without a pin the minimum is at the best ask of the side', async () => {
  const dear: Named = {
    eventId: 'ecb-rate-change-in-march-2026',
    marketId: 'ecb-rate-change-no-change-in-march-2026',
  };
  const { leader, propose } = await world.flock();
  const book = await leader.get(`/predictions/markets/${dear.marketId}/book`);
  const ask: string = book.yes.asks[0].price;
  expect(ask).toMatch(/^0\.9\d{1,2}$/);
  // 5 × ask in units of 1e-6; the ask has at most 3 decimals.
  const units = 5n * BigInt(ask.slice(2).padEnd(6, '0'));
  const minimumUsd = `4.${(units - 4_000_000n).toString().padStart(6, '0').replace(/0+$/, '')}`;
  expect(refusal(await propose({ ...dear, amountUsd: '4' }))).toEqual([
    400,
    'MIN_ORDER_SIZE',
    { minimumUsd, amountUsd: '4' },
  ]);
  const { markets } = await leader.get(`/predictions/events/${dear.eventId}`);
  const shown = markets.find(
    ({ marketTicker }: Record<string, string>) => marketTicker === dear.marketId,
  );
  expect([shown.yesAsk, shown.minOrderUsd]).toEqual([ask, minimumUsd]);
  expect((await propose({ ...dear, amountUsd: minimumUsd })).status).toBe(201);
});

it('rule 3: one ACTIVE proposal of an outcome in a group', async () => {
  await world.pin('0.5');
  const { leader, member, groupId, propose, open, promote } = await world.flock();
  const first = (await open()).proposal;
  const duplicate = [400, 'DUPLICATE_PROPOSAL', { proposalId: first.id }];
  expect(refusal(await propose())).toEqual(duplicate);
  await promote(member);
  expect(refusal(await propose({ amountUsd: '10' }, member))).toEqual(duplicate);
  const { markets } = await leader.get(`/predictions/events/${MARKET.eventId}`);
  const other = markets.find(
    (each: { marketTicker: string }) => each.marketTicker !== MARKET.marketId,
  );
  await world.pin('0.5', other.marketTicker);

  // The other side, another market of the event, another group.
  const no = (await open({ isYes: false })).proposal;
  expect([no.isYes, no.outcomeMint === first.outcomeMint]).toEqual([false, false]);
  await open({ marketId: other.marketTicker });
  const elsewhere = await leader.post('/groups', { name: 'Ducks' });
  expect((await propose({ groupId: elsewhere.groupId })).status).toBe(201);
  expect(refusal(await propose({ isYes: false }))).toEqual([
    400,
    'DUPLICATE_PROPOSAL',
    { proposalId: no.id },
  ]);

  // Once it is closed there may be another; the closed one stays beside it.
  await done(leader, first.id, 'close');
  const second = (await open({}, member)).proposal;
  expect(second.id).not.toBe(first.id);
  expect(refusal(await propose())).toEqual([400, 'DUPLICATE_PROPOSAL', { proposalId: second.id }]);
  const list = await leader.get(`/predictions/proposals?groupId=${groupId}`);
  expect(
    list.map(({ proposal }: { proposal: { id: string; status: string } }) => proposal.status),
  ).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'CLOSED']);
});

it('rule 3: of leaders who propose an outcome at once one opens it', async () => {
  await world.pin('0.5', runner('25-bps-increase').marketId);
  const { leader, member, propose, promote } = await world.flock();
  await promote(member);
  const body = { ...runner('25-bps-increase'), amountUsd: '5' };
  const answers = await Promise.all(
    [leader, member, leader, member].map((user) => propose(body, user)),
  );
  const opened = answers.filter(({ status }) => status === 201);
  expect(opened).toHaveLength(1);
  const proposalId = opened[0]?.body.data.proposal.id;
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(refusal(answer)).toEqual([400, 'DUPLICATE_PROPOSAL', { proposalId }]);
  }
  // 5 ÷ 0.5125 = 9.75…: 4.875 + 0.121875, half-up 0.12188.
  const paid = [await cash(leader), await cash(member)].toSorted();
  expect(paid).toEqual(['1000', '995.00312']);
});

it.each([
  ['blocked', 'IR'],
  ['blocked', 'KP'],
  ['close-only', 'US'],
  ['close-only', 'DE'],
])('rule 4: from a %s country (%s) nothing is bought, everything is sold', async (_, country) => {
  await world.pin('0.5');
  const { leader, member, open, propose } = await world.flock();
  const { proposal } = await open();
  const other = (await open({ isYes: false })).proposal;
  await done(member, proposal.id, 'predict', { amountUsd: '41' });
  const region = (user: { userId: string }, to: string | null) =>
    world.test.sandbox('PUT', '/region', { userId: user.userId, country: to });
  await region(leader, country);
  await region(member, country);

  const barred = [403, 'GEO_RESTRICTED', { country }];
  expect(refusal(await propose({ ...runner('no-change') }))).toEqual(barred);
  expect(refusal(await act(member, proposal.id, 'predict', { amountUsd: '10' }))).toEqual(barred);
  // Reading and quoting go on, and whatever makes a position smaller.
  const quote = { ...MARKET, isYes: true, amountUsd: '10' };
  expect((await member.call('POST', '/predictions/quote', quote)).status).toBe(200);
  await done(member, proposal.id, 'sell', { amountUsd: '10' });
  await done(leader, other.id, 'sell', { max: true });
  await done(leader, proposal.id, 'close');
  await done(member, proposal.id, 'sell', { max: true });

  await region(member, null);
  expect(refusal(await act(member, other.id, 'predict', { amountUsd: '10' }))).toEqual([200]);
});
