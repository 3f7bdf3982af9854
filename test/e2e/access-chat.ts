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
