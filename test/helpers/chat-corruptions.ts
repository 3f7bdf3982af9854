import type { Corruption } from './corruptions.ts';

const ORDER = 'I23 instants of a group';
const OPENINGS = 'I23 every opening';
const ENDS = 'I23 every end';
const POSTED = 'I23 what waits';
const REACTIONS = 'I23 reactions';

const posted = (kind: string): string =>
  `(select ctid from chat_message where metadata::jsonb ->> 'kind' = '${kind}' limit 1)`;

/** Changes of chat that nobody may make. */
export const chatCorruptions: readonly Corruption[] = [
  [
    'two messages share an instant',
    `drop index chat_message_order;
      update chat_message m set created_at = (
        select max(created_at) from chat_message where group_id = m.group_id)`,
    [ORDER],
  ],
  [
    'a group has forgotten its newest message',
    `update chat_group set last_at = last_at - interval '1 ms'`,
    [ORDER],
  ],
  ['a group has no chat', 'delete from chat_group', [ORDER]],
  [
    'a member has read what is still to come',
    `update chat_read set last_read_at = last_read_at + interval '1 minute'`,
    [ORDER],
  ],
  [
    'an opening was told to nobody',
    `delete from chat_message where ctid = ${posted('PROPOSAL')}`,
    [OPENINGS],
  ],
  [
    'an opening was told twice',
    `insert into chat_announcement select id, 0, group_id, sender_id, kind, vertical,
        (select id from spot_proposal limit 1), text, metadata, created_at from (
      select gen_random_uuid() as id, group_id, sender_id, 'PROPOSAL' as kind, vertical, text,
        metadata, created_at from chat_announcement limit 1) a`,
    [OPENINGS],
  ],
  [
    'the close of a call was told to nobody',
    `delete from chat_message where ctid = ${posted('CLOSE')}`,
    [ENDS],
  ],
  [
    'a resolution was told to nobody',
    `delete from chat_message where ctid = ${posted('RESOLUTION')}`,
    [ENDS],
  ],
  [
    'an announcement is of no call',
    `update chat_announcement set proposal_id = gen_random_uuid(), kind = 'CLOSE'
      where kind = 'CLOSE' or kind = 'PROPOSAL'`,
    [OPENINGS, ENDS],
  ],
  [
    'what was posted waits again',
    `update chat_announcement set id = (
        select cause_id from chat_message where cause_id is not null limit 1)
      where n = (select max(n) from chat_announcement)`,
    [POSTED],
  ],
  [
    'a cause has two messages',
    `alter table chat_message drop constraint chat_message_cause_id_key;
      update chat_message set cause_id = (
        select cause_id from chat_message where cause_id is not null limit 1)
      where cause_id is not null`,
    [POSTED],
  ],
  [
    'a reaction is none of the published ones',
    `alter table chat_reaction drop constraint chat_reaction_key_check;
      update chat_reaction set key = 'meh' where key = 'like'`,
    [REACTIONS],
  ],
  [
    'a reaction counts twice',
    `alter table chat_reaction drop constraint chat_reaction_pkey;
      update chat_reaction set key = 'fire'`,
    [REACTIONS],
  ],
  [
    'a reaction is on no message',
    'update chat_reaction set message_id = gen_random_uuid()',
    [REACTIONS],
  ],
];
