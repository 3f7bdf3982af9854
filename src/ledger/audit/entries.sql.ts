import { accountCodes, transferKinds } from '../accounts.ts';
import type { AuditCheck } from '../audit.ts';

const { available } = accountCodes;
const { deposit } = transferKinds;
const kinds = Object.values(transferKinds).join(', ');

/** Money is neither made nor lost: what comes into one account leaves another. */
export const assetSumsCheck: AuditCheck = {
  name: 'I1 every asset sums to zero',
  text: `select 'asset ' || asset_id || ' by ' || sum(amount) as offender
    from entry group by asset_id having sum(amount) <> 0`,
};

export const transferSumsCheck: AuditCheck = {
  name: 'I1 every transfer sums to zero per asset',
  text: `select transfer_id || ' by ' || sum(amount) as offender
    from entry group by transfer_id, asset_id having sum(amount) <> 0`,
};

/** A transfer is one movement: one kind that is known, one instant, lines numbered 0, 1, 2 … */
export const transferShapeCheck: AuditCheck = {
  name: 'I5 every transfer is one movement',
  text: `select transfer_id::text as offender from entry group by transfer_id
    having min(kind) <> max(kind) or min(at) <> max(at) or max(n) <> count(*) - 1
      or bool_or(kind not in (${kinds}))`,
};

/** What comes into the wallets from outside is what deposits say. */
export const depositsCheck: AuditCheck = {
  name: 'I5 every deposit has one transfer',
  text: `select coalesce(d.id, t.id)::text as offender
    from deposit d
    full join (
      select transfer_id as id, count(*) as lines,
        sum(amount) filter (where account = ${available} and asset_id = 0) as amount,
        (array_agg(user_id) filter (where account = ${available}))[1] as user_id
      from entry where kind = ${deposit} group by transfer_id
    ) t on t.id = d.id
    where d.id is null or t.id is null or t.lines <> 2
      or t.amount is distinct from d.amount or t.user_id is distinct from d.user_id`,
};

const guards = (table: string): string => `select * from (values
    ('${table}_immutable', 26), ('${table}_no_truncate', 34)) v(name, type)`;

/** Rows before the statement: 2 before, 8 delete, 16 update, 32 truncate (pg_trigger.tgtype). */
export const immutableCheck: AuditCheck = {
  name: 'I3 entries cannot be changed',
  text: `select g.name as offender from (${guards('entry')}) g
    where not exists (select 1 from pg_trigger t
      where t.tgrelid = 'entry'::regclass and t.tgname = g.name and t.tgtype = g.type
        and t.tgenabled in ('O', 'A') and t.tgqual is null
        and t.tgfoid = 'refuse_change'::regproc)`,
};
