import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type Chat, type ChatWorld, contents, outcome, startChatWorld } from './chat-world.ts';

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

const post = (user: TestUser, body: object, headers?: Record<string, string>, at = chat) =>
  user.call('POST', `/chat/${at.groupId}/messages`, body, headers);
const newest = async () => (await chat.list(chat.admin, '?limit=1'))[0];

describe('a message', () => {
  it('is answered whole, and stands in the list as it was answered', async () => {
    const { member, groupId } = chat;
    const before = Date.now();
    const { status, body } = await post(member, { type: 'TEXT', content: ' Hello,\nworld! 🪿 ' });
    expect(status).toBe(201);
    const { id, createdAt, ...rest } = body.data;
    expect(rest).toEqual({
      groupId,
      senderId: member.userId,
      sender: { idpId: member.idpId, username: member.name, avatar: '' },
      type: 'TEXT',
      content: ' Hello,\nworld! 🪿 ',
      metadata: null,
      replyToId: null,
      clientMessageId: null,
      reactions: [],
      pinned: false,
      editedAt: null,
    });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
    expect(await newest()).toEqual(body.data);
  });

  it('may be a sticker, an image, and of leaders and admins a word of the service', async () => {
    const { member, leader, admin } = chat;
    const url = 'https://example.org/goose.png?a=1#b';
    const all = [
      [member, { type: 'STICKER', content: 'goose_01-b' }],
      [member, { type: 'STICKER', content: 'x'.repeat(64) }],
      [member, { type: 'IMAGE', content: url }],
      [leader, { type: 'SYSTEM', content: 'Trading is paused.' }],
      [admin, { type: 'SYSTEM', content: 'Trading goes on.' }],
      [member, { type: 'TEXT', content: 'é🪿'.repeat(2_000) }],
    ] as const;
    for (const [user, body] of all) {
      const answer = await post(user, body);
      expect([answer.status, answer.body.data]).toMatchObject([201, body]);
      expect(await newest()).toEqual(answer.body.data);
    }
  });

  it('is refused when its content does not fit its type', async () => {
    const count = (await chat.list(chat.admin, '?limit=200')).length;
    const wrong: readonly (readonly [string, unknown])[] = [
      ...['', ' ', '\n\t\u00a0', 'x'.repeat(4_001), 'é'.repeat(4_001), 'a\u0000b', 'a\ud800b'].map(
        (content) => ['TEXT', content] as const,
      ),
      ...['', 'Goose', 'a b', 'gans!', 'x'.repeat(65), 'gänse', 'a\n'].map(
        (content) => ['STICKER', content] as const,
      ),
      ...[
        '',
        'http://example.org/a.png',
        'example.org/a.png',
        'https://',
        'https://a b/c.png',
        'javascript:alert(1)',
        `https://example.org/${'x'.repeat(2_048)}`,
      ].map((content) => ['IMAGE', content] as const),
      ['SYSTEM', ' '],
      ['TEXT', 7],
      ['TEXT', null],
      ['TEXT', undefined],
    ];
    for (const [type, content] of wrong) {
      const { status, body } = await post(chat.admin, { type, content });
      expect([type, content, status, body.code]).toEqual([type, content, 400, 'VALIDATION_FAILED']);
      expect(body.message.join()).toMatch(/content|zero characters or lone surrogates/);
    }
    for (const type of ['text', 'VIDEO', '', null, undefined, 1]) {
      const answer = await post(chat.admin, { type, content: 'a' });
      expect([type, ...outcome(answer)]).toEqual([type, 400, 'VALIDATION_FAILED']);
    }
    expect(await chat.list(chat.admin, '?limit=200')).toHaveLength(count);
  });

  it('of the service is for leaders and admins alone', async () => {
    const answer = await post(chat.member, { type: 'SYSTEM', content: 'Send me your keys.' });
    expect(outcome(answer)).toEqual([403, 'LEADER_REQUIRED']);
  });

  it('may reply to one of its group, and to no other', async () => {
    const first = await chat.say(chat.member, 'Why?');
    const reply = await chat.say(chat.leader, 'Because.', { replyToId: first.id });
    expect(reply.replyToId).toBe(first.id);
    expect((await newest()).replyToId).toBe(first.id);
    expect((await chat.say(chat.leader, 'x', { replyToId: null })).replyToId).toBeNull();
    const other = await world.chat();
    const elsewhere = await other.say(other.member, 'elsewhere');
    const gone = await chat.say(chat.member, 'gone');
    await chat.act(chat.member, 'DELETE', gone);
    for (const replyToId of [elsewhere.id, gone.id, chat.groupId, 'nonsense']) {
      const answer = await post(chat.leader, { type: 'TEXT', content: 'x', replyToId });
      expect(outcome(answer)).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('who talks in a group', () => {
  it('is in it: a group of others and one that is none look the same', async () => {
    const { outsider, groupId } = chat;
    const message = await newest();
    const unknown = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
    for (const group of [groupId, unknown, 'nonsense', '%00']) {
      const path = `/chat/${group}/messages`;
      const one = `${path}/${message.id}`;
      const calls = [
        await outsider.call('GET', path),
        await outsider.call('POST', path, { type: 'TEXT', content: 'hi' }),
        await outsider.call('POST', `/chat/${group}/read`),
        await outsider.call('PATCH', one, { content: 'hi' }),
        await outsider.call('DELETE', one),
        await outsider.call('PUT', `${one}/reactions/like`),
        await outsider.call('DELETE', `${one}/reactions/like`),
        await outsider.call('PUT', `${one}/pin`),
        await outsider.call('DELETE', `${one}/pin`),
      ];
      expect(calls.map(outcome)).toEqual(calls.map(() => [403, 'NOT_GROUP_MEMBER']));
    }
  });

  it('does so no more after leaving, and again after joining', async () => {
    const other = await world.chat();
    const { member, groupId } = other;
    await other.say(member, 'before');
    await member.post(`/groups/${groupId}/leave`);
    const path = `/chat/${groupId}/messages`;
    expect(outcome(await member.call('GET', path))).toEqual([403, 'NOT_GROUP_MEMBER']);
    const answer = await post(member, { type: 'TEXT', content: 'x' }, {}, other);
    expect(outcome(answer)).toEqual([403, 'NOT_GROUP_MEMBER']);
    // What was said stays, under the name of who said it.
    expect((await other.list(other.admin)).map(({ sender }) => sender.username)).toEqual([
      member.name,
    ]);
    await member.post(`/groups/${groupId}/join`);
    expect(contents(await other.list(member))).toEqual(['before']);
  });

  it('needs the scope: read to read, chat to write', async () => {
    const { groupId, member } = chat;
    const message = await newest();
    const keyOf = async (scopes: string[]): Promise<TestUser> => {
      const key = await world.test.sandbox('POST', '/keys', { userId: member.userId, scopes });
      return world.test.at({ ...member, apiKey: key.apiKey });
    };
    const [reader, talker] = [await keyOf(['read']), await keyOf(['chat'])];
    const path = `/chat/${groupId}/messages`;
    const refused = [403, 'SCOPE_REQUIRED'];
    expect(outcome(await reader.call('GET', path))).toEqual([200]);
    expect(outcome(await talker.call('GET', path))).toEqual(refused);
    const writes = async (user: TestUser) => [
      outcome(await user.call('POST', path, { type: 'TEXT', content: 'x' })),
      outcome(await user.call('POST', `/chat/${groupId}/read`)),
      outcome(await user.call('PUT', `${path}/${message.id}/reactions/like`)),
    ];
    expect(await writes(reader)).toEqual([refused, refused, refused]);
    expect(await writes(talker)).toEqual([[201], [200], [200]]);
  });

  it('only reads while suspended', async () => {
    const other = await world.chat();
    const { member, admin, groupId } = other;
    const [own, others] = [await other.say(member, 'own'), await other.say(admin, 'others')];
    await other.suspend(member, true);
    const refused = [403, 'SUBSCRIPTION_REQUIRED'];
    const writes = [
      await post(member, { type: 'TEXT', content: 'x' }, {}, other),
      await other.act(member, 'PATCH', own, '', { content: 'x' }),
      await other.act(member, 'DELETE', own),
      await other.act(member, 'PUT', others, '/reactions/like'),
      await other.act(member, 'DELETE', others, '/reactions/like'),
    ];
    expect(writes.map(outcome)).toEqual(writes.map(() => refused));
    expect(contents(await other.list(member))).toEqual(['others', 'own']);
    expect(outcome(await member.call('POST', `/chat/${groupId}/read`))).toEqual([200]);
    expect(await other.unread(member)).toBe(0);
    await other.suspend(member, false);
    expect(outcome(await other.act(member, 'DELETE', own))).toEqual([200]);
  });
});

describe('sending a message again', () => {
  it('under the same client id answers the one that was sent', async () => {
    const body = { type: 'TEXT', content: 'once', clientMessageId: 'c 1 "{}\\' };
    const first = await post(chat.member, body);
    expect([first.status, first.body.data.clientMessageId]).toEqual([201, body.clientMessageId]);
    const again = await post(chat.member, { ...body, content: 'twice' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    // The id is the sender's own: others and other groups have theirs.
    const other = await post(chat.leader, body);
    expect(other.body.data.id).not.toBe(first.body.data.id);
    await chat.act(chat.member, 'PUT', first.body.data, '/reactions/wow');
    const seen = await post(chat.member, body);
    expect(seen.body.data.reactions).toEqual([{ key: 'wow', count: 1, mine: true }]);
    await chat.act(chat.member, 'DELETE', first.body.data);
    expect(outcome(await post(chat.member, body))).toEqual([404, 'NOT_FOUND']);
  });

  it('twenty times at once makes one', async () => {
    const body = { type: 'TEXT', content: 'at once', clientMessageId: 'burst' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(chat.member, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    const found = contents(await chat.list(chat.member, '?limit=200'));
    expect(found.filter((content) => content === 'at once')).toHaveLength(1);
  });

  it('under a client id that is none is refused', async () => {
    for (const clientMessageId of ['', 'x'.repeat(65), 'a\u0000', 7]) {
      const answer = await post(chat.member, { type: 'TEXT', content: 'x', clientMessageId });
      expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  it('under an Idempotency-Key replays the answer, and refuses another body', async () => {
    const key = { 'idempotency-key': 'k1' };
    const body = { type: 'TEXT', content: 'kept' };
    const first = await post(chat.member, body, key);
    const again = await post(chat.member, body, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const changed = await post(chat.member, { ...body, content: 'x' }, key);
    expect(outcome(changed)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });
});

it('tells the stream of who sent it, and nobody else', async () => {
  const { member, leader, groupId } = chat;
  const seq = async (user: TestUser) => (await user.get('/account/events?limit=1')).latestSeq;
  const [mine, theirs] = [await seq(member), await seq(leader)];
  const message = await chat.say(member, 'told');
  const { events } = await member.get(`/account/events?after=${mine}`);
  expect(events).toMatchObject([
    {
      seq: mine + 1,
      type: 'chat.messageSent',
      data: { groupId, messageId: message.id, createdAt: message.createdAt },
    },
  ]);
  expect(await seq(leader)).toBe(theirs);
});
