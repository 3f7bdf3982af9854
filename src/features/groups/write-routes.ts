import { Type } from 'typebox';
import { claimOf } from '../../engine/claim.ts';
import type { CommandKind } from '../../engine/command.ts';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors/app-error.ts';
import { type RawAnswer, rawAnswer } from '../../platform/http/answer.ts';
import type { Idempotency } from '../../platform/http/idempotency.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { id } from '../../platform/http/schema.ts';
import { isId } from '../../platform/ids.ts';
import { demoteMember, promoteMember } from './change-role.ts';
import { createGroup } from './create-group.ts';
import * as examples from './examples.ts';
import { feePayee, userByIdpId } from './groups.sql.ts';
import { type AcceptFeesBody, acceptedFeesOf, autoBuyOf, newGroupOf } from './inputs.ts';
import { joinGroup } from './join.ts';
import { kickMember } from './kick.ts';
import { leaveGroup } from './leave.ts';
import { findInvitedGroup, type ReadDeps } from './reads.ts';
import {
  autoBuyBody,
  createdGroupSchema,
  joinAnswerSchema,
  joinBody,
  joinByCodeBody,
  memberSchema,
  newGroupBody,
  promoteBody,
  successSchema,
} from './schemas.ts';
import { setAutoBuy } from './set-auto-buy.ts';

export interface GroupRouteDeps extends ReadDeps {
  readonly engine: Pick<Engine, 'submit'>;
}

/** What a write needs of its request. */
interface Caller {
  readonly principal: Principal;
  readonly idempotency: Idempotency | null;
}

const tag = 'Groups';
const scope = 'groups';
const groupParams = Type.Object({ id: id('The group.') });
const memberParams = Type.Object({
  id: id('The group.'),
  userId: Type.String({
    description: 'The member: user id or idp id.',
    examples: ['idp_01920f3c'],
  }),
});
const JOIN_ERRORS = [
  'NOT_FOUND',
  'FORBIDDEN',
  'ALREADY_MEMBER',
  'INVITE_INVALID',
  'JOIN_REQUEST_PENDING',
  'FEES_CHANGED',
  'INSUFFICIENT_FUNDS',
] as const;
const MANAGE_ERRORS = ['NOT_GROUP_MEMBER', 'ADMIN_REQUIRED', 'SUBSCRIPTION_REQUIRED'] as const;

async function submit<C>(
  { engine }: GroupRouteDeps,
  { principal: { userId }, idempotency }: Caller,
  kind: CommandKind<C>,
  command: C,
): Promise<RawAnswer> {
  const claim = claimOf(userId, idempotency);
  return rawAnswer(await engine.submit(kind, command, { userId, idempotency: claim }));
}

/** To a text that is no id the caller is as little a member as to an unknown id. */
function requireId(groupId: string): string {
  if (!isId(groupId)) throw new AppError('NOT_GROUP_MEMBER');
  return groupId;
}

/** The user of a path, by user id or idp id; null when there is none (or it could not be one). */
async function findTarget({ database }: ReadDeps, text: string): Promise<string | null> {
  if (isId(text)) return text;
  if (!/^[\x21-\x7e]{1,256}$/.test(text)) return null;
  const [user] = await database.reads.query<{ id: string }>(userByIdpId, [text]);
  return user?.id ?? null;
}

async function join(
  deps: GroupRouteDeps,
  caller: Caller,
  groupId: string | null,
  body: { inviteCode?: string | null; acceptFees?: AcceptFeesBody },
): Promise<RawAnswer> {
  const { principal } = caller;
  const [payee] =
    groupId === null
      ? []
      : await deps.database.reads.query<{ userId: string }>(feePayee, [groupId]);
  return submit(deps, caller, joinGroup, {
    userId: principal.userId,
    groupId,
    inviteCode: body.inviteCode ?? null,
    acceptFees: acceptedFeesOf(body.acceptFees),
    mayPay: principal.authMethod === 'jwt' || principal.scopes.has('groups:pay'),
    payeeId: payee?.userId ?? null,
  });
}

