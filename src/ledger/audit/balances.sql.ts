import { accountCodes } from '../accounts.ts';
import type { AuditCheck } from '../audit.ts';

const { available, reserved } = accountCodes;

/** Every balance that is kept: USDC in the wallet, all else in accounts. */
const kept = `select user_id, 0 as asset_id, available, reserved from wallet
  union all select user_id, asset_id, available, reserved from account`;

const named = (row: string): string => `${row}.user_id || ' asset ' || ${row}.asset_id`;

export const balanceSumsCheck: AuditCheck = {
  name: 'I2 balances are the sums of their entries',
  text: `select user_id || ' asset ' || asset_id as offender
    from (${kept}) k
    full join (
      select user_id, asset_id,
        coalesce(sum(amount) filter (where account = ${available}), 0) as available,
        coalesce(sum(amount) filter (where account = ${reserved}), 0) as reserved
      from entry where user_id is not null group by user_id, asset_id
    ) s using (user_id, asset_id)
    where coalesce(k.available, 0) <> coalesce(s.available, 0)
      or coalesce(k.reserved, 0) <> coalesce(s.reserved, 0)`,
};

/**
 * Each entry continues from a balance that another one left: the balances before all entries and
 * the one kept now are, as a whole, zero and the balances after all entries. So the newest
 * `balance_after` is the balance, whatever the order in which processes numbered their entries.
 */
export const balanceChainCheck: AuditCheck = {
  name: 'I2 each entry continues from the balance before it',
  text: `with kept as (${kept})
    select ${named('b')} || ' at ' || value as offender
    from (
      select user_id, asset_id, account, balance_after as value, 1 as step
        from entry where user_id is not null
      union all
      select user_id, asset_id, account, balance_after - amount, -1
        from entry where user_id is not null
      union all select user_id, asset_id, ${available}::smallint, 0, 1 from kept
      union all select user_id, asset_id, ${reserved}::smallint, 0, 1 from kept
      union all select user_id, asset_id, ${available}::smallint, available, -1 from kept
      union all select user_id, asset_id, ${reserved}::smallint, reserved, -1 from kept
    ) b
    group by user_id, asset_id, account, value having sum(step) <> 0`,
};

export const nonNegativeCheck: AuditCheck = {
  name: 'I4 no balance is below zero',
  text: `select ${named('k')} as offender from (${kept}) k where available < 0 or reserved < 0`,
};
