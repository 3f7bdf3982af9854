import { Type } from 'typebox';
import { id, idParam, isoInstant, nullable, oneOf } from '../../platform/http/schema.ts';
import { CLIENT_ID_CHARACTERS, CONTENT_CHARACTERS } from './limits.ts';
import { MESSAGE_TYPES, REACTION_KEYS } from './tables.ts';

const typeField = oneOf(MESSAGE_TYPES, {
  description: 'SYSTEM is posted by leaders, admins, agents and the service itself.',
  examples: ['TEXT'],
});
const contentField = Type.String({
  description:
    'A text; of a STICKER its id (a-z, 0-9, _ and -, at most 64), of an IMAGE an https URL.',
  maxLength: CONTENT_CHARACTERS,
  examples: ['Looks good to me.'],
});
const clientIdField = Type.String({
  description: "The sender's own id of the message; sending it again answers the same message.",
  maxLength: CLIENT_ID_CHARACTERS,
  examples: ['c-17'],
});
const reactionKey = oneOf(REACTION_KEYS, { description: 'A reaction.', examples: ['fire'] });

/** A chat message (contract 10). */
export const messageSchema = Type.Object(
  {
    id: id('The message.'),
    groupId: id('Its group.'),
    senderId: id('The user who sent it.'),
    sender: Type.Object(
      {
        idpId: Type.String({ description: 'The sender at the identity provider.' }),
        username: Type.String({ description: 'Name of the sender.', examples: ['ada'] }),
        avatar: Type.String({ description: 'Picture of the sender; empty without one.' }),
      },
      { description: 'The sender as shown.' },
    ),
    type: typeField,
    content: Type.String({
      description: 'The text, the id of a sticker, or the https URL of an image.',
      examples: ['Looks good to me.'],
    }),
    metadata: Type.Unsafe<Readonly<Record<string, string | null>> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: ['string', 'null'] },
      description:
        'Of an automatic message: `kind` (PROPOSAL, CLOSE, RESOLUTION), `vertical`, `proposalId` ' +
        'and what its text says, money as decimal strings; of an agent: `kind` AGENT with ' +
        '`agentKey`, or `agentId` and `name`; null of all others.',
    }),
    replyToId: nullable(id('The message that it replies to.')),
    clientMessageId: nullable(clientIdField),
    reactions: Type.Array(
      Type.Object({
        key: reactionKey,
        count: Type.Integer({ description: 'How many members have put it there.', examples: [2] }),
        mine: Type.Boolean({ description: 'Whether the caller is among them.' }),
      }),
      { description: 'Reactions that are there.' },
    ),
    muted: Type.Optional(
      Type.Boolean({
        description:
          'True where the reader has muted its sender; absent otherwise. It stays in its place, so ' +
          'that paging loses nothing.',
      }),
    ),
    pinned: Type.Boolean({ description: 'Whether a leader or an admin has pinned it.' }),
    editedAt: nullable(isoInstant('When its author changed it last; null if never.')),
    createdAt: isoInstant('Strictly increasing within a group.'),
  },
  { title: 'ChatMessage', description: 'A message of a group.' },
);

export const sendMessageBody = Type.Object({
  type: typeField,
  content: contentField,
  replyToId: Type.Optional(nullable(id('A message of the group.'))),
  clientMessageId: Type.Optional(nullable(clientIdField)),
});

export const editMessageBody = Type.Object({ content: contentField });

export const readStateSchema = Type.Object({
  groupId: id('The group.'),
  unreadCount: Type.Integer({ description: 'Messages of others after `lastReadAt`: none.' }),
  lastReadAt: isoInstant('The instant of the newest message, up to which all is read.'),
});

export const deletedSchema = Type.Object({
  success: Type.Boolean({ description: 'Always true.', examples: [true] }),
});

// Not an `idParam`: to a text that is no id the caller is as little a member as to an unknown id.
const groupId = id('The group.');
const messageId = idParam('The message.');
export const groupParams = Type.Object({ groupId });
export const messageParams = Type.Object({ groupId, messageId });
export const reactionParams = Type.Object({ groupId, messageId, key: reactionKey });
