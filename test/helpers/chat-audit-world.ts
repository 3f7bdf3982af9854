import { deleteMessage } from '../../src/features/chat/delete-message.ts';
import { markRead } from '../../src/features/chat/mark-read.ts';
import { postAnnouncement } from '../../src/features/chat/post-announcement.ts';
import { react } from '../../src/features/chat/react.ts';
import { sendMessage } from '../../src/features/chat/send-message.ts';
import type { Trader } from '../../src/features/orders/index.ts';
import type { Trading } from './trading.ts';

/** Announcements that are left to post. */
export const LEFT_TO_POST = 2;

/** Posts announcements, all but two; a text with reactions that is read, and one that is deleted. */
export async function makeChatRows(
  on: Trading,
  { ada, bob, group: groupId }: { ada: Trader; bob: Trader; group: string },
): Promise<void> {
  const waiting = await on.rows<{ id: string; groupId: string; senderId: string }>(
    `select id, group_id as "groupId", sender_id as "senderId" from chat_announcement order by n`,
  );
  for (const row of waiting.slice(0, -LEFT_TO_POST)) {
    await on.run(postAnnouncement, row, row.groupId);
  }
  const say = async (content: string): Promise<string> => {
    const { userId, idpId, username } = ada;
    const sender = { userId, idpId, username, avatar: '' };
    const message = { groupId, sender, type: 'TEXT', content } as const;
    const command = { ...message, replyToId: null, clientMessageId: null };
    return (await on.run(sendMessage, command, userId)).data.id;
  };
  const messageId = await say('hello');
  const { userId } = bob;
  for (const key of ['like', 'fire'] as const) {
    await on.run(react, { groupId, userId, messageId, key, on: true }, userId);
  }
  await on.run(markRead, { groupId, userId }, userId);
  const gone = { groupId, userId: ada.userId, messageId: await say('oops') };
  await on.run(deleteMessage, gone, ada.userId);
}
