import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  at,
  closeAll,
  type Flock,
  increase,
  type PerpWorld,
  pick,
  position,
  proposal,
  reduce,
  refusal,
  setTriggers,
  startPerpWorld,
} from './perp-world.ts';
import { openGroup } from './world.ts';

let world: PerpWorld;
let flock: Flock;
let leader: TestUser;
beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock();
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const INVALID = [400, 'VALIDATION_FAILED'];
interface Shown {
  readonly id: string;
  readonly status: string;
}
const ids = async (user: TestUser, path: string): Promise<string[]> =>
  (await user.get(path)).map(({ id }: Shown) => id);

/** All pages of a list, by their ids. */
async function pages(user: TestUser, path: string): Promise<string[][]> {
  const found: string[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body, headers } = await user.call('GET', `${path}${cursor && `&cursor=${cursor}`}`);
    found.push(body.data.map(({ id }: Shown) => id));
    cursor = headers.get('x-next-cursor');
  }
  return found;
}

it('lists positions that are open, past, or all, newest first', async () => {
  const first = await flock.open();
  const second = await flock.open({ marketSymbol: 'BTC', side: 'SHORT' });
  const third = await flock.open({ takeProfitPct: '10', collateralUsd: '20' });
  await world.move('102');
  await closeAll(leader, first.assignmentId);
  const all = [third, second, first].map(({ assignmentId }) => assignmentId);
  const [won, open, closed] = all;
  expect(await ids(leader, '/perps/positions')).toEqual([open]);
  expect(await ids(leader, '/perps/positions?filter=active')).toEqual([open]);
  expect(await ids(leader, '/perps/positions?filter=past')).toEqual([won, closed]);
  expect(await ids(leader, '/perps/positions?filter=all')).toEqual(all);
  expect(await ids(flock.member, '/perps/positions?filter=all')).toEqual([]);
  for (const query of ['filter=open', 'filter=', 'limit=0', 'limit=-1', 'limit=x', 'cursor=x']) {
    const answer = await leader.call('GET', `/perps/positions?${query}`);
    expect([query, ...refusal(answer).slice(0, 2)]).toEqual([query, ...INVALID]);
  }
  // Too much is cut, and what is not known is ignored.
  expect(await ids(leader, '/perps/positions?filter=all&limit=999&sort=up')).toEqual(all);
});

it('lists positions of a group, by pages', async () => {
  const other = await openGroup(leader, { name: 'Other' });
  const own: string[] = [];
  for (let n = 0; n < 5; n++) {
    own.unshift((await flock.open({ collateralUsd: '5' })).assignmentId);
    await flock.open({ groupId: other, collateralUsd: '5' });
  }
  const list = `/perps/positions?groupId=${flock.groupId}`;
  expect(await ids(leader, list)).toEqual(own);
  expect(await pages(leader, `${list}&limit=2`)).toEqual([
    own.slice(0, 2),
    own.slice(2, 4),
    own.slice(4),
  ]);
  expect((await ids(leader, '/perps/positions')).length).toBe(10);
  for (const groupId of ['01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f', 'none']) {
    expect(await ids(leader, `/perps/positions?groupId=${groupId}`)).toEqual([]);
  }
});

