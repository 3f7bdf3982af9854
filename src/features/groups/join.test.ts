import { expect, test } from 'vitest';
import {
  ADA,
  adminRow,
  BOB,
  CYD,
  GROUP,
  given,
  memberRow,
  NOW,
  refusal,
  requestRow,
} from '../../../test/helpers/group-rows.ts';
import { decideOn } from '../../../test/helpers/state.ts';
import { dollars } from '../../money/text.ts';
import { type JoinCommand, joinGroup } from './join.ts';
import { joinRequestTable, membershipTable } from './tables.ts';

const bare: JoinCommand = {
  userId: BOB,
  groupId: GROUP,
  inviteCode: null,
  acceptFees: null,
  mayPay: false,
  payeeId: null,
};
const paid = { joiningFee: dollars('5'), subscriptionFee: dollars('10') };
const accepted = { ...paid, subscriptionPeriod: 'MONTHLY' as const };
const paying: JoinCommand = {
  ...bare,
  inviteCode: 'code-01',
  acceptFees: accepted,
  mayPay: true,
  payeeId: ADA,
};
const refused = (command: JoinCommand, state: ReturnType<typeof given>) => {
  try {
    decideOn(joinGroup, command, state);
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
  return 'nothing refused';
};

test('a PUBLIC group is joined at once, as its default member type', () => {
  const state = given([adminRow(ADA)], {
    group: { accessType: 'PUBLIC', defaultMemberType: 'LEADER' },
  });
  const { outcome, set } = decideOn(joinGroup, bare, state);
  expect(outcome.answer).toEqual({
    status: 200,
    data: {
      status: 'JOINED',
      membership: {
        userIdpId: `idp_${BOB}`,
        groupId: GROUP,
        username: 'user_2',
        avatar: '',
        // 60 random bits of the id ending in …000000000001: eleven zeros and a one.
        inviteCode: '000000000001',
        memberType: 'LEADER',
        isAdmin: false,
        subscriptionStatus: 'NONE',
        // A month after 31 January is the last day of February.
        nextChargeAt: '2026-02-28T14:30:00.000Z',
        autoBuyEnabled: false,
        autoBuyAmountUsd: '0',
        mirrorExits: false,
        verticals: ['SPOT', 'STOCK', 'PREDICTION', 'PERP'],
        maxLeverage: null,
        dailyLimitUsd: null,
        createdAt: '2026-01-31T14:30:00.000Z',
        updatedAt: '2026-01-31T14:30:00.000Z',
        mainWalletAddress: 'wallet_2',
        group: { uniqueId: GROUP, name: 'Geese', image: 'https://example.org/goose.png' },
      },
    },
  });
  expect(set.get(membershipTable, GROUP, BOB)?.status).toBe('ACTIVE');
  expect(set.events.map(({ userId, type }) => [userId, type])).toEqual([
    [BOB, 'membership.changed'],
  ]);
  expect(set.entries).toEqual([]);
});

test('a PRIVATE group takes the code of a present member', () => {
  const { outcome } = decideOn(
    joinGroup,
    { ...bare, inviteCode: 'code-01' },
    given([adminRow(ADA)]),
  );
  expect(outcome.answer?.data).toMatchObject({ status: 'JOINED' });
});

test('codes of nobody, of another group or of someone who left are refused', () => {
  const foreign = { ...memberRow(CYD), groupId: 'another', inviteCode: 'code-of-another' };
  const left = memberRow(CYD, { status: 'LEFT' });
  for (const inviteCode of ['nothing', 'code-of-another', left.inviteCode]) {
    const members =
      inviteCode === left.inviteCode ? [adminRow(ADA), left] : [adminRow(ADA), foreign];
    expect(refused({ ...bare, inviteCode }, given(members))).toBe('INVITE_INVALID');
  }
  expect(refused({ ...bare, groupId: null, inviteCode: 'nothing' }, given([]))).toBe(
    'INVITE_INVALID',
  );
});

test('without a code a PRIVATE group gets a request; a second one is refused', () => {
  const { outcome, set } = decideOn(joinGroup, bare, given([adminRow(ADA)]));
  expect(outcome.answer).toEqual({ status: 200, data: { status: 'REQUESTED', membership: null } });
  const request = set.get(joinRequestTable, GROUP, BOB);
  // A free group: nothing was accepted, so nothing will be charged.
  expect(request).toEqual({
    groupId: GROUP,
    userId: BOB,
    status: 'PENDING',
    createdAt: NOW,
    joiningFee: 0n,
    subscriptionFee: 0n,
    subscriptionPeriod: 'MONTHLY',
    mayPay: false,
  });
  expect(set.get(membershipTable, GROUP, BOB)).toBeUndefined();
  if (!request) return;
  expect(refused(bare, given([adminRow(ADA)], { request }))).toBe('JOIN_REQUEST_PENDING');
  const again = given([adminRow(ADA)], { request: { ...request, status: 'REJECTED' } });
  expect(decideOn(joinGroup, bare, again).outcome.answer?.data).toMatchObject({
    status: 'REQUESTED',
  });
});

test('a code settles a waiting request', () => {
  const request = requestRow(BOB);
  const { set } = decideOn(
    joinGroup,
    { ...bare, inviteCode: 'code-01' },
    given([adminRow(ADA)], { request }),
  );
  expect(set.get(joinRequestTable, GROUP, BOB)?.status).toBe('APPROVED');
});

test('members, unknown groups and inactive groups are refused', () => {
  expect(refused(bare, given([adminRow(ADA), memberRow(BOB)]))).toBe('ALREADY_MEMBER');
  expect(refused(bare, { now: NOW })).toBe('NOT_FOUND');
  const inactive = { isActive: false, accessType: 'PUBLIC' as const };
  expect(refused(bare, given([adminRow(ADA)], { group: inactive }))).toBe('FORBIDDEN');
});

test('coming back starts anew but does not refill the daily limit', () => {
  const before = memberRow(BOB, {
    status: 'KICKED',
    memberType: 'LEADER',
    autoBuyEnabled: true,
    autoBuyAmount: dollars('50'),
    spentDay: 20_484,
    spent: dollars('30'),
  });
  const state = given([adminRow(ADA), before], { group: { accessType: 'PUBLIC' } });
  const { set } = decideOn(joinGroup, bare, state);
  expect(set.get(membershipTable, GROUP, BOB)).toEqual({
    ...memberRow(BOB),
    inviteCode: '000000000001',
    spentDay: 20_484,
    spent: dollars('30'),
  });
});

test('a paid join moves joining fee and first period to the admin', () => {
  // $5 joining fee + $10 first month = $15: 100 - 15 = 85 and 100 + 15 = 115.
  const { set } = decideOn(joinGroup, paying, given([adminRow(ADA)], { group: paid }));
  expect(set.wallet(BOB)?.available).toBe(85_000_000n);
  expect(set.wallet(ADA)?.available).toBe(115_000_000n);
  expect(set.entries.map(({ userId, kind, amount }) => [userId, kind, amount])).toEqual([
    [BOB, 4, -15_000_000n],
    [ADA, 4, 15_000_000n],
  ]);
  expect(set.get(membershipTable, GROUP, BOB)).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    nextChargeAt: Date.UTC(2026, 1, 28, 14, 30),
  });
  expect(set.events.map(({ userId, type, data }) => [userId, type, JSON.parse(data)])).toEqual([
    [BOB, 'group.fee', expect.objectContaining({ amountUsd: '-15', cashBalanceUsd: '85' })],
    [ADA, 'group.fee', expect.objectContaining({ amountUsd: '15', cashBalanceUsd: '115' })],
    [BOB, 'membership.changed', expect.objectContaining({ subscriptionStatus: 'ACTIVE' })],
  ]);
});

