import { Type } from 'typebox';
import { page } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { id } from '../../platform/http/schema.ts';
import * as examples from './examples.ts';
import { readCalls } from './read-calls.ts';
import { type LeaderboardDeps, readLeaderboard } from './read-leaderboard.ts';
import { readGroup, readGroupsOfUser, readMembers, readPreview } from './reads.ts';
import { DEFAULT_LIMIT, groupParams, pageQuery, tag } from './route-deps.ts';
import {
  groupOfUserSchema,
  groupSchema,
  leaderboardLineSchema,
  memberSchema,
  previewSchema,
} from './schemas.ts';

/** The reads of groups (contract 9). */
export const groupReadRoutes = (deps: LeaderboardDeps): readonly Route[] => [
  ...groupRoutes(deps),
  callsRoute(deps),
  leaderboardRoute(deps),
];

/** The calls of all verticals, each in the shape of its own list. */
function callsRoute(deps: LeaderboardDeps): Route {
  const { verticals } = deps;
  const response = Type.Object(
    Object.fromEntries(verticals.map(({ field, schema }) => [field, Type.Array(schema)])),
    { title: 'GroupProposals', description: 'The proposals of a group.' },
  );
  const example = Object.fromEntries(verticals.map(({ field, example: one }) => [field, [one]]));
  return defineRoute({
    method: 'GET',
    path: '/groups/{id}/proposals',
    scope: 'read',
    tag,
    summary: 'The proposals of a group',
    description:
      "Of all verticals, the newest first in each, with the caller's positions. `limit` and " +
      '`cursor` go over all of them together. Members only.',
    params: groupParams,
    query: pageQuery,
    response,
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: example },
    async handler({ principal, params, query: { limit = DEFAULT_LIMIT, cursor } }) {
      const wish = { limit, cursor };
      const { calls, nextCursor } = await readCalls(deps, params.id, principal.userId, wish);
      return page(calls, nextCursor);
    },
  });
}

const leaderboardRoute = (deps: LeaderboardDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/groups/{id}/leaderboard',
    scope: 'read',
    tag,
    summary: 'The members by what they have made',
    description:
      'Present members by realized and unrealized profit in the group over all verticals, the ' +
      'most first. What has no price now counts at its cost. Members only.',
    params: groupParams,
    query: pageQuery,
    response: Type.Array(leaderboardLineSchema),
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: [examples.leaderboardLine] },
    async handler({ principal, params, query: { limit = DEFAULT_LIMIT, cursor } }) {
      const wish = { limit, cursor };
      const { lines, nextCursor } = await readLeaderboard(deps, params.id, principal.userId, wish);
      return page(lines, nextCursor);
    },
  });

function groupRoutes(deps: LeaderboardDeps): readonly Route[] {
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
