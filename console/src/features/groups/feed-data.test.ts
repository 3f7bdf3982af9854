import { expect, test } from 'vitest';
import type { ChatMessage } from '../../api/types.generated.ts';
import { type Feed, withMessage, withoutMessage } from './feed-data.ts';

const message = (id: string, second: number, content = id): ChatMessage => ({
  id,
  groupId: 'g',
  senderId: 'u',
  sender: { idpId: 'u', username: 'ada', avatar: '' },
  type: 'TEXT',
  content,
  metadata: null,
  replyToId: null,
  clientMessageId: null,
  reactions: [],
  pinned: false,
  editedAt: null,
  createdAt: `2026-01-01T00:00:0${second}.000Z`,
});

const feed = (...pages: ChatMessage[][]): Feed => ({
  pages: pages.map((data) => ({ data, nextCursor: null })),
  pageParams: pages.map(() => null),
});
const idsOf = ({ pages }: Feed): string[][] => pages.map(({ data }) => data.map(({ id }) => id));

test('a new message comes first in the first page', () => {
  const next = withMessage(feed([message('b', 2)], [message('a', 1)]), message('c', 3));
  expect(idsOf(next)).toEqual([['c', 'b'], ['a']]);
});

test('a message that is there takes the place of itself, once', () => {
  const before = feed([message('b', 2)], [message('a', 1)]);
  const next = withMessage(before, message('a', 1, 'edited'));
  expect(idsOf(next)).toEqual([['b'], ['a']]);
  expect(next.pages[1]?.data[0]?.content).toBe('edited');
});

test('a change of an old message that is not shown adds nothing', () => {
  const next = withMessage(feed([message('c', 3), message('b', 2)]), message('a', 1));
  expect(idsOf(next)).toEqual([['c', 'b']]);
});

test('the first message of an empty chat is shown, and a deleted one goes', () => {
  const one = withMessage(feed([]), message('a', 1));
  expect(idsOf(one)).toEqual([['a']]);
  expect(idsOf(withoutMessage(one, 'a'))).toEqual([[]]);
});
