import { HOOK, type Person, type Scene } from '../helpers/access-scene.ts';
import { ADMIN, type Ask, NOBODY, open, type Row, UNPAID } from './access-rows.ts';

const group = ({ groupId }: Scene): Ask => ({ params: { id: groupId } });
const groupWith =
  (body: object) =>
  ({ groupId }: Scene): Ask => ({ params: { id: groupId }, body });
const target = ({ groupId }: Scene, who: Person): Ask => ({
  params: { id: groupId, userId: who.target.userId },
});
const answer =
  (action: string) =>
  ({ groupId }: Scene, { applicant }: Person): Ask => ({
    params: { id: groupId, userId: applicant.userId },
    body: { action },
  });
const FORBIDDEN = 'FORBIDDEN';
const IN = 'ALREADY_MEMBER';

const members = (route: Row['route'], scope: Row['scope'] = 'read'): Row => ({
  route,
  scope,
  by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
  ask: group,
});
const admins = (
  route: Row['route'],
  ask: Row['ask'] = group,
  success: 200 | 201 = 200,
): Row & { ask: NonNullable<Row['ask']> } => ({
  route,
  scope: 'groups',
  by: [NOBODY, NOBODY, ADMIN, ADMIN, success, UNPAID, success],
  ask,
});

/**
 * Groups and their agents (contract 9 and 11). Who is suspended reads, cancels, leaves and switches
 * auto-buy off (18.11); paying is for keys with `groups:pay`, which is asked before anything else
 * (18.32). Last is what ends a membership or begins one.
 */
export const groupRows: readonly Row[] = [
  open('GET /groups', 'read'),
  open('GET /groups/preview', 'read', ({ groupId }) => ({ query: { groupId } })),
  {
    route: 'POST /groups',
    scope: 'groups',
    by: [201, 201, 201, 201, 201, 201, 201],
    ask: () => ({ body: { name: 'Ducks' } }),
  },
  members('GET /groups/{id}'),
  members('GET /groups/{id}/members'),
  members('GET /groups/{id}/proposals'),
  members('GET /groups/{id}/leaderboard'),
  members('GET /groups/{id}/agents'),
  {
    // Results of own follows: that one was skipped because its owner had left could else be read
    // by nobody.
    ...members('GET /groups/{id}/auto-buy/history'),
    by: [NOBODY, 200, 200, 200, 200, 200, 200],
  },
  {
    route: 'GET /groups/{id}/join-requests',
    scope: 'read',
    by: [NOBODY, NOBODY, ADMIN, ADMIN, 200, 200, 200],
    ask: group,
  },
  {
    route: 'GET /groups/{id}/agents/external',
    scope: 'read',
    by: [NOBODY, NOBODY, ADMIN, ADMIN, 200, 200, 200],
    ask: group,
  },
  admins('PATCH /groups/{id}', groupWith({ description: 'Honk.' })),
  admins('POST /groups/{id}/members/{userId}/promote', target),
  admins('POST /groups/{id}/members/{userId}/demote', target),
  admins('POST /groups/{id}/members/{userId}/kick', target),
  {
    ...admins('POST /groups/{id}/join-requests/{userId}/approve', answer('approve')),
    by: [NOBODY, NOBODY, ADMIN, ADMIN, 200, UNPAID, FORBIDDEN],
  },
  {
    // Whoever was let in by the row before has no request any more.
    ...admins('POST /groups/{id}/join-requests/{userId}/approve', answer('reject')),
    about: 'reject',
    by: [NOBODY, NOBODY, ADMIN, ADMIN, null, UNPAID, 200],
  },
  admins('POST /groups/{id}/agents', groupWith({ agentKey: 'digest' })),
  admins('POST /groups/{id}/agents/external', groupWith(HOOK), 201),
  admins('DELETE /groups/{id}/agents/external/{agentId}', ({ groupId }, { hook }) => ({
    params: { id: groupId, agentId: hook },
  })),
  {
    route: 'POST /groups/{id}/auto-buy',
    about: 'on',
    scope: 'groups',
    by: [NOBODY, NOBODY, 200, 200, 200, UNPAID, 200],
    ask: groupWith({ enabled: true, amountUsd: '5' }),
  },
  {
    ...members('POST /groups/{id}/auto-buy', 'groups'),
    about: 'off',
    ask: groupWith({ enabled: false }),
  },
  {
    route: 'POST /groups/{id}/invite-code/rotate',
    scope: 'groups',
    by: [NOBODY, NOBODY, 200, 200, 200, UNPAID, 200],
    ask: group,
  },
  {
    route: 'POST /groups/{id}/subscription',
    about: 'pay',
    scope: 'groups',
    by: [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN],
    ask: groupWith({ action: 'pay' }),
  },
  {
    route: 'POST /groups/{id}/subscription',
    about: 'resume',
    scope: 'groups',
    by: [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN],
    ask: groupWith({ action: 'resume' }),
  },
  {
    ...members('POST /groups/{id}/subscription', 'groups'),
    about: 'pay',
    pays: true,
    ask: groupWith({ action: 'pay' }),
  },
  {
    ...members('POST /groups/{id}/subscription', 'groups'),
    about: 'resume',
    pays: true,
    ask: groupWith({ action: 'resume' }),
  },
  {
    // Of one who is past due it ends the membership at once, as leaving does.
    ...members('POST /groups/{id}/subscription', 'groups'),
    about: 'cancel',
    by: [NOBODY, NOBODY, 200, 200, 200, null, 200],
    ask: groupWith({ action: 'cancel' }),
  },
  {
    // Without a code it files a request; with one, which is next, the door is open.
    route: 'POST /groups/{id}/join',
    scope: 'groups',
    by: [200, 200, IN, IN, IN, IN, IN],
    ask: group,
  },
  {
    route: 'POST /groups/join',
    scope: 'groups',
    by: [200, 200, IN, IN, IN, IN, IN],
    ask: ({ inviteCode }) => ({ body: { inviteCode } }),
  },
  {
    route: 'POST /groups/{id}/leave',
    scope: 'groups',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, null],
    async ask(scene, who) {
      // Paid up a few rows above.
      if (who.role === 'suspended') await scene.suspend(who);
      return group(scene);
    },
  },
];
