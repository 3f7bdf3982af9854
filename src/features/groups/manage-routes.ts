import { Type } from 'typebox';
import { isoTime } from '../../platform/clock.ts';
import { page } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { answerRequest } from './answer-request.ts';
import { groupChangeBody, promoteBody, requestAnswerBody } from './bodies.ts';
import { demoteMember, promoteMember } from './change-role.ts';
import * as examples from './examples.ts';
import { groupChangeOf } from './inputs.ts';
import { kickMember } from './kick.ts';
import { readRequests } from './read-requests.ts';
import { requestPayeeStatement } from './renewals.sql.ts';
import {
  type Caller,
  DEFAULT_LIMIT,
  findPayee,
  findTarget,
  type GroupRouteDeps,
  groupParams,
  MANAGE_ERRORS,
  memberParams,
  pageQuery,
  requireId,
  scope,
  submit,
  tag,
} from './route-deps.ts';
import {
  groupSchema,
  joinRequestSchema,
  memberSchema,
  requestAnswerSchema,
  successSchema,
} from './schemas.ts';
import { updateGroup } from './update-group.ts';

/** What admins do (contract 9). */
export const manageRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  updateRoute(deps),
  requestsRoute(deps),
  answerRoute(deps),
  promoteRoute(deps),
  demoteRoute(deps),
  kickRoute(deps),
];

/** What the commands on a member have in common. */
const onMember = async (
  deps: GroupRouteDeps,
  { params, principal }: Caller & { params: { id: string; userId: string } },
) => ({
  groupId: requireId(params.id),
  userId: principal.userId,
  targetId: await findTarget(deps, params.userId),
});

const updateRoute = (deps: GroupRouteDeps): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/groups/{id}',
    scope,
    tag,
    summary: 'Change the settings of a group',
    description:
      'What is absent stays. Members keep the fees that they have accepted; changed ones are for ' +
      'those who join from now on. Admins only.',
    params: groupParams,
    body: groupChangeBody,
    response: groupSchema,
    errors: MANAGE_ERRORS,
    examples: { request: examples.groupChangeRequest, response: examples.groupExample },
    handler: (context) =>
      submit(deps, context, updateGroup, {
        groupId: requireId(context.params.id),
        userId: context.principal.userId,
        change: groupChangeOf(context.body),
        at: isoTime(deps.clock.now()),
      }),
  });

const requestsRoute = (deps: GroupRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/groups/{id}/join-requests',
    scope: 'read',
    tag,
    summary: 'Requests to join a group',
    description: 'Those that wait for an answer, the oldest first. Admins only.',
    params: groupParams,
    query: pageQuery,
    response: Type.Array(joinRequestSchema),
    errors: ['NOT_GROUP_MEMBER', 'ADMIN_REQUIRED'],
    examples: { response: [examples.waitingRequest] },
    async handler({ principal, params, query: { limit = DEFAULT_LIMIT, cursor } }) {
      const wish = { limit, cursor };
      const { requests, nextCursor } = await readRequests(deps, params.id, principal.userId, wish);
      return page(requests, nextCursor);
    },
  });

const answerRoute = (deps: GroupRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/groups/{id}/join-requests/{userId}/approve',
    scope,
    tag,
    summary: 'Answer a request to join',
    description:
      'Lets the user in, or with `action: reject` not. An approval charges the fees that the user ' +
      'accepted when filing the request; where the wallet holds too little it is refused with ' +
      'INSUFFICIENT_FUNDS, and the request waits on. Admins only.',
    params: memberParams,
    body: requestAnswerBody,
    response: requestAnswerSchema,
    errors: [...MANAGE_ERRORS, 'FORBIDDEN', 'INSUFFICIENT_FUNDS'],
    examples: { request: examples.approveRequest, response: examples.approvedExample },
    async handler(context) {
      const { targetId, ...command } = await onMember(deps, context);
      const { action = 'approve' } = context.body;
      const payeeId =
        targetId === null || action === 'reject'
          ? null
          : await findPayee(deps, requestPayeeStatement, command.groupId, targetId);
      return submit(deps, context, answerRequest, {
        ...command,
        requesterId: targetId,
        action,
        payeeId,
      });
    },
  });

const promoteRoute = (deps: GroupRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/groups/{id}/members/{userId}/promote',
    scope,
    tag,
    summary: 'Promote a member',
    description: 'Makes a member LEADER, or with `to: ADMIN` leader and admin. Admins only.',
    params: memberParams,
    body: promoteBody,
    response: memberSchema,
    errors: MANAGE_ERRORS,
    examples: { request: examples.promoteRequest, response: examples.memberExample },
    handler: async (context) => {
      const { to = 'LEADER' } = context.body;
      return submit(deps, context, promoteMember, { ...(await onMember(deps, context)), to });
    },
  });

const demoteRoute = (deps: GroupRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/groups/{id}/members/{userId}/demote',
    scope,
    tag,
    summary: 'Demote a member',
    description: 'Takes one step: the admin flag first, then LEADER to MEMBER. Admins only.',
    params: memberParams,
    response: memberSchema,
    errors: [...MANAGE_ERRORS, 'LAST_ADMIN'],
    examples: { response: examples.memberExample },
    handler: async (context) => submit(deps, context, demoteMember, await onMember(deps, context)),
  });

const kickRoute = (deps: GroupRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/groups/{id}/members/{userId}/kick',
    scope,
    tag,
    summary: 'Remove a member',
    description: 'The positions of who is removed stay and can still be sold. Admins only.',
    params: memberParams,
    response: successSchema,
    errors: MANAGE_ERRORS,
    examples: { response: examples.successExample },
    handler: async (context) => submit(deps, context, kickMember, await onMember(deps, context)),
  });
