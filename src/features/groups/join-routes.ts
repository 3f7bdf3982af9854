import { AppError } from '../../errors/app-error.ts';
import type { RawAnswer } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { isId } from '../../platform/ids.ts';
import { joinBody, joinByCodeBody } from './bodies.ts';
import * as examples from './examples.ts';
import { type AcceptFeesBody, acceptedFeesOf } from './inputs.ts';
import { joinGroup } from './join.ts';
import { findInvitedGroup } from './reads.ts';
import { joinPayeeStatement } from './renewals.sql.ts';
import {
  type Caller,
  findPayee,
  type GroupRouteDeps,
  groupParams,
  mayPay,
  scope,
  submit,
  tag,
} from './route-deps.ts';
import { joinAnswerSchema } from './schemas.ts';

const JOIN_ERRORS = [
  'NOT_FOUND',
  'FORBIDDEN',
  'ALREADY_MEMBER',
  'INVITE_INVALID',
  'JOIN_REQUEST_PENDING',
  'FEES_CHANGED',
  'INSUFFICIENT_FUNDS',
] as const;

/** How one gets into a group (contract 9). */
export const joinRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  joinRoute(deps),
  joinByCodeRoute(deps),
];

async function join(
  deps: GroupRouteDeps,
  caller: Caller,
  groupId: string | null,
  body: { inviteCode?: string | null; acceptFees?: AcceptFeesBody },
): Promise<RawAnswer> {
  const payeeId = groupId === null ? null : await findPayee(deps, joinPayeeStatement, groupId);
  return submit(deps, caller, joinGroup, {
    userId: caller.principal.userId,
    groupId,
    inviteCode: body.inviteCode ?? null,
    acceptFees: acceptedFeesOf(body.acceptFees),
    mayPay: mayPay(caller.principal),
    payeeId,
  });
}

const joinRoute = (deps: GroupRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/groups/{id}/join',
    scope,
    tag,
    summary: 'Join a group',
    description:
      'A PUBLIC group is joined at once, a PRIVATE one with the code of a member; without a code ' +
      'its admins get a request. Fees must be accepted, and need a session or scope `groups:pay`; ' +
      'what a request has accepted is what its approval charges.',
    params: groupParams,
    body: joinBody,
    response: joinAnswerSchema,
    errors: JOIN_ERRORS,
    examples: { request: examples.joinRequest, response: examples.joinExample },
    handler(context) {
      if (!isId(context.params.id)) throw new AppError('NOT_FOUND', { message: 'No such group.' });
      return join(deps, context, context.params.id, context.body);
    },
  });

const joinByCodeRoute = (deps: GroupRouteDeps): Route =>
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
  });
