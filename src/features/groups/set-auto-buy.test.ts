import { expect, test } from 'vitest';
import { ADA, adminRow, BOB, GROUP, given, memberRow } from '../../../test/helpers/group-rows.ts';
import { decideOn } from '../../../test/helpers/state.ts';
import { ref } from '../../engine/command.ts';
import { pow10, ratio } from '../../money/fixed.ts';
import { dollars } from '../../money/text.ts';
import { followedDayLookup } from './lookups.ts';
import { setAutoBuy } from './set-auto-buy.ts';
import { type MembershipRow, membershipTable } from './tables.ts';

const on = {
  enabled: true as const,
  amount: dollars('0.5'),
  settings: {
    mirrorExits: true,
    verticals: 'SPOT,PERP',
    maxLeverage: ratio(25n * pow10(17)),
    dailyLimit: dollars('100'),
  },
};
const off = { enabled: false as const, amount: null, settings: {} };

test('switched on with all settings, then off keeping them', () => {
  const state = given([adminRow(ADA), memberRow(BOB)]);
  const first = decideOn(setAutoBuy, { groupId: GROUP, userId: BOB, autoBuy: on }, state);
  expect(first.outcome.answer).toMatchObject({
    status: 200,
    data: {
      autoBuyEnabled: true,
      // Below every floor and still accepted (contract 18.4).
      autoBuyAmountUsd: '0.5',
      mirrorExits: true,
      verticals: ['SPOT', 'PERP'],
      maxLeverage: '2.5',
      dailyLimitUsd: '100',
      inviteCode: 'code-02',
    },
  });
  const member = first.set.get(membershipTable, GROUP, BOB) ?? memberRow(BOB);
  const second = decideOn(
    setAutoBuy,
    { groupId: GROUP, userId: BOB, autoBuy: off },
    given([adminRow(ADA), member]),
  );
  expect(second.set.get(membershipTable, GROUP, BOB)).toEqual({ ...member, autoBuyEnabled: false });
  expect(second.set.events.length).toBe(1);
});

test('a suspended member may only switch it off, an outsider nothing', () => {
  const suspended = given([memberRow(BOB, { suspended: true })]);
  const command = { groupId: GROUP, userId: BOB };
  expect(() => decideOn(setAutoBuy, { ...command, autoBuy: on }, suspended)).toThrow(
    expect.objectContaining({ code: 'SUBSCRIPTION_REQUIRED' }),
  );
  expect(decideOn(setAutoBuy, { ...command, autoBuy: off }, suspended).outcome.answer?.status).toBe(
    200,
  );
  expect(() => decideOn(setAutoBuy, { ...command, autoBuy: off }, given([]))).toThrow(
    expect.objectContaining({ code: 'NOT_GROUP_MEMBER' }),
  );
});

test('the first limit starts from what follows have spent on their latest day', () => {
  const command = { groupId: GROUP, userId: BOB, autoBuy: on };
  const followed = { day: 20_484, amount: dollars('75') };
  const spent = { ref: ref(followedDayLookup, BOB, GROUP), row: followed };
  const having = (member: MembershipRow) => {
    const base = given([member]);
    return { ...base, found: [...(base.found ?? []), spent] };
  };
  const first = decideOn(setAutoBuy, command, having(memberRow(BOB)));
  expect(first.set.get(membershipTable, GROUP, BOB)).toMatchObject({
    dailyLimit: dollars('100'),
    spentDay: 20_484,
    spent: dollars('75'),
  });
  // Under a limit the membership itself has counted; another limit takes nothing over.
  const limited = memberRow(BOB, {
    dailyLimit: dollars('50'),
    spentDay: 20_484,
    spent: dollars('20'),
  });
  const second = decideOn(setAutoBuy, command, having(limited));
  expect(second.set.get(membershipTable, GROUP, BOB)).toMatchObject({
    dailyLimit: dollars('100'),
    spent: dollars('20'),
  });
});
