import type { Person, Scene } from '../helpers/access-scene.ts';
import { ADMIN, type Ask, LEADER, NOBODY, type Row, UNPAID } from './access-rows.ts';

const text = { type: 'TEXT', content: 'honk' };

const keepers = ({ groupId, said, keeper }: Scene, { role }: Person): Ask => ({
  params: { groupId, messageId: role === 'keeper' ? keeper.message : said, key: 'fire' },
});
/** A message of the caller's own; who has written none asks about the keeper's. */
const own =
  (body?: object) =>
  ({ groupId, said }: Scene, { message = said }: Person): Ask => ({
    params: { groupId, messageId: message },
    ...(body ? { body } : {}),
  });

const group = ({ groupId }: Scene): Ask => ({ params: { groupId } });
const mute = ({ groupId, people, keeper }: Scene, { role }: Person): Ask => ({
  params: { groupId, userId: (role === 'keeper' ? people.member : keeper).user.userId },
});
const reason = 'Sells a course in every message.';
/** A message that stays: the suspended one may not take it back, and nobody else does. */
const lasting = ({ people }: Scene): string | undefined => people.suspended.message;

/** Chat (contract 10 and 18.13): who is suspended reads, and marks as read (18.11). */
export const chatRows: readonly Row[] = [
  {
    route: 'GET /chat/{groupId}/messages',
    scope: 'read',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
    ask: ({ groupId }) => ({ params: { groupId } }),
  },
  {
    route: 'POST /chat/{groupId}/messages',
    scope: 'chat',
    by: [NOBODY, NOBODY, 201, 201, 201, UNPAID, 201],
    ask: ({ groupId }) => ({ params: { groupId }, body: text }),
  },
  {
    route: 'POST /chat/{groupId}/messages',
    about: 'SYSTEM',
    scope: 'chat',
    by: [NOBODY, NOBODY, LEADER, 201, 201, UNPAID, 201],
    ask: ({ groupId }) => ({ params: { groupId }, body: { ...text, type: 'SYSTEM' } }),
  },
  {
    route: 'POST /chat/{groupId}/read',
    scope: 'chat',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
    ask: ({ groupId }) => ({ params: { groupId } }),
  },
  {
    route: 'PATCH /chat/{groupId}/messages/{messageId}',
    about: 'own',
    scope: 'chat',
    by: [NOBODY, NOBODY, 200, 200, 200, UNPAID, 200],
    ask: own({ content: 'honk, honk' }),
  },
  {
    route: 'PATCH /chat/{groupId}/messages/{messageId}',
    about: 'of another',
    scope: 'chat',
    by: [NOBODY, NOBODY, 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', null],
    ask: (scene, who) => ({ ...keepers(scene, who), body: { content: 'quack' } }),
  },
  {
    route: 'PUT /chat/{groupId}/messages/{messageId}/reactions/{key}',
    scope: 'chat',
    by: [NOBODY, NOBODY, 200, 200, 200, UNPAID, 200],
    ask: keepers,
  },
  {
    route: 'DELETE /chat/{groupId}/messages/{messageId}/reactions/{key}',
    scope: 'chat',
    by: [NOBODY, NOBODY, 200, 200, 200, UNPAID, 200],
    ask: keepers,
  },
  {
    route: 'PUT /chat/{groupId}/messages/{messageId}/pin',
    scope: 'chat',
    by: [NOBODY, NOBODY, LEADER, 200, 200, UNPAID, 200],
    ask: keepers,
  },
  {
    route: 'DELETE /chat/{groupId}/messages/{messageId}/pin',
    scope: 'chat',
    by: [NOBODY, NOBODY, LEADER, 200, 200, UNPAID, 200],
    ask: keepers,
  },
  {
    route: 'GET /chat/{groupId}/mutes',
    scope: 'read',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
    ask: group,
  },
  {
    // Whom one reads is no matter of the group: who is suspended mutes as well.
    route: 'PUT /chat/{groupId}/mutes/{userId}',
    scope: 'chat',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
    ask: mute,
  },
  {
    route: 'DELETE /chat/{groupId}/mutes/{userId}',
    scope: 'chat',
    by: [NOBODY, NOBODY, 200, 200, 200, 200, 200],
    ask: mute,
  },
  {
    // A report harms nobody and may be needed by who is suspended, too.
    route: 'POST /chat/{groupId}/messages/{messageId}/report',
    scope: 'chat',
    by: [NOBODY, NOBODY, 201, 201, 201, 201, 201],
    ask: (scene, { role }) => ({
      params: {
        groupId: scene.groupId,
        messageId: role === 'keeper' ? scene.people.former.message : scene.said,
      },
      body: { reason },
    }),
  },
  {
    route: 'GET /chat/{groupId}/reports',
    scope: 'read',
    by: [NOBODY, NOBODY, ADMIN, ADMIN, 200, 200, 200],
    ask: group,
  },
  {
    route: 'POST /chat/{groupId}/reports/{reportId}',
    scope: 'chat',
    by: [NOBODY, NOBODY, ADMIN, ADMIN, 200, UNPAID, 200],
    async ask(scene, { role, user }) {
      const { groupId, people } = scene;
      // One's report of a message is always the same one. When the keeper is asked, all others
      // have left.
      const reporter = role === 'keeper' ? user : people.member.user;
      const path = `/chat/${groupId}/messages/${lasting(scene)}/report`;
      const { id } = await reporter.post(path, { reason });
      return { params: { groupId, reportId: id }, body: { action: 'dismiss' } };
    },
  },
  {
    route: 'DELETE /chat/{groupId}/messages/{messageId}',
    about: 'own',
    scope: 'chat',
    by: [NOBODY, NOBODY, 200, 200, 200, UNPAID, 200],
    ask: own(),
  },
  {
    route: 'DELETE /chat/{groupId}/messages/{messageId}',
    about: 'of another',
    scope: 'chat',
    by: [NOBODY, NOBODY, ADMIN, ADMIN, 200, UNPAID, null],
    ask: keepers,
  },
];
