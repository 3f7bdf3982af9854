import { chatCorruptions } from './chat-corruptions.ts';
import { CALLS, groupCorruptions } from './group-corruptions.ts';
import { ownDataCorruptions } from './own-data-corruptions.ts';
import { perpCorruptions } from './perp-corruptions.ts';
import { predictionCorruptions } from './prediction-corruptions.ts';
import { withdrawalCorruptions } from './withdrawal-corruptions.ts';

/** A change nobody may make, and the checks that must see it (by the start of their names). */
export type Corruption = readonly [what: string, change: string, checks: readonly string[]];

const settled = `(select id from intent where status = 'SETTLED')`;
const oneOf = (table: string, where = 'true'): string =>
  `(select ctid from ${table} where ${where} limit 1)`;

export const corruptions: readonly Corruption[] = [
  [
    'an entry of a system account changes',
    `update entry set amount = amount + 1 where ctid = ${oneOf('entry', 'account = 20 and asset_id = 0')}`,
    ['I1 every asset', 'I1 every transfer'],
  ],
  [
    'two entries of one asset change against each other',
    `update entry set amount = amount + case transfer_id
          when (select min(transfer_id::text)::uuid from entry where account = 10) then 1 else -1 end
        where account = 10 and transfer_id in ((select min(transfer_id::text)::uuid from entry where account = 10),
          (select max(transfer_id::text)::uuid from entry where account = 10))`,
    ['I1 every transfer'],
  ],
  [
    'a wallet grows by itself',
    `update wallet set available = available + 1 where ctid = ${oneOf('wallet')}`,
    ['I2 balances', 'I2 each entry'],
  ],
  [
    'a balance after an entry is another one',
    `update entry set balance_after = balance_after + 1
        where ctid = ${oneOf('entry', 'account = 0 and asset_id <> 0')}`,
    ['I2 each entry'],
  ],
  [
    'the trigger is switched off',
    `set local session_replication_role = origin; alter table entry disable trigger entry_immutable`,
    ['I3 entries'],
  ],
  [
    'the trigger against truncation is gone',
    'drop trigger entry_no_truncate on entry',
    ['I3 entries'],
  ],
  [
    'a wallet is below zero',
    `alter table wallet drop constraint wallet_available_check;
        update wallet set available = -1 where ctid = ${oneOf('wallet')}`,
    ['I2 balances', 'I2 each entry', 'I4 no balance'],
  ],
  [
    'an order in flight is forgotten',
    `delete from intent where ctid = ${oneOf('intent', `status = 'SUBMITTED' and reserved_asset = 0`)}`,
    ['I4 reserved', 'I5 every reservation'],
  ],
  [
    'a final order is in flight again',
    `update intent set status = 'UNKNOWN' where id = ${settled}`,
    ['I4 reserved', 'I5 every reservation', 'I12 orders'],
  ],
  [
    'a locked sale is unlocked',
    `update spot_position set locked = 0 where locked > 0`,
    ['I4 locked tokens'],
  ],
  [
    'a transfer has two kinds',
    `update entry set kind = 0 where ctid = ${oneOf('entry', 'kind = 4')}`,
    ['I5 every transfer', 'I5 every deposit', 'I5 every group fee'],
  ],
  [
    'a deposit says more than came in',
    `update deposit set amount = amount + 1 where ctid = ${oneOf('deposit')}`,
    ['I5 every deposit'],
  ],
  [
    'a deposit has no transfer',
    `insert into deposit values (gen_random_uuid(), gen_random_uuid(), 1, 'x', now())`,
    ['I5 every deposit'],
  ],
  [
    'a group fee goes to nobody',
    `update entry set account = 11, user_id = null, balance_after = null
        where kind = 4 and amount > 0`,
    ['I2 balances', 'I2 each entry', 'I5 every group fee', 'I6 fees'],
  ],
  [
    'a swap is removed',
    `delete from spot_trade where ctid = ${oneOf('spot_trade', `origin = 'SWAP' and side = 'SELL'`)}`,
    ['I5 trades', 'I8 positions'],
  ],
  [
    'a fee is charged and not credited',
    `update spot_trade set fee = fee + 5 where ctid = ${oneOf('spot_trade', `side = 'BUY'`)}`,
    ['I6 fees'],
  ],
  [
    'a position holds more than was bought',
    `update spot_position set quantity = quantity + 1 where ctid = ${oneOf('spot_position', 'quantity > 0')}`,
    ['I8 positions', 'I8 token'],
  ],
  [
    'a position has cost less',
    `update spot_position set cost = cost - 1 where ctid = ${oneOf('spot_position', 'cost > 0')}`,
    ['I8 positions'],
  ],
  ['a swap position is gone', 'delete from swap_position', ['I8 positions', 'I8 token']],
  [
    'a closed proposal is open again',
    `drop index spot_proposal_open;
        update spot_proposal set closed_at = null where closed_at is not null`,
    [CALLS, 'I12 proposals', 'I23 every end'],
  ],
  [
    'a leader trade has counted one more',
    `update leader_trade set eligible = eligible + 1 where ctid = ${oneOf('leader_trade')}`,
    ['I13 every leader'],
  ],
  [
    'a follow that was skipped is gone',
    `delete from follow where ctid = ${oneOf('follow', `status = 'SKIPPED'`)}`,
    ['I13 every leader'],
  ],
  [
    'an opening was told to nobody',
    `delete from leader_trade where id in (select id from spot_trade where origin = 'OPEN')`,
    ['I13 every leader', 'I13 every opening'],
  ],
  [
    'a follow was never made',
    `update follow set status = 'QUEUED', code = null, settled_at = null,
        deadline_at = deadline_at - interval '91 seconds'
        where ctid = ${oneOf('follow', `status = 'SKIPPED'`)}`,
    ['I13 every follow'],
  ],
  [
    'a skip does not say why',
    `update follow set code = null where ctid = ${oneOf('follow', `status = 'SKIPPED'`)}`,
    ['I13 every result'],
  ],
  [
    'a follow took more than its amount',
    `update follow set amount = amount - 1 where ctid = ${oneOf('follow', `vertical = 'SPOT' and status = 'FILLED' and amount > 0`)}`,
    ['I14 followed'],
  ],
  [
    'a follow was made twice',
    `alter table follow drop constraint follow_pkey;
        insert into follow select * from follow where ctid = ${oneOf('follow', `status = 'SKIPPED'`)};
        update leader_trade l set eligible = (select count(*) from follow where leader_trade_id = l.id)`,
    ['I16 one'],
  ],
  [
    'a refusal is stored',
    `alter table idempotency drop constraint idempotency_status_check;
        update idempotency set status = 400`,
    ['I20 stored answers are'],
  ],
  [
    'an answer speaks of an order that does not exist',
    `update idempotency set body = regexp_replace(body, '"actionJobId":"[^"]*"',
        '"actionJobId":"' || gen_random_uuid() || '"')`,
    ['I20 stored answers speak'],
  ],
  [
    'an event is missing in the middle',
    `delete from event where seq = 2 and user_id = (select user_id from wallet where event_seq > 3 limit 1)`,
    ['I24 events'],
  ],
  [
    'the newest event is missing',
    `delete from event e using wallet w where w.user_id = e.user_id and e.seq = w.event_seq`,
    ['I24 events'],
  ],
  ...perpCorruptions,
  ...predictionCorruptions,
  ...chatCorruptions,
  ...withdrawalCorruptions,
  ...ownDataCorruptions,
  ...groupCorruptions,
];
