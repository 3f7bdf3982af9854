import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer, Method } from '../helpers/client.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { openGroup } from './world.ts';

/** A message as an answer holds it. */
// biome-ignore lint/suspicious/noExplicitAny: the data of an answer.
export type Message = any;

/** A group with one user of each role, and one who is in another group only. */
export interface Chat {
  readonly groupId: string;
  /** LEADER and admin. */
  readonly admin: TestUser;
  /** LEADER, no admin. */
  readonly leader: TestUser;
  readonly member: TestUser;
  readonly outsider: TestUser;
  /** A text of the user; the message. */
  say(user: TestUser, content: string, more?: object): Promise<Message>;
  /** Messages as the user reads them. */
  list(user: TestUser, query?: string): Promise<Message[]>;
  /** Something about one message, whatever the answer. */
  act(
    user: TestUser,
    method: Method,
    message: Message,
    rest?: string,
    body?: object,
  ): Promise<Answer>;
  unread(user: TestUser): Promise<number>;
  /** Changes the member's row behind the service's back: what no route does yet. */
  suspend(user: TestUser, suspended: boolean): Promise<void>;
}

export interface ChatWorld {
  readonly test: TestApp;
  chat(): Promise<Chat>;
  run(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

export async function startChatWorld(
  env: Readonly<Record<string, string>> = {},
  options: { database?: TestDatabase } = {},
): Promise<ChatWorld> {
  const test = await startTestApp(env, options);
  let count = 0;
  const user = (): Promise<TestUser> => {
    count += 1;
    return test.user(`talker_${count}`);
  };
  const run: ChatWorld['run'] = async (text, values = []) =>
    test.app.services.database.withClient(
      async (client) => (await client.query(text, values)).rows as Record<string, unknown>[],
    );
  return {
    test,
    run,
    async chat() {
      const [admin, leader, member, outsider] = [
        await user(),
        await user(),
        await user(),
        await user(),
      ];
      const groupId = await openGroup(admin);
      await openGroup(outsider);
      for (const one of [leader, member]) await one.post(`/groups/${groupId}/join`);
      await admin.post(`/groups/${groupId}/members/${leader.userId}/promote`);
      const path = `/chat/${groupId}/messages`;
      return {
        groupId,
        admin,
        leader,
        member,
        outsider,
        say: (by, content, more = {}) => by.post(path, { type: 'TEXT', content, ...more }),
        list: (by, query = '') => by.get(`${path}${query}`),
        act: (by, method, message, rest = '', body) =>
          by.call(method, `${path}/${message.id}${rest}`, body),
        async unread(by) {
          const groups = await by.get('/groups');
          return groups.find(({ uniqueId }: { uniqueId: string }) => uniqueId === groupId)
            .unreadCount;
        },
        async suspend({ userId }, suspended) {
          const text = `update membership set suspended = $3, subscription_fee = case when $3 then 2000000 else 0 end,
              subscription_status = case when $3 then 'PAST_DUE' else 'NONE' end
            where group_id = $1 and user_id = $2`;
          await run(text, [groupId, userId, suspended]);
        },
      };
    },
  };
}

/** Status and code of a refusal; the status alone of a success. */
export const outcome = ({ status, body }: Answer) =>
  status < 300 ? [status] : [status, body.code];

export const contents = (messages: readonly Message[]): string[] =>
  messages.map(({ content }) => content);
