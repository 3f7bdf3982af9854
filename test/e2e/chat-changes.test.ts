import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  type Chat,
  type ChatWorld,
  contents,
  type Message,
  outcome,
  startChatWorld,
} from './chat-world.ts';

const NO_ID = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';

let world: ChatWorld;
let chat: Chat;
beforeAll(async () => {
  world = await startChatWorld();
  chat = await world.chat();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const reload = async (user: TestUser, { id }: Message): Promise<Message> =>
  (await chat.list(user, '?limit=200')).find((message) => message.id === id);
/** The types and data of what happened to a user meanwhile. */
async function told(user: TestUser, during: () => Promise<unknown>) {
  const { latestSeq } = await user.get('/account/events?limit=1');
  await during();
  const { events } = await user.get(`/account/events?after=${latestSeq}`);
  return events.map(({ type, data }: { type: string; data: object }) => [type, data]);
}

describe('editing', () => {
  it('gives an own message another content and dates it', async () => {
    const { member, groupId } = chat;
    const message = await chat.say(member, 'helo');
    let edited: Message;
    const events = await told(member, async () => {
      const answer = await chat.act(member, 'PATCH', message, '', { content: 'hello' });
      expect(answer.status).toBe(200);
      edited = answer.body.data;
    });
    const { editedAt, ...rest } = edited;
    expect(rest).toEqual({ ...message, content: 'hello', editedAt: undefined });
    expect(Date.parse(editedAt)).toBeGreaterThanOrEqual(Date.parse(message.createdAt));
    expect(await reload(chat.admin, message)).toEqual(edited);
    expect(events).toEqual([['chat.messageEdited', { groupId, messageId: message.id, editedAt }]]);
  });

  it('to the same content changes nothing', async () => {
    const message = await chat.say(chat.member, 'same');
    const events = await told(chat.member, async () => {
      const answer = await chat.act(chat.member, 'PATCH', message, '', { content: 'same' });
      expect([answer.status, answer.body.data]).toEqual([200, message]);
    });
    expect(events).toEqual([]);
  });

  it('keeps to the rules of its type', async () => {
    const { member } = chat;
    const text = await chat.say(member, 'text');
    const sticker = await chat.say(member, 'goose', { type: 'STICKER' });
    const image = await chat.say(member, 'https://example.org/a.png', { type: 'IMAGE' });
    const edit = async (message: Message, content: unknown) =>
      outcome(await chat.act(member, 'PATCH', message, '', { content }));
    const refused = [400, 'VALIDATION_FAILED'];
    for (const content of ['', ' ', 'x'.repeat(4_001), 1, null, undefined]) {
      expect(await edit(text, content)).toEqual(refused);
    }
    expect(await edit(sticker, 'A goose')).toEqual(refused);
    expect(await edit(image, 'http://example.org/a.png')).toEqual(refused);
    expect(await edit(sticker, 'swan')).toEqual([200]);
    expect(await edit(image, 'https://example.org/b.png')).toEqual([200]);
  });

  it('is for the author alone', async () => {
    const message = await chat.say(chat.member, 'mine');
    for (const user of [chat.leader, chat.admin]) {
      const answer = await chat.act(user, 'PATCH', message, '', { content: 'theirs' });
      expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
    }
    expect((await reload(chat.admin, message)).content).toBe('mine');
  });

  it('a word of the service is for who still leads', async () => {
    const { groupId, leader, admin } = chat;
    const message = await chat.say(leader, 'paused', { type: 'SYSTEM' });
    const role = (way: string) => admin.post(`/groups/${groupId}/members/${leader.userId}/${way}`);
    await role('demote');
    const edit = () => chat.act(leader, 'PATCH', message, '', { content: 'going on' });
    expect(outcome(await edit())).toEqual([403, 'LEADER_REQUIRED']);
    await role('promote');
    expect(outcome(await edit())).toEqual([200]);
  });
});

describe('deleting', () => {
  it('takes an own message out of the list, for good', async () => {
    const { member, groupId } = chat;
    const message = await chat.say(member, 'secret');
    const events = await told(member, async () => {
      const answer = await chat.act(member, 'DELETE', message);
      expect([answer.status, answer.body]).toEqual([200, { data: { success: true } }]);
    });
    expect(events).toEqual([['chat.messageDeleted', { groupId, messageId: message.id }]]);
    expect(await reload(chat.admin, message)).toBeUndefined();
    const [row] = await world.run('select content from chat_message where id = $1', [message.id]);
    expect(row).toEqual({ content: '' });
    const calls = [
      await chat.act(member, 'DELETE', message),
      await chat.act(member, 'PATCH', message, '', { content: 'x' }),
      await chat.act(member, 'PUT', message, '/reactions/like'),
      await chat.act(member, 'DELETE', message, '/reactions/like'),
      await chat.act(chat.admin, 'PUT', message, '/pin'),
      await chat.act(chat.admin, 'DELETE', message, '/pin'),
    ];
    expect(calls.map(outcome)).toEqual(calls.map(() => [404, 'NOT_FOUND']));
  });

  it("of another's message is for admins", async () => {
    const message = await chat.say(chat.member, 'rude');
    const { leader, admin } = chat;
    expect(outcome(await chat.act(leader, 'DELETE', message))).toEqual([403, 'ADMIN_REQUIRED']);
    expect(outcome(await chat.act(admin, 'DELETE', message))).toEqual([200]);
    const own = await chat.say(leader, 'mine');
    expect(outcome(await chat.act(leader, 'DELETE', own))).toEqual([200]);
  });

  it('leaves replies and their order as they are', async () => {
    const first = await chat.say(chat.member, 'first');
    const reply = await chat.say(chat.leader, 'reply', { replyToId: first.id });
    await chat.act(chat.member, 'DELETE', first);
    expect(await reload(chat.member, reply)).toEqual(reply);
  });
});

describe('reactions', () => {
  const keys = ['like', 'love', 'laugh', 'wow', 'sad', 'fire', 'rocket'];

  it('stand once per member, in their published order', async () => {
    const { member, leader, admin, groupId } = chat;
    const message = await chat.say(member, 'moon?');
    for (const key of keys.toReversed()) {
      const answer = await chat.act(leader, 'PUT', message, `/reactions/${key}`);
      expect(answer.status).toBe(200);
    }
    const { body } = await chat.act(leader, 'PUT', message, '/reactions/fire');
    const reactions = keys.map((key) => ({ key, count: 1, mine: true }));
    expect(body.data).toEqual({ ...message, reactions });
    const events = await told(member, async () => {
      await chat.act(member, 'PUT', message, '/reactions/fire');
      await chat.act(member, 'PUT', message, '/reactions/fire');
    });
    const data = { groupId, messageId: message.id, key: 'fire', on: true };
    expect(events).toEqual([['chat.reacted', data]]);
    const seenBy = async (user: TestUser) => (await reload(user, message)).reactions;
    const as = (mine: (key: string) => boolean) =>
      keys.map((key) => ({ key, count: key === 'fire' ? 2 : 1, mine: mine(key) }));
    expect(await seenBy(leader)).toEqual(as(() => true));
    expect(await seenBy(member)).toEqual(as((key) => key === 'fire'));
    expect(await seenBy(admin)).toEqual(as(() => false));
  });

  it('are taken back by who has put them there', async () => {
    const { member, leader, groupId } = chat;
    const message = await chat.say(member, 'sun?');
    await chat.act(member, 'PUT', message, '/reactions/sad');
    await chat.act(leader, 'PUT', message, '/reactions/sad');
    const events = await told(member, async () => {
      const answer = await chat.act(member, 'DELETE', message, '/reactions/sad');
      expect(answer.body.data.reactions).toEqual([{ key: 'sad', count: 1, mine: false }]);
      const again = await chat.act(member, 'DELETE', message, '/reactions/sad');
      expect([again.status, again.body]).toEqual([200, answer.body]);
    });
    const data = { groupId, messageId: message.id, key: 'sad', on: false };
    expect(events).toEqual([['chat.reacted', data]]);
    await chat.act(leader, 'DELETE', message, '/reactions/sad');
    expect((await reload(leader, message)).reactions).toEqual([]);
    await chat.act(member, 'PUT', message, '/reactions/sad');
    expect((await reload(leader, message)).reactions).toEqual([
      { key: 'sad', count: 1, mine: false },
    ]);
  });

  it('of many at once are all counted', async () => {
    const message = await chat.say(chat.member, 'vote');
    const users = [chat.admin, chat.leader, chat.member];
    await Promise.all(
      users.flatMap((user) =>
        keys.map((key) => chat.act(user, 'PUT', message, `/reactions/${key}`)),
      ),
    );
    expect((await reload(chat.member, message)).reactions).toEqual(
      keys.map((key) => ({ key, count: 3, mine: true })),
    );
  });

  it('are the published ones, on messages of the group', async () => {
    const other = await world.chat();
    const elsewhere = await other.say(other.member, 'elsewhere');
    const message = await chat.say(chat.member, 'here');
    const calls = [
      await chat.act(chat.member, 'PUT', message, '/reactions/meh'),
      await chat.act(chat.member, 'PUT', message, '/reactions/LIKE'),
      await chat.act(chat.member, 'PUT', elsewhere, '/reactions/like'),
      await chat.act(chat.member, 'PUT', { id: NO_ID }, '/reactions/like'),
      await chat.act(chat.member, 'PUT', { id: 'nonsense' }, '/reactions/like'),
    ];
    expect(calls.map(outcome)).toEqual(calls.map(() => [404, 'NOT_FOUND']));
  });
});

describe('pins', () => {
  it('are set and taken by leaders and admins', async () => {
    const { member, leader, admin, groupId } = chat;
    const message = await chat.say(member, 'rules');
    const events = await told(leader, async () => {
      const { body } = await chat.act(leader, 'PUT', message, '/pin');
      expect(body.data).toEqual({ ...message, pinned: true });
      await chat.act(leader, 'PUT', message, '/pin');
    });
    const data = { groupId, messageId: message.id, pinned: true };
    expect(events).toEqual([['chat.messagePinned', data]]);
    expect((await reload(member, message)).pinned).toBe(true);
    const { body } = await chat.act(admin, 'DELETE', message, '/pin');
    expect(body.data).toEqual(message);
    expect(outcome(await chat.act(admin, 'DELETE', message, '/pin'))).toEqual([200]);
  });

  it('are not for plain members', async () => {
    const message = await chat.say(chat.member, 'important');
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await chat.act(chat.member, method, message, '/pin');
      expect(outcome(answer)).toEqual([403, 'LEADER_REQUIRED']);
    }
  });
});

describe('what is not read', () => {
  it('are the messages of others since the member has joined or read', async () => {
    const other = await world.chat();
    const { member, leader, admin, groupId, unread, say } = other;
    expect(await unread(member)).toBe(0);
    await say(member, 'own');
    const two = [await say(leader, 'one'), await say(admin, 'two')];
    expect([await unread(member), await unread(leader), await unread(admin)]).toEqual([2, 2, 2]);
    let answer: Message;
    const events = await told(member, async () => {
      answer = await member.post(`/chat/${groupId}/read`);
      expect(await member.post(`/chat/${groupId}/read`)).toEqual(answer);
    });
    const lastReadAt = two[1]?.createdAt;
    expect(answer).toEqual({ groupId, unreadCount: 0, lastReadAt });
    expect(events).toEqual([['chat.read', answer]]);
    expect([await unread(member), await unread(leader)]).toEqual([0, 2]);
    const third = await say(leader, 'three');
    expect(await unread(member)).toBe(1);
    await other.act(leader, 'PATCH', third, '', { content: 'four' });
    expect(await unread(member)).toBe(1);
    await other.act(leader, 'DELETE', third);
    expect(await unread(member)).toBe(0);
    await say(leader, 'five');
    await member.post(`/groups/${groupId}/leave`);
    await member.post(`/groups/${groupId}/join`);
    expect(await unread(member)).toBe(0);
    expect(contents(await other.list(member))).toHaveLength(4);
  });

  it('begins with the group itself', async () => {
    const other = await world.chat();
    const { groupId, member } = other;
    const answer = await member.post(`/chat/${groupId}/read`);
    const { createdAt } = await member.get(`/groups/${groupId}`);
    expect(answer).toEqual({ groupId, unreadCount: 0, lastReadAt: createdAt });
    await other.say(other.admin, 'first');
    expect(await other.unread(member)).toBe(1);
  });
});
