import { accountCodes, transferKinds } from '../../ledger/accounts.ts';
import type { AuditCheck } from '../../ledger/audit.ts';

const { reserve, release } = transferKinds;
const open = `status in ('SUBMITTED', 'UNKNOWN')`;

/** What orders hold or held, and what withdrawals do, as one line each. */
const held = `select user_id, reserved_asset as asset_id, reserved_amount as amount,
    ${open} as is_open from intent where reserved_amount > 0
  union all
  select user_id, 0, amount, status in ('DELAYED', 'PENDING') from withdrawal`;

/** What is held back is what orders in flight and open withdrawals hold, and nothing else. */
const reservedCheck: AuditCheck = {
  name: 'I4 reserved funds are those of orders in flight and open withdrawals',
  text: `select user_id || ' asset ' || asset_id as offender
    from (
      select user_id, 0 as asset_id, reserved from wallet
      union all select user_id, asset_id, reserved from account
    ) k
    full join (
      select user_id, asset_id, sum(amount) as reserved
      from (${held}) h where is_open group by user_id, asset_id
    ) i using (user_id, asset_id)
    where coalesce(k.reserved, 0) <> coalesce(i.reserved, 0)`,
};

/** Movements between the two accounts of a user, as one line each. */
const moved = (kind: number): string => `select transfer_id, count(*) as lines,
    (array_agg(user_id) filter (where account = ${accountCodes.reserved}))[1] as user_id,
    min(asset_id) as asset_id, abs(sum(amount) filter (where account = ${accountCodes.reserved})) as amount
  from entry where kind = ${kind} group by transfer_id`;

/** As many transfers as orders and withdrawals, of the same user, asset and amount. */
const paired = (what: string, kind: number, where: string): string =>
  `select '${what} ' || user_id || ' asset ' || asset_id || ' of ' || amount as offender
    from (
      select user_id, asset_id, amount, case lines when 2 then 1 else 2 end as step
      from (${moved(kind)}) t
      union all
      select user_id, asset_id, amount, -1 from (${held}) h where ${where}
    ) m
    group by user_id, asset_id, amount having sum(step) <> 0`;

/** Whatever holds money has reserved it once; whatever holds it no longer has released it once. */
const causesCheck: AuditCheck = {
  name: 'I5 every reservation and release belongs to one order or withdrawal',
  text: `${paired('reserve', reserve, 'true')}
    union all ${paired('release', release, 'not is_open')}`,
};

/** A final order has its outcome, an open one has none yet. */
const outcomesCheck: AuditCheck = {
  name: 'I12 orders have an outcome exactly when they are final',
  text: `select id::text as offender from intent
    where case status
      when 'SETTLED' then trade_id is null or answer is null or error_code is not null
      when 'FAILED' then trade_id is not null or error_code is null
      else trade_id is not null or answer is not null or error_code is not null end`,
};

/**
 * The id after a piece of an answer; null without it. Plain search, since a pattern would take a
 * hundred times as long; in the text of a user the quotes would be escaped.
 */
const idAfter = (piece: string): string =>
  `substr(body, nullif(strpos(body, '${piece}'), 0) + ${piece.length}, 36)`;

/** An answer that names an order, a trade or a proposal names one that exists. */
const answersCheck: AuditCheck = {
  name: 'I20 stored answers speak of what exists',
  text: `select a.user_id || ' ' || replace(a.key_hash::text, '-', '') as offender
    from (
      select user_id, key_hash, ${idAfter('"actionJobId":"')} as order_id,
        ${idAfter('"trade":{"id":"')} as trade_id, ${idAfter('"proposal":{"id":"')} as proposal_id
      from idempotency
    ) a
    left join (
      select id::text from final_trade union select id::text from intent
    ) o on o.id = a.order_id
    left join final_trade t on t.id::text = a.trade_id
    left join (
      select id::text from spot_proposal union all select id::text from prediction_proposal
      union all select id::text from perp_proposal
    ) p on p.id = a.proposal_id
    where (a.order_id is not null and o.id is null) or (a.trade_id is not null and t.id is null)
      or (a.proposal_id is not null and p.id is null)`,
};

/** What holds of orders, above all of those whose outcome was not known at once. */
export const orderChecks: readonly AuditCheck[] = [
  reservedCheck,
  causesCheck,
  outcomesCheck,
  answersCheck,
];
