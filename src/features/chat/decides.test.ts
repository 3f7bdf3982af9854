import { expect, test } from 'vitest';
import { ADA, BOB, GROUP, given, memberRow, NOW } from '../../../test/helpers/group-rows.ts';
import { decideOn, type Given, testId } from '../../../test/helpers/state.ts';
import { ref } from '../../engine/command.ts';
import { isoTime } from '../../platform/clock.ts';
import { memberGateTable, membershipTable } from '../groups/index.ts';
import { announcementRows } from './announcement-rows.ts';
import { deleteMessage } from './delete-message.ts';
import { editMessage } from './edit-message.ts';
import {
  messageSenderLookup,
  ownReactionsLookup,
  reactionCountsLookup,
  senderLookup,
  sentMessageLookup,
} from './lookups.ts';
import { markRead } from './mark-read.ts';
import { pinMessage } from './pin-message.ts';
import { postAnnouncement } from './post-announcement.ts';
import { react } from './react.ts';
import { AlreadySent, type SendMessage, sendMessage } from './send-message.ts';
import {
  type ChatMessageRow,
  chatAnnouncementTable,
  chatGroupTable,
  chatMessageTable,
  chatReactionTable,
  chatReadTable,
} from './tables.ts';

const MESSAGE = testId(50);
const sender = { idpId: 'idp_ada', username: 'ada', avatar: '' };

const message = (change: Partial<ChatMessageRow> = {}): ChatMessageRow => ({
  id: MESSAGE,
  groupId: GROUP,
  senderId: ADA,
  type: 'TEXT',
  content: 'hello',
  metadata: null,
  replyToId: null,
  clientMessageId: null,
  causeId: null,
  pinned: false,
  createdAt: NOW - 5,
  editedAt: null,
  deletedAt: null,
  ...change,
});

/** A group with ada, a leader, and bob; one message of ada's on which bob has put `fire`. */
function chat(change: { lastAt?: number; row?: ChatMessageRow; bob?: object } = {}): Given {
  const members = [memberRow(ADA, { memberType: 'LEADER' }), memberRow(BOB, change.bob)];
  const base = given(members);
  const gates = members.map((row) => [memberGateTable, row] as const);
  return {
    ...base,
    rows: [
      ...(base.rows ?? []).filter(([table]) => table !== membershipTable),
      ...gates,
      [chatGroupTable, { groupId: GROUP, lastAt: change.lastAt ?? NOW - 5 }],
      [chatMessageTable, change.row ?? message()],
    ],
    found: [
      { ref: ref(messageSenderLookup, MESSAGE), row: sender },
      { ref: ref(senderLookup, ADA), row: sender },
      { ref: ref(reactionCountsLookup, MESSAGE), row: { counts: { fire: 1 } } },
      { ref: ref(ownReactionsLookup, MESSAGE, ADA), row: { keys: [] } },
      { ref: ref(ownReactionsLookup, MESSAGE, BOB), row: { keys: ['fire'] } },
      { ref: ref(sentMessageLookup, GROUP, ADA, 'c1'), row: { messageId: MESSAGE } },
    ],
  };
}

const send = (change: Partial<SendMessage> = {}): SendMessage => ({
  groupId: GROUP,
  sender: { ...sender, userId: ADA },
  type: 'TEXT',
  content: 'hi',
  replyToId: null,
  clientMessageId: null,
  ...change,
});

/** What a refused decision throws. */
const refusal = (code: string) => expect.objectContaining({ code });

const by = (userId: string) => ({ groupId: GROUP, userId, messageId: MESSAGE });

test('a message comes after the one before, whatever the clock says', () => {
  // [newest message, instant of the next]
  for (const [lastAt, createdAt] of [
    [NOW - 5, NOW],
    [NOW - 1, NOW],
    [NOW, NOW + 1],
    [NOW + 70, NOW + 71],
  ] as const) {
    const { outcome, set } = decideOn(sendMessage, send(), chat({ lastAt }));
    expect(outcome.answer?.data).toMatchObject({ createdAt: isoTime(createdAt) });
    expect(set.get(chatGroupTable, GROUP)).toEqual({ groupId: GROUP, lastAt: createdAt });
  }
});

test('a message is kept, answered, told and signalled as one', () => {
  const { outcome, set } = decideOn(sendMessage, send({ clientMessageId: 'c2' }), {
    ...chat(),
    found: [],
  });
  const { answer, signals, events, found } = outcome;
  const data = answer?.data as { id: string; createdAt: string };
  expect(answer).toMatchObject({ status: 201, data: { content: 'hi', clientMessageId: 'c2' } });
  expect(signals).toEqual([{ groupId: GROUP, type: 'new_message', data }]);
  const told = { groupId: GROUP, messageId: data.id, createdAt: data.createdAt };
  expect(events).toEqual([{ userId: ADA, type: 'chat.messageSent', data: told }]);
  expect(found?.[0]?.row).toEqual({ messageId: data.id });
  expect([...set.changed()].map(({ table }) => table.name)).toContain('chat_message');
});

test('a message whose client id is known is not sent again', () => {
  const again = () => decideOn(sendMessage, send({ clientMessageId: 'c1' }), chat());
  expect(again).toThrow(AlreadySent);
  expect(again).toThrow(expect.objectContaining({ messageId: MESSAGE }));
});

