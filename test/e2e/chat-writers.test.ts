import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Message } from './chat-world.ts';
import { openGroup } from './world.ts';

const WRITERS = 10;
const MESSAGES_EACH = 500;
/** Messages that a writer has on the way at once. */
const AT_ONCE = 25;
const READERS = 5;
/** Rounds of a writer between two looks from the end to the beginning. */
const ROUNDS_BETWEEN = 40;
const ALL = WRITERS * MESSAGES_EACH;

let test: TestApp;
let groupId: string;
let path: string;
const users: TestUser[] = [];
beforeAll(async () => {
  test = await startTestApp();
  const admin = await test.user('admin');
  groupId = await openGroup(admin);
  path = `/chat/${groupId}/messages`;
  for (let n = 0; n < WRITERS + READERS; n += 1) {
    const user = await test.user(`user_${n}`);
    await user.post(`/groups/${groupId}/join`);
    users.push(user);
  }
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

/** Resolves when more has been written; readers wait for it instead of asking for what is not there. */
let wake: () => void = () => {};
let news = new Promise<void>(() => {});
function tellNews(): void {
  wake();
  news = new Promise((resolve) => {
    wake = resolve;
  });
}

async function write(user: TestUser, writer: number): Promise<Message[]> {
  const sent: Message[] = [];
  for (let n = 0; n < MESSAGES_EACH; n += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, k) =>
      user.post(path, { type: 'TEXT', content: `${writer} ${n + k}` }),
    );
    sent.push(...(await Promise.all(batch)));
    tellNews();
  }
  return sent;
}

/** Follows the chat from its beginning; every message in the order in which it was seen. */
async function follow(user: TestUser, from: string): Promise<Message[]> {
  const seen: Message[] = [];
  while (seen.length < ALL) {
    const more = news;
    const after = seen.at(-1)?.createdAt ?? from;
    const page: Message[] = await user.get(`${path}?after=${after}&limit=200`);
    seen.push(...page.toReversed());
    if (page.length < 200 && seen.length < ALL) await more;
  }
  return seen;
}

/** Goes back from now to the beginning, again and again until all is written. */
async function lookBack(user: TestUser, done: () => boolean): Promise<Message[]> {
  for (;;) {
    const last = done();
    const seen: Message[] = [];
    for (;;) {
      const before = seen.length === 0 ? '' : `&before=${seen.at(-1)?.createdAt}`;
      const page: Message[] = await user.get(`${path}?limit=200${before}`);
      seen.push(...page);
      if (page.length < 200) break;
    }
    expectFalling(seen);
    if (last) return seen;
    for (let n = 0; n < ROUNDS_BETWEEN && !done(); n += 1) await news;
  }
}

/** Every message once, each before the one above it. */
function expectFalling(seen: readonly Message[]): void {
  const wrong = seen.filter((message, n) => n > 0 && message.createdAt >= seen[n - 1]?.createdAt);
  expect(wrong).toEqual([]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
}

it('10 writers of 500 messages and 5 readers: each message once for everyone, in one order', async () => {
  const { createdAt } = await (users[0] as TestUser).get(`/groups/${groupId}`);
  let isDone = false;
  tellNews();
  const writing = Promise.all(users.slice(0, WRITERS).map(write)).finally(() => {
    isDone = true;
    tellNews();
  });
  const reading = users
    .slice(WRITERS)
    .map(async (user, n) =>
      n % 2 === 0 ? (await follow(user, createdAt)).toReversed() : lookBack(user, () => isDone),
    );
  const sent = (await writing).flat();
  const views = await Promise.all(reading);

  expect(sent).toHaveLength(ALL);
  const order = sent.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  expectFalling(order);
  const told = ({ id, sender, content, createdAt }: Message) =>
    `${createdAt} ${id} ${sender.username} ${content}`;
  for (const view of views) {
    expectFalling(view);
    expect(view.map(told)).toEqual(order.map(told));
  }
  // Of one writer what was answered before comes before.
  const perWriter = new Map<string, number[]>();
  for (const { content } of order.toReversed()) {
    const [writer = '', n] = content.split(' ');
    perWriter.set(writer, [...(perWriter.get(writer) ?? []), Number(n)]);
  }
  for (const numbers of perWriter.values()) {
    const rounds = numbers.map((n) => Math.floor(n / AT_ONCE));
    expect(rounds).toEqual(rounds.toSorted((a, b) => a - b));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: MESSAGES_EACH }, (_, n) => n),
    );
  }
  const [group] = await (users[WRITERS] as TestUser).get('/groups');
  expect(group.unreadCount).toBe(ALL);
}, 60_000);