test('a key without groups:pay is refused before its fees are looked at', () => {
  const state = given([adminRow(ADA)], { group: paid });
  const command = { ...paying, mayPay: false, acceptFees: null, inviteCode: 'nothing' };
  expect(refused(command, state)).toBe('FORBIDDEN');
});

test('fees that were not accepted exactly are refused with the current ones', () => {
  const state = given([adminRow(ADA)], { group: paid });
  const others = [
    null,
    { ...accepted, joiningFee: dollars('4') },
    { ...accepted, subscriptionFee: dollars('10.000001') },
    { ...accepted, subscriptionPeriod: 'WEEKLY' as const },
  ];
  for (const acceptFees of others) {
    expect(() => decideOn(joinGroup, { ...paying, acceptFees }, state)).toThrow(
      expect.objectContaining(
        refusal('FEES_CHANGED', {
          details: { joiningFee: '5', subscriptionFee: '10', subscriptionPeriod: 'MONTHLY' },
        }),
      ),
    );
  }
});

test('a wallet that holds less than the cost is refused, one that holds exactly it is not', () => {
  const wallet = { userId: BOB, reserved: dollars('0'), eventSeq: 0n, country: null };
  const poor = given([adminRow(ADA)], {
    group: paid,
    wallets: [{ ...wallet, available: dollars('14.999999') }],
  });
  expect(() => decideOn(joinGroup, paying, poor)).toThrow(
    expect.objectContaining(
      refusal('INSUFFICIENT_FUNDS', {
        details: { required: '15', available: '14.999999', currency: 'USDC' },
      }),
    ),
  );
  const enough = given([adminRow(ADA)], {
    group: paid,
    wallets: [{ ...wallet, available: dollars('15') }],
  });
  expect(decideOn(joinGroup, paying, enough).set.wallet(BOB)?.available).toBe(0n);
});

test('fees never go to someone who is no admin any more', () => {
  const state = given([memberRow(ADA), adminRow(CYD)], { group: paid });
  expect(refused({ ...paying, inviteCode: 'code-03' }, state)).toBe('OVERLOADED');
});
