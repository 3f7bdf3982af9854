import { Type } from 'typebox';
import { id, idParam, isoInstant, nullable, oneOf } from '../../platform/http/schema.ts';
import { AGENT_NAME_CHARACTERS, WEBHOOK_URL_CHARACTERS } from './limits.ts';
import { AGENT_KEYS, WEBHOOK_EVENTS } from './tables.ts';

const agentKey = oneOf(AGENT_KEYS, { description: 'A built-in agent.', examples: ['scout'] });
const lastError = nullable(
  Type.String({ description: 'Why the latest attempt failed; else null.' }),
);

/** A built-in agent in a group (contract 11). */
export const agentSchema = Type.Object(
  {
    agentKey,
    name: Type.String({ description: 'Its name.', examples: ['Scout'] }),
    description: Type.String({ description: 'What it does, and when.' }),
    enabled: Type.Boolean({ description: 'Whether it posts in this group.' }),
    enabledBy: nullable(id('The admin who enabled it; null while it is not.')),
    enabledAt: nullable(isoInstant('Since when; null while it is not enabled.')),
    lastRunAt: nullable(isoInstant('Its latest run; null before the first one.')),
    lastError,
  },
  { title: 'Agent', description: 'A built-in agent in a group.' },
);

export const switchBody = Type.Object(
  {
    agentKey,
    action: Type.Optional(
      oneOf(['enable', 'disable'], { description: '`enable` unless given.', examples: ['enable'] }),
    ),
  },
  { description: 'What to do with which agent.' },
);

const name = Type.String({
  description: 'Its name, shown with its messages.',
  minLength: 1,
  maxLength: AGENT_NAME_CHARACTERS,
  examples: ['Nest watcher'],
});
const url = Type.String({
  description: 'Where it is told: https, on the public internet.',
  maxLength: WEBHOOK_URL_CHARACTERS,
  examples: ['https://bots.example.org/skein'],
});
const events = Type.Array(
  oneOf(WEBHOOK_EVENTS, { description: 'Something that happens in a group.' }),
  {
    description: 'What it is told of.',
    minItems: 1,
    maxItems: WEBHOOK_EVENTS.length,
    uniqueItems: true,
    examples: [['proposal.opened', 'message.created']],
  },
);

export const newExternalAgentBody = Type.Object(
  { name, url, events },
  { description: 'An agent outside of the service.' },
);

const externalFields = {
  id: id('The agent.'),
  groupId: id('Its group.'),
  name,
  url,
  events,
  createdBy: id('The admin who added it.'),
  createdAt: isoInstant('When it was added.'),
  enabled: Type.Boolean({ description: 'False once its receiver has failed too often.' }),
  disabledReason: nullable(Type.String({ description: 'Why it was disabled; else null.' })),
  failures: Type.Integer({ description: 'Deliveries in a row that were given up.', examples: [0] }),
  lastDeliveryAt: nullable(isoInstant('When its receiver last took a delivery.')),
  lastError,
};

export const externalAgentSchema = Type.Object(externalFields, {
  title: 'ExternalAgent',
  description: 'An agent outside of the service, told by signed webhooks.',
});

export const newExternalAgentSchema = Type.Object(
  {
    ...externalFields,
    secret: Type.String({ description: 'Signs its deliveries; shown only here.' }),
  },
  { title: 'NewExternalAgent', description: 'A new external agent with its secret.' },
);

export const removedSchema = Type.Object({
  success: Type.Boolean({ description: 'Always true.', examples: [true] }),
});

// Not an `idParam`: to a text that is no id the caller is as little a member as to an unknown id.
export const groupParams = Type.Object({ id: id('The group.') });
export const externalParams = Type.Object({
  id: id('The group.'),
  agentId: idParam('The external agent.'),
});
