import { accountCodes, transferKinds } from '../../ledger/accounts.ts';
import type { AuditCheck } from '../../ledger/audit.ts';

const { reserve, release } = transferKinds;
const open = `status in ('SUBMITTED', 'UNKNOWN')`;

/** What is held back is what orders in flight hold, and nothing else. */
const reservedCheck: AuditCheck = {
  name: 'I4 reserved funds are those of orders in flight',
  text: `select user_id || ' asset ' || asset_id as offender
    from (
      select user_id, 0 as asset_id, reserved from wallet
      union all select user_id, asset_id, reserved from account
    ) k
    full join (
      select user_id, reserved_asset as asset_id, sum(reserved_amount) as reserved
      from intent where ${open} group by user_id, reserved_asset
    ) i using (user_id, asset_id)
    where coalesce(k.reserved, 0) <> coalesce(i.reserved, 0)`,
};

/** Movements between the two accounts of a user, as one line each. */
const held = (kind: number): string => `select transfer_id, count(*) as lines,
    (array_agg(user_id) filter (where account = ${accountCodes.reserved}))[1] as user_id,
    min(asset_id) as asset_id, abs(sum(amount) filter (where account = ${accountCodes.reserved})) as amount
  from entry where kind = ${kind} group by transfer_id`;

/** As many transfers as orders, of the same user, asset and amount. */
const paired = (what: string, kind: number, where: string): string =>
  `select '${what} ' || user_id || ' asset ' || asset_id || ' of ' || amount as offender
    from (
      select user_id, asset_id, amount, case lines when 2 then 1 else 2 end as step
      from (${held(kind)}) t
      union all
      select user_id, reserved_asset, reserved_amount, -1 from intent where ${where}
    ) m
    group by user_id, asset_id, amount having sum(step) <> 0`;

/** Each order in flight reserved once; each that is final has released once. */
const causesCheck: AuditCheck = {
  name: 'I5 every reservation and release belongs to one order',
  text: `${paired('reserve', reserve, 'true')}
    union all ${paired('release', release, `not ${open}`)}`,
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

/** What holds of orders whose outcome was not known at once. */
export const orderChecks: readonly AuditCheck[] = [reservedCheck, causesCheck, outcomesCheck];
