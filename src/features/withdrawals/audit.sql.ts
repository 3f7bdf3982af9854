import { accountCodes, transferKinds } from '../../ledger/accounts.ts';
import type { AuditCheck } from '../../ledger/audit.ts';

const { withdrawal, withdrawalReturn } = transferKinds;

/** What left is what withdrawals say, each once and under its id. */
const sentOnceCheck: AuditCheck = {
  name: 'I5 every withdrawal that was sent has one transfer',
  text: `select coalesce(w.id, t.id)::text as offender
    from (select id, user_id, amount from withdrawal where sent_at is not null) w
    full join (
      select transfer_id as id, count(*) as lines, min(asset_id) as asset_id,
        -sum(amount) filter (where account = ${accountCodes.available}) as amount,
        (array_agg(user_id) filter (where account = ${accountCodes.available}))[1] as user_id,
        bool_or(account = ${accountCodes.external}) as outside
      from entry where kind = ${withdrawal} group by transfer_id
    ) t on t.id = w.id
    where w.id is null or t.id is null or t.lines <> 2 or t.asset_id <> 0 or not t.outside
      or t.amount is distinct from w.amount or t.user_id is distinct from w.user_id`,
};

/** As many transfers back as withdrawals that came back after they had left. */
const returnedOnceCheck: AuditCheck = {
  name: 'I5 every withdrawal that came back has one transfer',
  text: `select user_id || ' of ' || amount as offender
    from (
      select user_id, amount, 1 as step from entry
        where kind = ${withdrawalReturn} and account = ${accountCodes.available}
      union all
      select user_id, amount, -1 from withdrawal where status = 'RETURNED' and sent_at is not null
    ) m
    group by user_id, amount having sum(step) <> 0`,
};

/** What the chain of paper accounts has paid was asked of it, and nothing counts as sent without. */
const paidCheck: AuditCheck = {
  name: 'I17 paper withdrawals are sent exactly when they were paid',
  text: `select coalesce(w.id, p.withdrawal_id)::text as offender
    from (select * from withdrawal where mode = 'paper') w
    full join (select * from paper_payout where sent_at is not null) p on p.withdrawal_id = w.id
    left join withdrawal_send s on s.withdrawal_id = coalesce(w.id, p.withdrawal_id)
    where case when p.withdrawal_id is null then w.sent_at is not null
      else w.id is null or p.amount <> w.amount or p.address <> w.address
        or (w.sent_at is null and s.state is distinct from 'SENDING') end`,
};

/** An attempt is open only while the money is held for it. */
const attemptsCheck: AuditCheck = {
  name: 'I12 only pending withdrawals are being sent',
  text: `select s.withdrawal_id::text as offender
    from withdrawal_send s left join withdrawal w on w.id = s.withdrawal_id
    where w.id is null or w.user_id <> s.user_id
      or (s.state = 'SENDING' and w.status <> 'PENDING')
      or (s.state <> 'DONE' and w.sent_at is not null)`,
};

/** A withdrawal is of the mode of its account (I19). */
const modeCheck: AuditCheck = {
  name: 'I19 withdrawals are of the mode of their account',
  text: `select w.id::text as offender
    from withdrawal w left join app_user u on u.id = w.user_id
    where u.mode is distinct from w.mode`,
};

/** What holds of withdrawals, beside what they reserve (see the checks of orders). */
export const withdrawalChecks: readonly AuditCheck[] = [
  sentOnceCheck,
  returnedOnceCheck,
  paidCheck,
  attemptsCheck,
  modeCheck,
];
