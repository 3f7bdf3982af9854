import { Type } from 'typebox';
import { claimOf } from '../../engine/claim.ts';
import type { CommandKind } from '../../engine/command.ts';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { type RawAnswer, rawAnswer } from '../../platform/http/answer.ts';
import type { Idempotency } from '../../platform/http/idempotency.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { isId } from '../../platform/ids.ts';
import { addExternalAgent } from './add-external-agent.ts';
import * as examples from './examples.ts';
import { checkedUrl, nameOf } from './inputs.ts';
import { readAgents, readExternalAgents, requireAdminNow } from './reads.ts';
import { removeExternalAgent } from './remove-external-agent.ts';
import {
  agentSchema,
  externalAgentSchema,
  externalParams,
  groupParams,
  newExternalAgentBody,
  newExternalAgentSchema,
  removedSchema,
  switchBody,
} from './schemas.ts';
import { switchAgent } from './switch-agent.ts';
import type { WebhookRules } from './webhook-address.ts';

/** Bytes of a signing secret. */
const SECRET_BYTES = 32;

export interface AgentRouteDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
  readonly rules: WebhookRules;
  readonly random: (size: number) => Buffer;
}

interface Caller {
  readonly principal: Principal;
  readonly idempotency: Idempotency | null;
}

const tag = 'Agents';
const MANAGE_ERRORS = ['NOT_GROUP_MEMBER', 'ADMIN_REQUIRED', 'SUBSCRIPTION_REQUIRED'] as const;

/** In the lane of the group: everything of its agents is guarded by the lock on its chat. */
async function submit<C extends { readonly groupId: string }>(
  { engine }: AgentRouteDeps,
  { principal: { userId }, idempotency }: Caller,
  kind: CommandKind<C>,
  command: C,
): Promise<RawAnswer> {
  if (!isId(command.groupId)) throw new AppError('NOT_GROUP_MEMBER');
  const claim = claimOf(userId, idempotency);
  return rawAnswer(
    await engine.submit(kind, command, { userId: command.groupId, idempotency: claim }),
  );
}

/** The agents of a group (contract 11). */
export const agentRoutes = (deps: AgentRouteDeps): readonly Route[] => [
  listRoute(deps),
  switchRoute(deps),
  listExternalRoute(deps),
  addExternalRoute(deps),
  removeExternalRoute(deps),
];

const listRoute = ({ reads }: AgentRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/groups/{id}/agents',
    scope: 'read',
    tag,
    summary: 'The agents of a group',
    description: 'Every built-in agent, and whether it is enabled in the group.',
    params: groupParams,
    response: Type.Array(agentSchema),
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: [examples.agentExample] },
    handler: ({ principal, params }) => readAgents(reads, params.id, principal.userId),
  });

const switchRoute = (deps: AgentRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/groups/{id}/agents',
    scope: 'groups',
    tag,
    summary: 'Enable or disable an agent',
    description: 'Admins only. An enabled agent posts into the chat of the group.',
    params: groupParams,
    body: switchBody,
    response: agentSchema,
    errors: MANAGE_ERRORS,
    examples: { request: examples.switchRequest, response: examples.agentExample },
    handler(context) {
      const { agentKey, action = 'enable' } = context.body;
      const { userId } = context.principal;
      const enabled = action === 'enable';
      const command = { groupId: context.params.id, userId, agentKey, enabled };
      return submit(deps, context, switchAgent, command);
    },
  });

const listExternalRoute = ({ reads }: AgentRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/groups/{id}/agents/external',
    scope: 'read',
    tag,
    summary: 'The external agents of a group',
    description: 'Admins only; the oldest first, with what became of their latest deliveries.',
    params: groupParams,
    response: Type.Array(externalAgentSchema),
    errors: ['NOT_GROUP_MEMBER', 'ADMIN_REQUIRED'],
    examples: { response: [examples.externalExample] },
    handler: ({ principal, params }) => readExternalAgents(reads, params.id, principal.userId),
  });

const addExternalRoute = (deps: AgentRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/groups/{id}/agents/external',
    scope: 'groups',
    tag,
    summary: 'Add an external agent',
    description:
      'Admins only. The agent is told of the events by signed webhooks and may answer with a ' +
      'message for the chat. The secret is shown in this answer only.',
    params: groupParams,
    body: newExternalAgentBody,
    response: newExternalAgentSchema,
    status: 201,
    errors: MANAGE_ERRORS,
    examples: { request: examples.newExternalRequest, response: examples.newExternalExample },
    async handler(context) {
      const { params, principal, body } = context;
      const { userId } = principal;
      const name = nameOf(body.name);
      await requireAdminNow(deps.reads, params.id, userId);
      const url = await checkedUrl(body.url, deps.rules);
      const secret = deps.random(SECRET_BYTES).toString('hex');
      const command = { groupId: params.id, userId, name, url, events: body.events, secret };
      return submit(deps, context, addExternalAgent, command);
    },
  });

const removeExternalRoute = (deps: AgentRouteDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/groups/{id}/agents/external/{agentId}',
    scope: 'groups',
    tag,
    summary: 'Remove an external agent',
    description: 'Admins only. What waits to be delivered to it goes with it.',
    params: externalParams,
    response: removedSchema,
    errors: [...MANAGE_ERRORS, 'NOT_FOUND'],
    examples: { response: examples.removedExample },
    handler(context) {
      const { id: groupId, agentId } = context.params;
      const { userId } = context.principal;
      return submit(deps, context, removeExternalAgent, { groupId, userId, agentId });
    },
  });
