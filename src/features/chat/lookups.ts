import { defineLookup } from '../../platform/db/table.ts';
import { REACTION_KEYS, type ReactionKey } from './tables.ts';

/** How messages show who sent them. */
export interface Sender {
  readonly idpId: string;
  readonly username: string;
  readonly avatar: string;
}

/** A user as a sender, by id. */
export const senderLookup = defineLookup<Sender>({
  name: 'chat sender',
  keySize: 1,
  text: `select v.n, u.idp_id, u.username, u.avatar
    from unnest($1::uuid[]) with ordinality v(id, n)
    cross join lateral (select idp_id, username, avatar from app_user where id = v.id limit 1) u`,
  read: ([idpId, username, avatar]) => ({ idpId, username, avatar }) as Sender,
});

/** Who sent a message, by the message's id. */
export const messageSenderLookup = defineLookup<Sender>({
  name: 'sender of message',
  keySize: 1,
  text: `select v.n, u.idp_id, u.username, u.avatar
    from unnest($1::uuid[]) with ordinality v(id, n)
    cross join lateral (select u.idp_id, u.username, u.avatar from chat_message m
      join app_user u on u.id = m.sender_id where m.id = v.id limit 1) u`,
  read: ([idpId, username, avatar]) => ({ idpId, username, avatar }) as Sender,
});

/** How often each key stands on a message; keys without a reaction are absent. */
export type ReactionCounts = Readonly<Partial<Record<ReactionKey, number>>>;

/** By message id; exact while the message is locked. */
export const reactionCountsLookup = defineLookup<{ readonly counts: ReactionCounts }>({
  name: 'reactions of message',
  keySize: 1,
  text: `select v.n, ${REACTION_KEYS.map((key) => `r."${key}"`).join(', ')}
    from unnest($1::uuid[]) with ordinality v(id, n)
    cross join lateral (select
      ${REACTION_KEYS.map((key) => `(count(*) filter (where key = '${key}'))::int4 as "${key}"`).join(', ')}
      from chat_reaction where message_id = v.id) r`,
  read: (raw) => ({
    counts: Object.fromEntries(
      REACTION_KEYS.map((key, n) => [key, raw[n] as number]).filter(([, count]) => count !== 0),
    ),
  }),
});

/** Which keys a user has put on a message, by (message, user). */
export const ownReactionsLookup = defineLookup<{ readonly keys: readonly ReactionKey[] }>({
  name: 'own reactions',
  keySize: 2,
  text: `select v.n, r.keys from unnest($1::uuid[], $2::uuid[]) with ordinality v(m, u, n)
    cross join lateral (select array_agg(key) as keys from chat_reaction
      where message_id = v.m and user_id = v.u) r`,
  read: ([keys]) => ({ keys: (keys ?? []) as ReactionKey[] }),
});

/** The message that a sender gave a client id of their own, by (group, sender, client id). */
export const sentMessageLookup = defineLookup<{ readonly messageId: string }>({
  name: 'sent chat message',
  keySize: 3,
  text: `select v.n, m.id from unnest($1::uuid[], $2::uuid[], $3::text[])
      with ordinality v(g, s, c, n)
    cross join lateral (select id from chat_message
      where group_id = v.g and sender_id = v.s and client_message_id = v.c limit 1) m`,
  read: ([messageId]) => ({ messageId: messageId as string }),
});
