import { Type } from 'typebox';
import { page } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { cursorQuery, id, limitQuery } from '../../platform/http/schema.ts';
import * as examples from './examples.ts';
import { type ReadDeps, readGroup, readGroupsOfUser, readMembers, readPreview } from './reads.ts';
import { groupOfUserSchema, groupSchema, memberSchema, previewSchema } from './schemas.ts';

const tag = 'Groups';
const DEFAULT_LIMIT = 50;
const pageQuery = Type.Object({ limit: limitQuery(DEFAULT_LIMIT), cursor: cursorQuery() });
// Not an `idParam`: to a text that is no id the caller is as little a member as to an unknown id.
const groupParams = Type.Object({ id: id('The group.') });

/** The reads of groups (contract 9). */
export function groupReadRoutes(deps: ReadDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/groups',
      scope: 'read',
      tag,
      summary: "The caller's groups",
      description: 'Every group that the caller is in, the latest joined first.',
      query: pageQuery,
      response: Type.Array(groupOfUserSchema),
      examples: { response: [examples.groupOfUserExample] },
      async handler({ principal, query: { limit = DEFAULT_LIMIT, cursor } }) {
        const wish = { limit, cursor };
        const { groups, nextCursor } = await readGroupsOfUser(deps, principal.userId, wish);
        return page(groups, nextCursor);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/groups/preview',
      scope: 'read',
      tag,
      summary: 'A group before joining it',
      description: 'Name, size and fees of a group, by its id or by an invite code.',
      query: Type.Object({
        groupId: Type.Optional(id('The group.')),
        inviteCode: Type.Optional(Type.String({ description: 'Code of one of its members.' })),
      }),
      response: previewSchema,
      errors: ['NOT_FOUND', 'INVITE_INVALID'],
      examples: { response: examples.previewExample },
      handler: ({ query }) => readPreview(deps, query),
    }),
    defineRoute({
      method: 'GET',
      path: '/groups/{id}',
      scope: 'read',
      tag,
      summary: 'A group',
      description: "Settings of a group and the performance of its leaders' closed calls.",
      params: groupParams,
      response: groupSchema,
      errors: ['NOT_GROUP_MEMBER'],
      examples: { response: examples.groupExample },
      handler: ({ principal, params }) => readGroup(deps, params.id, principal.userId),
    }),
    defineRoute({
      method: 'GET',
      path: '/groups/{id}/members',
      scope: 'read',
      tag,
      summary: 'The members of a group',
      description: 'Present members, the earliest joined first. Admins see all invite codes.',
      params: groupParams,
      query: pageQuery,
      response: Type.Array(memberSchema),
      errors: ['NOT_GROUP_MEMBER'],
      examples: { response: [examples.memberExample] },
      async handler({ principal, params, query: { limit = DEFAULT_LIMIT, cursor } }) {
        const wish = { limit, cursor };
        const { members, nextCursor } = await readMembers(deps, params.id, principal.userId, wish);
        return page(members, nextCursor);
      },
    }),
  ];
}
