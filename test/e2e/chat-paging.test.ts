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

let one: ChatWorld;
let two: ChatWorld;
beforeAll(async () => {
  one = await startChatWorld();
  two = await startChatWorld({}, { database: one.test.database });
});
afterAll(async () => {
  await one.test.audit();
  await two.test.stop();
  await one.test.stop();
});

const named = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, n) => `m${to - 1 - n}`);

/** A chat with so many messages m0, m1, …; as they were answered. */
async function filled(count: number): Promise<{ chat: Chat; said: Message[] }> {
  const chat = await one.chat();
  const said: Message[] = [];
  for (let n = 0; n < count; n += 1) said.push(await chat.say(chat.member, `m${n}`));
  return { chat, said };
}

/** All pages from a query on, following what the last one said; contents page by page. */
async function pages(
  chat: Chat,
  user: TestUser,
  query: (last: Message[] | undefined) => string | null,
): Promise<string[][]> {
  const all: string[][] = [];
  let last: Message[] | undefined;
  for (;;) {
    const wish = query(last);
    if (wish === null) return all;
    last = await chat.list(user, wish);
    if (last.length === 0) return all;
    all.push(contents(last));
  }
}

describe('a page', () => {
  it('goes back by the instant of its last message, and loses nothing', async () => {
    const { chat } = await filled(11);
    const found = await pages(
      chat,
      chat.admin,
      (last) => `?limit=4${last ? `&before=${last.at(-1)?.createdAt}` : ''}`,
    );
    expect(found).toEqual([named(7, 11), named(3, 7), named(0, 3)]);
  });

  it('goes on by the instant of its first message, newest first within', async () => {
    const { chat, said } = await filled(11);
    const found = await pages(
      chat,
      chat.admin,
      (last) => `?limit=4&after=${(last ?? said).at(0)?.createdAt}`,
    );
    expect(found).toEqual([named(1, 5), named(5, 9), named(9, 11)]);
  });

  it('lies between two instants, both exclusive', async () => {
    const { chat, said } = await filled(8);
    const at = (n: number): string => said[n]?.createdAt;
    const list = async (query: string) => contents(await chat.list(chat.admin, query));
    expect(await list(`?after=${at(2)}&before=${at(6)}`)).toEqual(named(3, 6));
    expect(await list(`?after=${at(2)}&before=${at(6)}&limit=2`)).toEqual(named(3, 5));
    expect(await list(`?after=${at(5)}&before=${at(2)}`)).toEqual([]);
    expect(await list(`?before=${at(0)}`)).toEqual([]);
    expect(await list(`?after=${at(7)}`)).toEqual([]);
    expect(await list('?after=0001-01-01T00:00:00Z&limit=1')).toEqual(['m0']);
    expect(await list('?before=9999-12-31T23:59:59Z&limit=1')).toEqual(['m7']);
  });

  it('takes instants in any zone and of any fineness', async () => {
    const { chat, said } = await filled(3);
    const middle = Date.parse(said[1]?.createdAt);
    const local = new Date(middle + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
    const finer = said[1]?.createdAt.replace('Z', '001Z');
    const list = async (name: string, text: string) =>
      contents(await chat.list(chat.admin, `?${name}=${encodeURIComponent(text)}`));
    expect(await list('before', local)).toEqual(['m0']);
    expect(await list('after', local)).toEqual(['m2']);
    expect(await list('before', finer)).toEqual(['m1', 'm0']);
    expect(await list('after', finer)).toEqual(['m2']);
  });

  it('is named by its cursor in either direction, too', async () => {
    const { chat, said } = await filled(7);
    const walk = async (query: string): Promise<string[][]> => {
      const found: string[][] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const path = `/chat/${chat.groupId}/messages?limit=3${query}${cursor && `&cursor=${cursor}`}`;
        const { body, headers } = await chat.admin.call('GET', path);
        found.push(contents(body.data));
        cursor = headers.get('x-next-cursor');
      }
      return found;
    };
    expect(await walk('')).toEqual([named(4, 7), named(1, 4), named(0, 1)]);
    const after = `&after=${said[0]?.createdAt}`;
    expect(await walk(after)).toEqual([named(1, 4), named(4, 7)]);
  });

  it('has 50 messages, at most 200', async () => {
    const { chat } = await filled(0);
    await Promise.all(Array.from({ length: 205 }, (_, n) => chat.say(chat.leader, `n${n}`)));
    const sizes = await Promise.all(
      ['', '?limit=200', '?limit=201', '?limit=99999', '?limit=1'].map(
        async (query) => (await chat.list(chat.admin, query)).length,
      ),
    );
    expect(sizes).toEqual([50, 200, 200, 200, 1]);
  });

  it('is refused for what is no instant, no limit or no cursor', async () => {
    const { chat } = await filled(1);
    const wrong = [
      ...[
        '',
        'x',
        '1',
        '2026-01-31',
        '2026-01-31T14:30:00',
        '2026-02-30T00:00:00Z',
        '2026-13-01T00:00:00Z',
      ],
      ...['2026-01-31T25:00:00Z', '2026-01-31 14:30:00Z', 'infinity', '+2026-01-31T14:30:00Z'],
    ].flatMap((text) => [
      `before=${encodeURIComponent(text)}`,
      `after=${encodeURIComponent(text)}`,
    ]);
    wrong.push('limit=0', 'limit=-1', 'limit=x', 'cursor=x', 'cursor=', 'before=a&before=b');
    const cursorOf = (...parts: unknown[]) =>
      `cursor=${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;
    wrong.push(cursorOf('before'), cursorOf('around', 1), cursorOf('after', -1));
    wrong.push(cursorOf('before', 9e15), cursorOf('before', 'x'));
    for (const query of wrong) {
      const answer = await chat.admin.call('GET', `/chat/${chat.groupId}/messages?${query}`);
      expect([query, ...outcome(answer)]).toEqual([query, 400, 'VALIDATION_FAILED']);
    }
  });
});

describe('instants of messages', () => {
  it('rise strictly, also when all are sent at once to two processes', async () => {
    const { chat } = await filled(0);
    const { groupId, member, leader } = chat;
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const world = n % 2 === 0 ? one : two;
        const user = world.test.at(n % 3 === 0 ? member : leader);
        const body = { type: 'TEXT', content: `n${n}` };
        return user.post(`/chat/${groupId}/messages`, body);
      }),
    );
    const instants = answers.map(({ createdAt }) => createdAt);
    expect(new Set(instants).size).toBe(200);
    const list = await chat.list(chat.admin, '?limit=200');
    expect(list.map(({ createdAt }) => createdAt)).toEqual(instants.toSorted().toReversed());
  });

  it('rise while the clock stands, and what is read is read', async () => {
    const chat = await one.chat();
    const { groupId, member } = chat;
    await one.test.sandbox('POST', '/clock', { freeze: true });
    try {
      const said = [];
      for (let n = 0; n < 5; n += 1) said.push(await chat.say(chat.leader, `m${n}`));
      const [first = 0] = said.map(({ createdAt }) => Date.parse(createdAt));
      expect(said.map(({ createdAt }) => Date.parse(createdAt) - first)).toEqual([0, 1, 2, 3, 4]);
      expect(await chat.unread(member)).toBe(5);
      await member.post(`/chat/${groupId}/read`);
      expect(await chat.unread(member)).toBe(0);
      await chat.say(chat.leader, 'm5');
      expect(await chat.unread(member)).toBe(1);
      const edited = await chat.act(chat.leader, 'PATCH', said[4], '', { content: 'm4!' });
      expect(edited.body.data.editedAt >= said[4]?.createdAt).toBe(true);
    } finally {
      await one.test.sandbox('POST', '/clock', { freeze: false });
    }
  });
});
