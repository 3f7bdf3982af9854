import type { Source } from './rule.ts';

export const socialRules: readonly Source[] = [
  {
    source: 'contract 10',
    rules: {
      'content of a TEXT: required, at most 4,000 characters': [
        'src/features/chat/inputs.test.ts > of a text is not blank, at most 4,000 characters, and can be stored',
        'test/e2e/chat-messages.test.ts > is refused when its content does not fit its type',
      ],
      'STICKER: an id; IMAGE: an https URL': [
        'src/features/chat/inputs.test.ts > of a sticker is its id',
        'src/features/chat/inputs.test.ts > of an image is an https URL',
        'test/e2e/chat-messages.test.ts > may be a sticker, an image, and of leaders and admins a word of the service',
      ],
      'SYSTEM for leaders, admins and agents': [
        'test/e2e/chat-messages.test.ts > of the service is for leaders and admins alone',
      ],
      'createdAt rises strictly in a group': [
        'test/e2e/chat-paging.test.ts > rise strictly, also when all are sent at once to two processes',
        'src/features/chat/decides.test.ts > a message comes after the one before, whatever the clock says',
        'test/e2e/chat-writers.test.ts > 10 writers of 500 messages and 5 readers: each message once for everyone, in one order',
      ],
      'before and after; 50, at most 200; newest first': [
        'test/e2e/chat-paging.test.ts > goes back by the instant of its last message, and loses nothing',
        'test/e2e/chat-paging.test.ts > has 50 messages, at most 200',
      ],
      'read: groupId, unreadCount 0, lastReadAt': [
        'test/e2e/chat-changes.test.ts > are the messages of others since the member has joined or read',
      ],
      'Editing is for the author': ['test/e2e/chat-changes.test.ts > is for the author alone'],
      'Deleting is for the author and admins': [
        'test/e2e/chat-changes.test.ts > takes an own message out of the list, for good',
        "test/e2e/chat-changes.test.ts > of another's message is for admins",
      ],
      'Reactions are put and taken': [
        'test/e2e/read-details.test.ts > every reaction is put and taken back',
        'test/e2e/chat-changes.test.ts > stand once per member, in their published order',
        'test/e2e/chat-changes.test.ts > are taken back by who has put them there',
      ],
      'Pins are for leaders and admins': [
        'test/e2e/chat-changes.test.ts > are set and taken by leaders and admins',
        'test/e2e/chat-changes.test.ts > are not for plain members',
      ],
      'A proposal, its close and its resolution post a message with metadata': [
        'test/e2e/chat-automatic.test.ts > tells of a proposal and of its close, with prices and result',
        'test/e2e/chat-automatic.test.ts > tell of a proposal and of its close with a sale',
        'test/e2e/chat-automatic.test.ts > tell that a market has stopped, and what it resolves to',
      ],
    },
  },
  {
    source: 'contract 18.13',
    rules: {
      'before and after are exclusive; with after the page is next after it, newest first': [
        'test/e2e/chat-paging.test.ts > goes on by the instant of its first message, newest first within',
        'test/e2e/chat-paging.test.ts > lies between two instants, both exclusive',
      ],
      'Deleted messages leave the list': [
        'test/e2e/chat-changes.test.ts > takes an own message out of the list, for good',
      ],
      replyToId: [
        'test/e2e/chat-messages.test.ts > may reply to one of its group, and to no other',
      ],
      'Reaction keys: like, love, laugh, wow, sad, fire, rocket, published by connected': [
        'test/e2e/chat-changes.test.ts > are the published ones, on messages of the group',
        'test/e2e/sockets-chat.test.ts > connected tells user, groups and reaction keys, then what is unread in each group',
        'test/e2e/chat-changes.test.ts > stand once per member, in their published order',
      ],
      'Sticker ids match a fixed form': [
        'src/features/chat/inputs.test.ts > of a sticker is its id',
      ],
      "Editing another's message: FORBIDDEN": [
        'test/e2e/chat-changes.test.ts > is for the author alone',
      ],
      'SYSTEM by a plain member: LEADER_REQUIRED': [
        'test/e2e/chat-messages.test.ts > of the service is for leaders and admins alone',
      ],
    },
  },
  {
    source: 'specification "Chat"',
    rules: {
      'Types TEXT, STICKER, IMAGE, SYSTEM; membership is enforced': [
        'test/e2e/chat-messages.test.ts > may be a sticker, an image, and of leaders and admins a word of the service',
        'test/e2e/chat-messages.test.ts > is in it: a group of others and one that is none look the same',
      ],
      'A newest-first page with ISO cursors, at most 200': [
        'test/e2e/chat-paging.test.ts > has 50 messages, at most 200',
        'test/e2e/chat-paging.test.ts > takes instants in any zone and of any fineness',
      ],
    },
  },
  {
    source: 'contract 11',
    rules: {
      'scout posts movers and most-traded events': [
        'test/e2e/agents-scout.test.ts > the scout names the largest movers and the most-traded events, once for all processes',
      ],
      'sentinel warns within 20 % of liquidation and of markets about to close': [
        'test/e2e/agents-sentinel.test.ts > a position near its liquidation is warned of once, until it has recovered',
        'test/e2e/agents-closing.test.ts > a market in which members hold shares is told of once, a day before it closes',
      ],
      'digest: daily PnL and calls': [
        'test/e2e/agents-scout.test.ts > the digest counts the calls of the day and what each member has realised',
      ],
      'GET lists each agent with its state': [
        'test/e2e/agents.test.ts > members see every built-in agent, outsiders none',
      ],
      'POST enables (default) or disables; admins': [
        'test/e2e/agents.test.ts > enabling is the default action, happens once, and is told to the admin alone',
        'test/e2e/agents.test.ts > only an admin with the scope switches agents',
      ],
      'An enabled agent posts into the chat': [
        'test/e2e/agents-scout.test.ts > the scout names the largest movers and the most-traded events, once for all processes',
      ],
      'External agents: admins; the secret is shown once': [
        'test/e2e/read-details.test.ts > an external agent is shown as it was added, once with its secret',
        'test/e2e/agents.test.ts > only admins see, add and remove external agents',
        'test/e2e/agents.test.ts > the secret of an external agent is shown once',
      ],
      'Webhooks are signed https and may answer with a message': [
        'test/e2e/agents-webhooks.test.ts > a message of a person is delivered, signed, and the answer is posted once',
        'src/features/agents/webhook-address.test.ts > the signature is a published one',
      ],
      'Private and loopback addresses are refused unless allowed': [
        'test/e2e/agents.test.ts > %s is refused',
        'src/features/agents/webhook-address.test.ts > %s is not',
        'src/features/agents/webhook-address.test.ts > a name is asked for once a call, and the call goes to the address that was checked',
      ],
    },
  },
  {
    source: 'contract 13',
    rules: {
      'connected with the userId; failure: error and disconnect': [
        'test/e2e/sockets-account.test.ts > connected tells the newest number; each event comes once, in order, as the REST route has it',
        'test/e2e/sockets-account.test.ts > a socket without a credential is told so and disconnected, on every namespace',
        'test/e2e/sockets-account.test.ts > a wrong token is refused; one in the query counts for nothing',
      ],
      "Client emits count against the key's budget": [
        'test/e2e/sockets-account.test.ts > messages and requests share the budget of the key',
      ],
      '/perps subscribe_market, acks, at most 4 ticks a second, strings': [
        'test/e2e/sockets-market.test.ts > a perpetual market ticks with every field as text, at once and when its mark moves',
        'test/e2e/sockets-ticks.test.ts > a mark ticks at most four times a second for one symbol, and the last one always arrives',
      ],
      '/perps position_update of own positions': [
        'test/e2e/sockets-market.test.ts > own positions are told as the REST route shows them; those of others are not',
      ],
      '/prices of tokens, stocks and markets, at most 4 a second': [
        'test/e2e/sockets-market.test.ts > a token, a stock and a prediction market: the present price at once, then each new one',
        'test/e2e/sockets-market.test.ts > at most four prices a second of one id, and the last one always arrives',
      ],
      '/chat rooms are joined by themselves; connected tells user, groups, reactionKeys': [
        'test/e2e/sockets-chat.test.ts > connected tells user, groups and reaction keys, then what is unread in each group',
      ],
      'new_message, message_updated, message_deleted, message_pinned, message_unpinned': [
        'test/e2e/sockets-chat.test.ts > a message is told to every member as REST shows it, and to nobody else',
      ],
      unread_updated: [
        'test/e2e/sockets-chat.test.ts > connected tells user, groups and reaction keys, then what is unread in each group',
        'test/e2e/sockets-chat.test.ts > mark_read tells every socket of the user and no other',
      ],
      proposal_updated: [
        'test/e2e/sockets-chat.test.ts > a call of the leader is told as proposal_updated and as an automatic message',
      ],
      membership_changed: [
        'test/e2e/sockets-chat.test.ts > whoever joins hears the group at once, and the group hears of it',
        'test/e2e/sockets-chat.test.ts > whoever leaves or is kicked hears nothing more, from the next message on',
      ],
      join_request_approved: [
        'test/e2e/sockets-rights.test.ts > who has asked to join is told of the approval, and hears the group from then on',
      ],
      typing: ['test/e2e/sockets-chat.test.ts > typing is told to the others of the group'],
      'send_message and mark_read with acks': [
        'test/e2e/sockets-chat.test.ts > send_message answers the message; the same client id answers it again',
        'test/e2e/sockets-chat.test.ts > mark_read tells every socket of the user and no other',
      ],
      '/account events with a dense seq; resume replays': [
        'test/e2e/sockets-account.test.ts > connected tells the newest number; each event comes once, in order, as the REST route has it',
        'test/e2e/sockets-account.test.ts > resume replays what came after the number, and goes on from there',
        'test/faults/socket-resume.test.ts > a client that reconnects by itself has a stream without a gap after kills of the service',
      ],
      '/account/events over REST is the same': [
        'test/e2e/sockets-account.test.ts > connected tells the newest number; each event comes once, in order, as the REST route has it',
      ],
      'Nothing of the last 7 days is lost': [
        'test/e2e/sockets-account.test.ts > what is older than the events kept is STREAM_RESET with the oldest number',
        'test/faults/socket-resume.test.ts > a client that reconnects by itself has a stream without a gap after kills of the service',
      ],
      "A kicked or leaving member's sockets leave at once": [
        'test/e2e/sockets-chat.test.ts > whoever leaves or is kicked hears nothing more, from the next message on',
        'test/e2e/sockets-chat.test.ts > who is kicked by another process leaves the room within a second or so',
      ],
      "A revoked key's sockets are closed within a second": [
        'test/e2e/sockets-account.test.ts > sockets of a revoked key are closed within a second, those of another key stay',
      ],
    },
  },
  {
    source: 'contract 18.15',
    rules: {
      "send_message's ack is ok and the message": [
        'test/e2e/sockets-chat.test.ts > send_message answers the message; the same client id answers it again',
      ],
      'typing is relayed with groupId, userId, username': [
        'test/e2e/sockets-chat.test.ts > typing is told to the others of the group',
      ],
      "resume's ack: ok, from, to, latestSeq or STREAM_RESET with oldestSeq": [
        'test/e2e/sockets-account.test.ts > resume replays what came after the number, and goes on from there',
        'test/e2e/sockets-account.test.ts > what is older than the events kept is STREAM_RESET with the oldest number',
      ],
    },
  },
  {
    source: 'specification "Events"',
    rules: {
      'Gateways for prices and chat, among them /perps': [
        'test/e2e/sockets-market.test.ts > a perpetual market ticks with every field as text, at once and when its mark moves',
        'test/e2e/sockets-chat.test.ts > connected tells user, groups and reaction keys, then what is unread in each group',
      ],
    },
  },
];
