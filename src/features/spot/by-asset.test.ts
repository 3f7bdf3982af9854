import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyInto, close, open, sellFrom, usual } from '../../../test/helpers/spot-orders.ts';
import { openTrading, type Trading } from '../../../test/helpers/trading.ts';
import { AppError } from '../../errors/app-error.ts';
import { dollars } from '../../money/text.ts';
import type { Trader } from '../orders/index.ts';
import { MOVED_ATTEMPTS, Moved, untilSettled } from '../orders/index.ts';
import { type OpenOrBuy, openOrBuy } from './open-or-buy.ts';
import { type SellHeld, sellHeld } from './sell-held.ts';

let on: Trading;
let leader: Trader;
let groupId: string;

beforeAll(async () => {
  on = await openTrading();
  leader = await on.user('leader');
  groupId = await on.group(leader);
});
afterAll(() => on.close());

const order = (proposal: OpenOrBuy['proposal']): OpenOrBuy => ({
  ...usual(on),
  trader: leader,
  vertical: 'SPOT',
  groupId,
  asset: on.token,
  amount: dollars('10'),
  reason: null,
  proposal,
});
const sale = (proposal: SellHeld['proposal']): SellHeld => ({
  ...usual(on),
  trader: leader,
  groupId,
  asset: on.token,
  size: { max: true },
  proposal,
});
const buying = (command: OpenOrBuy) => on.run(openOrBuy(on.deps), command, leader.userId);
const selling = (command: SellHeld) => on.run(sellHeld(on.deps), command, leader.userId);

test('a buy that was resolved too early is resolved again', async () => {
  const id = await open(on, leader, groupId, '10');
  const first = await on.proposal(id);
  await expect(buying(order(null))).rejects.toBeInstanceOf(Moved);
  expect(await buying(order(first))).toMatchObject({ status: 200, data: { proposal: { id } } });
  await close(on, leader, id);
  await expect(buying(order(first))).rejects.toBeInstanceOf(Moved);
  const opened = await buying(order(null));
  expect(opened.status).toBe(201);
  expect(opened.data.proposal.id).not.toBe(id);
  await close(on, leader, opened.data.proposal.id);
});

test('of buys resolved to nothing that meet in a batch one opens, the others are resolved again', async () => {
  const answers = await Promise.allSettled([1, 2, 3].map(() => buying(order(null))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason : []));
  expect(reasons.every((reason) => reason instanceof Moved)).toBe(true);
  const opened = answers.find((answer) => answer.status === 'fulfilled');
  await close(on, leader, opened?.value.data.proposal.id);
});

test('a sale that was resolved too early is resolved again', async () => {
  await expect(selling(sale(null))).rejects.toMatchObject({ code: 'NO_POSITION' });
  const id = await open(on, leader, groupId, '10');
  const proposal = await on.proposal(id);
  await expect(selling(sale(null))).rejects.toBeInstanceOf(Moved);
  expect(await selling(sale(proposal))).toMatchObject({ status: 200, data: { proposal: { id } } });
  await expect(selling(sale(proposal))).rejects.toBeInstanceOf(Moved);
  await buyInto(on, leader, id, '10');
  await sellFrom(on, leader, id, 'max');
  await expect(selling(sale(null))).rejects.toMatchObject({ code: 'NO_POSITION' });
});

test('what moves again and again is refused with OVERLOADED; other refusals are not tried again', async () => {
  let tried = 0;
  const failing = (make: () => AppError) => () => {
    tried += 1;
    return Promise.reject(make());
  };
  await expect(untilSettled(failing(() => new Moved()))).rejects.toMatchObject({
    code: 'OVERLOADED',
    retryAfterSeconds: 1,
  });
  expect(tried).toBe(MOVED_ATTEMPTS);
  tried = 0;
  const refused = failing(() => new AppError('OVERLOADED'));
  await expect(untilSettled(refused)).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(tried).toBe(1);
});
