import { AppError } from '../../errors/app-error.ts';
import type { RawAnswer } from '../../platform/http/answer.ts';
import type { RouteContext } from '../../platform/http/context.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { autoBuyBody, newGroupBody, subscriptionBody } from './bodies.ts';
import { cancelSubscription, paySubscription, resumeSubscription } from './change-subscription.ts';
import { createGroup } from './create-group.ts';
import * as examples from './examples.ts';
import { type AcceptFeesBody, acceptedFeesOf, autoBuyOf, newGroupOf } from './inputs.ts';
import { leaveGroup } from './leave.ts';
import { feePayeeStatement } from './renewals.sql.ts';
import { rotateInviteCode } from './rotate-invite-code.ts';
import {
  findPayee,
  type GroupRouteDeps,
  groupParams,
  mayPay,
  requireId,
  scope,
  submit,
  tag,
} from './route-deps.ts';
import { createdGroupSchema, memberSchema, successSchema } from './schemas.ts';
import { setAutoBuy } from './set-auto-buy.ts';

/** What a member does with the own membership (contract 9). */
export const ownRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  createRoute(deps),
  leaveRoute(deps),
  autoBuyRoute(deps),
  rotateRoute(deps),
  subscriptionRoute(deps),
];

/** The group of the path and the caller. */
const ownOf = ({ params, principal }: RouteContext<{ id: string }>) => ({
  groupId: requireId(params.id),
  userId: principal.userId,
});

const createRoute = (deps: GroupRouteDeps): Route =>
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
  });

const leaveRoute = (deps: GroupRouteDeps): Route =>
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
    handler: (context) => submit(deps, context, leaveGroup, ownOf(context)),
  });

const autoBuyRoute = (deps: GroupRouteDeps): Route =>
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
        ...ownOf(context),
      }),
  });

const rotateRoute = (deps: GroupRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/groups/{id}/invite-code/rotate',
    scope,
    tag,
    summary: 'Replace the own invite code',
    description: 'Gives the caller another code; the one before opens the group no more.',
    params: groupParams,
    response: memberSchema,
    errors: ['NOT_GROUP_MEMBER', 'SUBSCRIPTION_REQUIRED'],
    examples: { response: examples.memberExample },
    handler: (context) => submit(deps, context, rotateInviteCode, ownOf(context)),
  });

const subscriptionRoute = (deps: GroupRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/groups/{id}/subscription',
    scope,
    tag,
    summary: 'Pay, cancel or resume the own subscription',
    description:
      'pay charges what is due and lifts a suspension; where nothing is due it changes nothing. ' +
      'cancel lets the paid period run to its end, with which the membership ends. resume takes ' +
      'that back. As they move money to another person, pay and resume need a session or scope ' +
      '`groups:pay`.',
    params: groupParams,
    body: subscriptionBody,
    response: memberSchema,
    errors: ['FORBIDDEN', 'NOT_GROUP_MEMBER', 'FEES_CHANGED', 'INSUFFICIENT_FUNDS', 'LAST_ADMIN'],
    examples: { request: examples.subscriptionRequest, response: examples.payingMemberExample },
    handler: (context) => changeSubscription(deps, context),
  });

async function changeSubscription(
  deps: GroupRouteDeps,
  context: RouteContext<
    { id: string },
    unknown,
    { action: 'pay' | 'cancel' | 'resume'; acceptFees?: AcceptFeesBody }
  >,
): Promise<RawAnswer> {
  const { action, acceptFees } = context.body;
  if (action !== 'cancel' && !mayPay(context.principal)) {
    throw new AppError('FORBIDDEN', {
      message: 'This moves fees to another person: it needs a session or scope groups:pay.',
      details: { scope: 'groups:pay' },
    });
  }
  const own = ownOf(context);
  if (action === 'cancel') return submit(deps, context, cancelSubscription, own);
  if (action === 'resume') return submit(deps, context, resumeSubscription, own);
  return submit(deps, context, paySubscription, {
    ...own,
    acceptFees: acceptedFeesOf(acceptFees),
    payeeId: await findPayee(deps, feePayeeStatement, own.groupId),
  });
}
