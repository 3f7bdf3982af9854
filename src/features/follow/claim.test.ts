import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim, make, open } from '../../../test/helpers/spot-orders.ts';
import { openTrading, type Trading } from '../../../test/helpers/trading.ts';
import { auditChecks } from '../../audit-checks.ts';
import { auditDatabase } from '../../ledger/audit.ts';

let on: Trading;
beforeAll(async () => {
  on = await openTrading();
});
afterAll(() => on.close());

const followers = async (name: string, count: number): Promise<string> => {
  const leader = await on.user(`${name}_leader`);
  const group = await on.group(leader);
  for (let n = 0; n < count; n += 1) {
    const member = await on.user(`${name}_${n}`);
    await on.join(member, group);
    await on.follow(member, group, '10');
  }
  return open(on, leader, group, '50');
};

const fills = async (proposal: string): Promise<bigint | undefined> => {
  const rows = await on.rows<{ count: bigint }>(
    `select count(*) from spot_trade where origin = 'FOLLOW' and proposal_id = $1`,
    [proposal],
  );
  return rows[0]?.count;
};

test('a worker whose lease has run out changes nothing when it comes late', async () => {
  const proposal = await followers('late', 1);
  const [first] = await claim(on, 0);
  const [second] = await claim(on);
  if (!first || !second) throw new Error('nothing to claim');
  expect([first.fence, second.fence]).toEqual([1, 2]);
  await make(on, first);
  expect(await fills(proposal)).toBe(0n);
  await make(on, second);
  await make(on, second);
  await make(on, first);
  expect(await fills(proposal)).toBe(1n);
});

test('workers that claim at once share the rows; none is made twice', async () => {
  const proposal = await followers('shared', 20);
  const claims = await Promise.all([claim(on), claim(on), claim(on)]);
  const all = claims.flat();
  expect(all.map(({ followerId }) => followerId).sort()).toEqual(
    [...new Set(all.map(({ followerId }) => followerId))].sort(),
  );
  expect(all).toHaveLength(20);
  // Each is made twice at once, as by a worker that was told and one that took it over.
  await Promise.all([...all, ...all].map((claimed) => make(on, claimed)));
  expect(await fills(proposal)).toBe(20n);
  const report = await auditDatabase(on.database, auditChecks, on.clock.now());
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
});