test('a reaction moves its count by one, and only when it changes', () => {
  const on = decideOn(react, { ...by(ADA), key: 'fire', on: true }, chat());
  const two = [{ key: 'fire', count: 2, mine: true }];
  expect(on.outcome.answer?.data).toMatchObject({ reactions: two });
  // To everybody it is nobody's.
  expect(on.outcome.signals).toMatchObject([
    { type: 'message_updated', data: { reactions: [{ key: 'fire', count: 2, mine: false }] } },
  ]);
  expect(on.set.find(reactionCountsLookup, MESSAGE)).toEqual({ counts: { fire: 2 } });
  const off = decideOn(react, { ...by(BOB), key: 'fire', on: false }, chat());
  expect(off.outcome.answer?.data).toMatchObject({ reactions: [] });
  expect(off.outcome.removed).toEqual([ref(chatReactionTable, MESSAGE, BOB, 'fire')]);
  for (const same of [
    { ...by(BOB), key: 'fire', on: true },
    { ...by(ADA), key: 'wow', on: false },
  ] as const) {
    const { answer, ...rest } = decideOn(react, same, chat()).outcome;
    expect([answer?.status, rest]).toEqual([200, {}]);
  }
});

test('what is changed is signalled as it is afterwards', () => {
  const edit = decideOn(editMessage, { ...by(ADA), content: 'bye' }, chat()).outcome;
  const pin = decideOn(pinMessage, { ...by(ADA), pinned: true }, chat()).outcome;
  const pinned = chat({ row: message({ pinned: true }) });
  const unpin = decideOn(pinMessage, { ...by(ADA), pinned: false }, pinned).outcome;
  const gone = decideOn(deleteMessage, by(ADA), pinned).outcome;
  expect([edit, pin, unpin, gone].map(({ signals }) => signals)).toMatchObject([
    [{ type: 'message_updated', data: { content: 'bye', editedAt: isoTime(NOW) } }],
    [{ type: 'message_pinned', data: { pinned: true } }],
    [{ type: 'message_unpinned', data: { pinned: false } }],
    [{ type: 'message_deleted', data: { id: MESSAGE, content: '', pinned: false } }],
  ]);
  expect(gone.answer).toEqual({ status: 200, data: { success: true } });
});

test('who may not is told why, in the order membership, message, role, subscription', () => {
  const bob = (change: object) => chat({ bob: change });
  const edit = (where: Given) => () => decideOn(editMessage, { ...by(BOB), content: 'x' }, where);
  const pin = (where: Given) => () => decideOn(pinMessage, { ...by(BOB), pinned: true }, where);
  const remove = (where: Given) => () => decideOn(deleteMessage, by(BOB), where);
  expect(edit(bob({ status: 'LEFT' }))).toThrow(refusal('NOT_GROUP_MEMBER'));
  const elsewhere = chat({ row: message({ groupId: testId(9) }) });
  expect(edit(elsewhere)).toThrow(refusal('NOT_FOUND'));
  expect(edit(chat({ row: message({ deletedAt: NOW }) }))).toThrow(refusal('NOT_FOUND'));
  expect(edit(bob({ suspended: true }))).toThrow(refusal('FORBIDDEN'));
  expect(pin(bob({ suspended: true }))).toThrow(refusal('LEADER_REQUIRED'));
  expect(remove(bob({ suspended: true }))).toThrow(refusal('ADMIN_REQUIRED'));
  expect(remove(bob({ suspended: true, isAdmin: true }))).toThrow(refusal('SUBSCRIPTION_REQUIRED'));
});

test('reading goes up to the newest message, and is told when it moves', () => {
  const fresh = decideOn(markRead, { groupId: GROUP, userId: BOB }, chat({ lastAt: NOW + 9 }));
  const data = { groupId: GROUP, unreadCount: 0, lastReadAt: isoTime(NOW + 9) };
  expect(fresh.outcome.answer?.data).toEqual(data);
  expect(fresh.outcome.events).toEqual([{ userId: BOB, type: 'chat.read', data }]);
  const row = { groupId: GROUP, userId: BOB, lastReadAt: NOW + 9 };
  const before = chat({ lastAt: NOW + 9 });
  const read = { ...before, rows: [...(before.rows ?? []), [chatReadTable, row] as const] };
  const { answer, ...rest } = decideOn(markRead, { groupId: GROUP, userId: BOB }, read).outcome;
  expect([answer?.data, rest]).toEqual([data, {}]);
});

test('an announcement becomes a message in place of its row, or nothing when it is gone', () => {
  const announcement = {
    id: testId(70),
    groupId: GROUP,
    senderId: ADA,
    kind: 'CLOSE',
    vertical: 'SPOT',
    proposalId: testId(71),
    text: 'x'.repeat(5_000),
    metadata: { priceUsd: '1.5', tradeId: null },
  } as const;
  const { statement, values } = announcementRows([announcement], NOW);
  expect(statement.name).toBe('save chat_announcement');
  expect(values[0]).toBe(`{${testId(70)}}`);
  const metadata = {
    kind: 'CLOSE',
    vertical: 'SPOT',
    proposalId: testId(71),
    priceUsd: '1.5',
    tradeId: null,
  };
  expect(values[7]).toBe(`{"${JSON.stringify(metadata).replaceAll('"', '\\"')}"}`);
  expect(values[6]).toBe(`{"${'x'.repeat(4_000)}"}`);

  const row = { ...announcement, text: 'ada closed', metadata: JSON.stringify(metadata) };
  const waiting = chat();
  const waits = {
    ...waiting,
    rows: [...(waiting.rows ?? []), [chatAnnouncementTable, { ...row, createdAt: NOW }] as const],
  };
  const { id, groupId, senderId } = announcement;
  const { outcome } = decideOn(postAnnouncement, { id, groupId, senderId }, waits);
  expect(outcome.removed).toEqual([ref(chatAnnouncementTable, id)]);
  expect(outcome.signals).toMatchObject([
    { type: 'new_message', data: { type: 'SYSTEM', content: 'ada closed', metadata } },
  ]);
  expect(decideOn(postAnnouncement, { id, groupId, senderId }, waiting).outcome).toEqual({});
});
