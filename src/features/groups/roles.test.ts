import { expect, test } from 'vitest';
import {
  ADA,
  adminRow,
  BOB,
  CYD,
  GROUP,
  given,
  memberRow,
} from '../../../test/helpers/group-rows.ts';
import { decideOn } from '../../../test/helpers/state.ts';
import type { CommandKind } from '../../engine/command.ts';
import { demoteMember, promoteMember } from './change-role.ts';
import { kickMember } from './kick.ts';
import { leaveGroup } from './leave.ts';
import { inviteLookup } from './lookups.ts';
import { type MembershipRow, membershipTable } from './tables.ts';

const byAda = { groupId: GROUP, userId: ADA, targetId: BOB };

function refused<C>(kind: CommandKind<C>, command: C, members: MembershipRow[]): unknown {
  try {
    decideOn(kind, command, given(members));
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
  return 'nothing refused';
}

test('promote makes a LEADER; with to ADMIN also an admin', () => {
  const members = [adminRow(ADA), memberRow(BOB)];
  const leader = decideOn(promoteMember, { ...byAda, to: 'LEADER' }, given(members));
  expect(leader.outcome.answer).toMatchObject({
    status: 200,
    // An admin sees the invite codes of others.
    data: { userIdpId: `idp_${BOB}`, memberType: 'LEADER', isAdmin: false, inviteCode: 'code-02' },
  });
  expect(leader.set.events.map(({ userId }) => userId)).toEqual([BOB]);
  const admin = decideOn(promoteMember, { ...byAda, to: 'ADMIN' }, given(members));
  expect(admin.set.get(membershipTable, GROUP, BOB)).toMatchObject({
    memberType: 'LEADER',
    isAdmin: true,
  });
});

test('a promotion that changes nothing answers the member as is, without an event', () => {
  const members = [adminRow(ADA), adminRow(BOB)];
  const { outcome, set } = decideOn(promoteMember, { ...byAda, to: 'LEADER' }, given(members));
  expect(outcome.answer?.data).toMatchObject({ memberType: 'LEADER', isAdmin: true });
  expect([set.events.length, [...set.changed()].length]).toEqual([0, 0]);
});

test('demote takes one step at a time: admin, then LEADER, then nothing', () => {
  const steps = [adminRow(BOB)];
  for (let n = 0; n < 3; n += 1) {
    const { set } = decideOn(
      demoteMember,
      byAda,
      given([adminRow(ADA), steps.at(-1) ?? memberRow(BOB)]),
    );
    const after = set.get(membershipTable, GROUP, BOB);
    if (after) steps.push(after);
  }
  expect(steps.map(({ memberType, isAdmin }) => [memberType, isAdmin])).toEqual([
    ['LEADER', true],
    ['LEADER', false],
    ['MEMBER', false],
    ['MEMBER', false],
  ]);
});

test('membership is asked before the role, the role before the target', () => {
  const commands = [{ ...byAda }, { ...byAda, targetId: null }];
  for (const command of commands) {
    for (const kind of [demoteMember, kickMember]) {
      expect(refused(kind, command, [memberRow(BOB)])).toBe('NOT_GROUP_MEMBER');
      const leader = memberRow(ADA, { memberType: 'LEADER' });
      expect(refused(kind, command, [leader, memberRow(BOB)])).toBe('ADMIN_REQUIRED');
      expect(refused(kind, command, [adminRow(ADA)])).toBe('NOT_FOUND');
    }
  }
  const gone = memberRow(ADA, { isAdmin: true, status: 'KICKED' });
  expect(refused(promoteMember, { ...byAda, to: 'ADMIN' }, [gone])).toBe('NOT_GROUP_MEMBER');
});

test('a suspended admin may not manage members but may leave', () => {
  const suspended = { ...adminRow(ADA), suspended: true };
  const members = [suspended, adminRow(BOB)];
  expect(refused(kickMember, byAda, members)).toBe('SUBSCRIPTION_REQUIRED');
  const { set } = decideOn(leaveGroup, { groupId: GROUP, userId: ADA }, given(members));
  expect(set.get(membershipTable, GROUP, ADA)?.status).toBe('LEFT');
});

test('the last admin can neither leave nor step down', () => {
  const members = [adminRow(ADA), memberRow(BOB, { memberType: 'LEADER' })];
  expect(refused(leaveGroup, { groupId: GROUP, userId: ADA }, members)).toBe('LAST_ADMIN');
  expect(refused(demoteMember, { ...byAda, targetId: ADA }, members)).toBe('LAST_ADMIN');
  const two = [adminRow(ADA), adminRow(BOB)];
  expect(refused(demoteMember, { ...byAda, targetId: ADA }, two)).toBe('nothing refused');
});

test('kick removes an admin too, ends the invite code, and refuses oneself', () => {
  const members = [adminRow(ADA), adminRow(BOB), memberRow(CYD)];
  const { outcome, set } = decideOn(kickMember, byAda, given(members));
  expect(outcome.answer).toEqual({ status: 200, data: { success: true } });
  expect(set.get(membershipTable, GROUP, BOB)).toMatchObject({ status: 'KICKED', isAdmin: false });
  expect(set.find(inviteLookup, 'code-02')).toBeUndefined();
  expect(set.events.map(({ userId, type }) => [userId, type])).toEqual([
    [BOB, 'membership.changed'],
  ]);
  expect(refused(kickMember, { ...byAda, targetId: ADA }, members)).toBe('VALIDATION_FAILED');
});