it('shows one position to its owner, another’s to nobody', async () => {
  const { proposalId, assignmentId } = await flock.open();
  const joined = await increase(flock.member, proposalId);
  const [mine] = await leader.get('/perps/positions');
  expect(await position(leader, assignmentId)).toEqual(mine);
  for (const id of [joined.assignmentId, '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f', 'none', '0']) {
    const answer = await leader.call('GET', `/perps/positions/${id}`);
    expect(refusal(answer).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  }
});

it('lists the proposals of a group, newest first, by status and pages', async () => {
  const made: string[] = [];
  for (let n = 0; n < 5; n++) made.unshift((await flock.open({ collateralUsd: '5' })).proposalId);
  const [, second, , fourth] = made;
  await leader.post(`/perps/proposals/${second}/close`);
  await leader.post(`/perps/proposals/${fourth}/close`);
  const list = `/perps/proposals?groupId=${flock.groupId}`;
  const open = made.filter((id) => id !== second && id !== fourth);
  for (const user of [leader, flock.member]) {
    expect(await ids(user, list)).toEqual(made);
    expect(await ids(user, `${list}&status=all`)).toEqual(made);
    expect(await ids(user, `${list}&status=open`)).toEqual(open);
    expect(await ids(user, `${list}&status=closed`)).toEqual([second, fourth]);
  }
  expect(await pages(leader, `${list}&limit=2`)).toEqual([
    made.slice(0, 2),
    made.slice(2, 4),
    made.slice(4),
  ]);
  expect(await pages(leader, `${list}&status=open&limit=2`)).toEqual([
    open.slice(0, 2),
    open.slice(2),
  ]);
  const outsider = await world.user();
  for (const [user, groupId] of [
    [outsider, flock.groupId],
    [leader, '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f'],
    [leader, 'none'],
  ] as const) {
    const answer = await user.call('GET', `/perps/proposals?groupId=${groupId}`);
    expect(refusal(answer)).toEqual([403, 'NOT_GROUP_MEMBER', {}]);
  }
  for (const query of [
    '',
    `groupId=${flock.groupId}&status=ACTIVE`,
    `groupId=${flock.groupId}&cursor=1`,
  ]) {
    expect(refusal(await leader.call('GET', `/perps/proposals?${query}`)).slice(0, 2)).toEqual(
      INVALID,
    );
  }
});

it('shows one proposal with what the reader has under it', async () => {
  const { proposalId, assignmentId } = await flock.open();
  const [first, second] = [
    await increase(flock.member, proposalId, { collateralUsd: '20' }),
    await increase(flock.member, proposalId, { collateralUsd: '30' }),
  ];
  await closeAll(flock.member, first.assignmentId);
  const mine = await proposal(leader, proposalId);
  const theirs = await proposal(flock.member, proposalId);
  expect(mine.positions).toEqual([await position(leader, assignmentId)]);
  expect(theirs.positions).toEqual([
    await position(flock.member, second.assignmentId),
    await position(flock.member, first.assignmentId),
  ]);
  expect({ ...theirs, positions: [] }).toEqual({ ...mine, positions: [] });
  expect(pick(mine, 'participantCount', 'totalParticipantCount')).toEqual([2, 2]);
  const outsider = await world.user();
  const answer = await outsider.call('GET', `/perps/proposals/${proposalId}`);
  expect(refusal(answer)).toEqual([403, 'NOT_GROUP_MEMBER', {}]);
  for (const id of ['01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f', 'none']) {
    expect((await leader.call('GET', `/perps/proposals/${id}`)).status).toBe(404);
  }
});

it('tells how the call stands by the first position of its creator', async () => {
  const { proposalId, assignmentId } = await flock.open();
  const pcts = async () =>
    pick(await proposal(flock.member, proposalId), 'currentPnlPct', 'exitPnlUsd', 'exitPnlPct');
  await increase(leader, proposalId, { collateralUsd: '50', leverage: '2' });
  await world.pin('SOL', '101.5');
  // 99.65 + 15 of 100.
  expect(await pcts()).toEqual(['14.65', null, null]);
  // 5 × 1.5 are realized, less 507.5 × 0.00035 = 0.177625.
  await reduce(leader, assignmentId, '0.5');
  expect(await pcts()).toEqual(['14.472375', null, null]);
  await leader.post(`/perps/positions/${assignmentId}/add`, { collateralUsd: '100' });
  expect(await pcts()).toEqual(['7.2361875', null, null]);
  await leader.post(`/perps/proposals/${proposalId}/close`);
  // 15 − 0.35 − 0.177625 twice = 14.29475, of 200. The second: 1.5 − 0.035 − 0.035525 = 1.429475.
  // Both are 15.724225 of 250.
  expect(await pcts()).toEqual(['7.147375', '15.724225', '6.28969']);
});

it('counts who takes part, shows their faces, and hides them from those who have left', async () => {
  const { member } = flock;
  const client = new pg.Client(world.test.database.clientConfig);
  await client.connect();
  for (const user of [leader, member]) {
    const face = `https://faces.example/${user.name}.png`;
    await client.query('update app_user set avatar = $2 where id = $1', [user.userId, face]);
  }
  await client.end();
  const faces = [leader, member].map(({ name }) => `https://faces.example/${name}.png`);
  const { proposalId, assignmentId } = await flock.open();
  const joined = await increase(member, proposalId);
  await increase(member, proposalId);
  const shown = async (of: object) => {
    const { participantCount, participantAvatars } = of as {
      participantCount: number;
      participantAvatars: string[];
    };
    return [participantCount, participantAvatars.toSorted()];
  };
  expect(await shown(await proposal(leader, proposalId))).toEqual([2, faces]);
  expect(await shown(await position(member, joined.assignmentId))).toEqual([2, faces]);
  const patched = await setTriggers(member, joined.assignmentId, {});
  expect(await shown(patched.body.data)).toEqual([2, faces]);

  await member.post(`/groups/${flock.groupId}/leave`);
  const call = await proposal(member, proposalId);
  expect(await shown(call)).toEqual([2, []]);
  for (const own of call.positions) expect(await shown(own)).toEqual([2, []]);
  expect(await shown(await position(member, joined.assignmentId))).toEqual([2, []]);
  const again = await setTriggers(member, joined.assignmentId, {});
  expect(await shown(again.body.data)).toEqual([2, []]);

  await closeAll(leader, assignmentId);
  expect(await shown(await position(leader, assignmentId))).toEqual([1, faces.slice(1)]);
  const closed = await proposal(leader, proposalId);
  expect(pick(closed, 'participantCount', 'totalParticipantCount')).toEqual([1, 2]);
  // Whoever took part.
  expect(closed.participantAvatars.toSorted()).toEqual(faces);
});

/** Every text of an answer that looks like a number is one in plain notation. */
function checkPlain(of: unknown, path = ''): number {
  if (typeof of === 'number') expect([path, Number.isInteger(of)]).toEqual([path, true]);
  if (typeof of === 'object' && of !== null) {
    return Object.entries(of).reduce((n, [key, part]) => n + checkPlain(part, `${path}.${key}`), 0);
  }
  if (typeof of !== 'string' || !/^[-+.\d][\d.eE+-]*$/.test(of)) return 0;
  expect([path, of]).toEqual([path, expect.stringMatching(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)]);
  expect([path, of]).not.toEqual([path, '-0']);
  return 1;
}

it('writes numbers as plain decimal text, the smallest and the largest', async () => {
  const rich = await world.flock({ depositUsd: '100000000' });
  const { leader: user, open } = rich;
  await world.pin('PUMP', '0.0000001');
  const small = await open({
    marketSymbol: 'PUMP',
    collateralUsd: '5',
    leverage: '1',
    takeProfitPct: '100',
  });
  const large = await open({ collateralUsd: '10000000', leverage: '2.5' });
  await world.pin('PUMP', '0.0000002');
  await world.pin('SOL', '123.45');
  await world.drain();
  await reduce(user, large.assignmentId, '0.333333333333333333');
  const answers = [
    await user.get('/perps/positions?filter=all'),
    await proposal(user, small.proposalId),
    await proposal(user, large.proposalId),
    await user.get('/account'),
    await user.get('/perps/markets/PUMP'),
    await closeAll(user, large.assignmentId),
    await user.get('/perps/positions?filter=past'),
  ];
  let numbers = 0;
  for (const answer of answers) numbers += checkPlain(answer);
  expect(numbers).toBeGreaterThan(100);
  // 5 ÷ 0.00001 lots; twice the price doubles the collateral.
  const won = await position(user, small.assignmentId);
  expect(pick(won, 'status', 'entryPriceUsd', 'exitPriceUsd', 'priceRealizedPnlUsd')).toEqual([
    'CLOSED',
    '0.0000001',
    '0.0000002',
    '5',
  ]);
});

it('dates by the clock of the service', async () => {
  await world.at(at('17:23:45.678'));
  const { assignmentId, proposalId } = await flock.open();
  await world.at(at('17:30:00.001'));
  await closeAll(leader, assignmentId);
  const shown = await position(leader, assignmentId);
  expect(pick(shown, 'openedAt', 'closedAt')).toEqual([at('17:23:45.678'), at('17:30:00.001')]);
  const call = await proposal(leader, proposalId);
  expect(pick(call, 'createdAt', 'closedAt')).toEqual([at('17:23:45.678'), at('17:30:00.001')]);
});