/** The writes of groups (contract 9). */
export const groupWriteRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  ...joinRoutes(deps),
  ...ownRoutes(deps),
  ...managementRoutes(deps),
];

function joinRoutes(deps: GroupRouteDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/groups/{id}/join',
      scope,
      tag,
      summary: 'Join a group',
      description:
        'A PUBLIC group is joined at once, a PRIVATE one with the code of a member; without a code ' +
        'its admins get a request. Fees must be accepted, and need a session or scope `groups:pay`.',
      params: groupParams,
      body: joinBody,
      response: joinAnswerSchema,
      errors: JOIN_ERRORS,
      examples: { request: examples.joinRequest, response: examples.joinExample },
      handler(context) {
        if (!isId(context.params.id))
          throw new AppError('NOT_FOUND', { message: 'No such group.' });
        return join(deps, context, context.params.id, context.body);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/groups/join',
      scope,
      tag,
      summary: 'Join the group of an invite code',
      description: 'As joining by id, for those who have only a code.',
      body: joinByCodeBody,
      response: joinAnswerSchema,
      errors: JOIN_ERRORS,
      examples: { request: examples.joinRequest, response: examples.joinExample },
      async handler(context) {
        const groupId = await findInvitedGroup(deps, context.body.inviteCode);
        return join(deps, context, groupId, context.body);
      },
    }),
  ];
}

function ownRoutes(deps: GroupRouteDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/groups',
      scope,
      tag,
      summary: 'Make a group',
      description: 'The caller becomes its leader and admin and pays none of its fees.',
      body: newGroupBody,
      response: createdGroupSchema,
      status: 201,
      examples: { request: examples.newGroupRequest, response: examples.createdGroupExample },
      handler: (context) =>
        submit(deps, context, createGroup, {
          userId: context.principal.userId,
          group: newGroupOf(context.body),
        }),
    }),
    defineRoute({
      method: 'POST',
      path: '/groups/{id}/leave',
      scope,
      tag,
      summary: 'Leave a group',
      description: 'Positions stay and can still be sold. The last admin cannot leave.',
      params: groupParams,
      response: successSchema,
      errors: ['NOT_GROUP_MEMBER', 'LAST_ADMIN'],
      examples: { response: examples.successExample },
      handler: (context) =>
        submit(deps, context, leaveGroup, {
          groupId: requireId(context.params.id),
          userId: context.principal.userId,
        }),
    }),
    defineRoute({
      method: 'POST',
      path: '/groups/{id}/auto-buy',
      scope,
      tag,
      summary: "Follow the group's calls",
      description:
        'Sets whether and how the opening trades of leaders are followed with a fixed amount. An ' +
        'amount below the floor of a trade is taken, its follows are skipped.',
      params: groupParams,
      body: autoBuyBody,
      response: memberSchema,
      errors: ['NOT_GROUP_MEMBER', 'SUBSCRIPTION_REQUIRED'],
      examples: { request: examples.autoBuyRequest, response: examples.memberExample },
      handler: (context) =>
        submit(deps, context, setAutoBuy, {
          autoBuy: autoBuyOf(context.body),
          groupId: requireId(context.params.id),
          userId: context.principal.userId,
        }),
    }),
  ];
}

function managementRoutes(deps: GroupRouteDeps): readonly Route[] {
  const command = async (context: Caller & { params: { id: string; userId: string } }) => ({
    groupId: requireId(context.params.id),
    userId: context.principal.userId,
    targetId: await findTarget(deps, context.params.userId),
  });
  return [
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
        return submit(deps, context, promoteMember, { ...(await command(context)), to });
      },
    }),
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
      handler: async (context) => submit(deps, context, demoteMember, await command(context)),
    }),
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
      handler: async (context) => submit(deps, context, kickMember, await command(context)),
    }),
  ];
}
