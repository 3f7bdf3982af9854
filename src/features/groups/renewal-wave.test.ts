import fc from 'fast-check';
import { expect, test } from 'vitest';
import { waveOf } from './renewal-wave.ts';
import type { DueMembership } from './renewals.sql.ts';

const DAY_MS = 86_400_000;
const row = (userId: string, payeeId: string | null, dueAt = 0, ends = false): DueMembership => ({
  groupId: `${userId}-${payeeId}`,
  userId,
  payeeId,
  dueAt,
  ends,
});

test('nothing due is no wave', () => {
  expect(waveOf([])).toEqual([]);
});

test('many who pay one go together, also who pays in two groups', () => {
  const due = [row('ada', 'eve'), row('bob', 'eve', 1), row('ada', 'dan', 2)];
  expect(waveOf(due)).toEqual(due);
});

test('who is paid does not pay in the same wave, and who pays is not paid', () => {
  const due = [row('ada', 'bob'), row('bob', 'eve', 1)];
  expect(waveOf(due)).toEqual([due[0]]);
  const turned = [row('bob', 'eve'), row('ada', 'bob', 1)];
  expect(waveOf(turned)).toEqual([turned[0]]);
});

test('who leaves is not paid afterwards', () => {
  const due = [row('eve', null, 0, true), row('ada', 'eve', 1)];
  expect(waveOf(due)).toEqual([due[0]]);
});

test("an admin who pays nobody is in nobody's way", () => {
  const due = [row('eve', 'eve'), row('bob', 'dan', 1), row('eve', 'eve', 2)];
  expect(waveOf(due)).toEqual(due);
});

test('a wave is shorter than a day, since a step may make the next one due by then', () => {
  const due = [row('ada', 'eve'), row('bob', 'eve', DAY_MS - 1), row('cyd', 'eve', DAY_MS)];
  expect(waveOf(due)).toEqual(due.slice(0, 2));
});

/** What each step comes to: charges of 3 that a wallet can pay or not, and who has gone. */
function run(due: readonly DueMembership[], wallets: ReadonlyMap<string, number>) {
  const state = { wallets: new Map(wallets), gone: new Set<string>() };
  const results = new Map<DueMembership, string>();
  const step = (one: DueMembership): void => {
    const { userId, payeeId, ends } = one;
    const held = state.wallets.get(userId) ?? 0;
    if (ends) {
      state.gone.add(userId);
      results.set(one, 'ended');
    } else if (payeeId === null || payeeId === userId) {
      results.set(one, 'free');
    } else if (held < 3) {
      results.set(one, 'unpaid');
    } else {
      state.wallets.set(userId, held - 3);
      state.wallets.set(payeeId, (state.wallets.get(payeeId) ?? 0) + 3);
      results.set(one, state.gone.has(payeeId) ? 'paid to who has gone' : 'paid');
    }
  };
  for (const one of due) step(one);
  return { results, wallets: state.wallets };
}

test('in whatever order the steps of waves are made, they come to the same as one by one', () => {
  const user = fc.constantFrom('ada', 'bob', 'cyd', 'dan', 'eve');
  const due = fc.array(
    fc.record({
      userId: user,
      payeeId: fc.option(user),
      dueAt: fc.integer({ min: 0, max: 2 * DAY_MS }),
      ends: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  const wallet = fc.integer({ min: 0, max: 7 });
  const wallets = fc.record({ ada: wallet, bob: wallet, cyd: wallet, dan: wallet, eve: wallet });
  fc.assert(
    fc.property(due, wallets, fc.infiniteStream(fc.nat()), (rows, held, chance) => {
      // A user has one membership in a group, so no two steps of a user are of one group.
      const sorted = rows
        .map((one, n): DueMembership => ({ ...one, groupId: `${n}` }))
        .sort((a, b) => a.dueAt - b.dueAt);
      const before = new Map(Object.entries(held));
      const made: DueMembership[] = [];
      for (let left = sorted; left.length > 0; left = left.slice(waveOf(left).length)) {
        const wave = waveOf(left);
        expect(wave.length).toBeGreaterThan(0);
        // Steps of one user keep their order: they wait in one lane.
        const keys = new Map(wave.map(({ userId }) => [userId, chance.next().value as number]));
        made.push(
          ...wave.toSorted((a, b) => (keys.get(a.userId) ?? 0) - (keys.get(b.userId) ?? 0)),
        );
      }
      const [one, other] = [run(sorted, before), run(made, before)];
      expect(other.wallets).toEqual(one.wallets);
      for (const step of sorted) expect(other.results.get(step)).toBe(one.results.get(step));
    }),
  );
});
