import { accountCodes, transferKinds } from '../../ledger/accounts.ts';
import type { AuditCheck } from '../../ledger/audit.ts';
import { OUTCOME_KIND } from './asset.ts';

const { available, predictionVenue, venueFees } = accountCodes;
const { trade, claim } = transferKinds;

/** Each transfer with the prediction venue as one line. */
const booked = `select transfer_id as id, min(kind) as kind,
    coalesce(sum(amount) filter (where account = ${available} and asset_id = 0), 0) as dollars,
    coalesce(sum(amount) filter (where account = ${available} and asset_id <> 0), 0) as shares,
    coalesce(sum(amount) filter (where account = ${venueFees}), 0) as fees
  from entry where kind in (${trade}, ${claim}) group by transfer_id
  having bool_or(account = ${predictionVenue})`;

/** A trade and its transfer are one: same user, same token, the same exact amounts (contract 7). */
const tradesCheck: AuditCheck = {
  name: 'I5 prediction trades and transfers are one to one',
  text: `select coalesce(t.id, b.id)::text as offender
    from prediction_trade t full join (${booked}) b on b.id = t.id
    where t.id is null or b.id is null or b.fees <> t.fee
      or b.kind <> case t.side when 'CLAIM' then ${claim} else ${trade} end
      or b.dollars <> case t.side when 'BUY' then -t.gross else t.gross - t.fee end
      or b.shares <> case t.side when 'BUY' then t.quantity else -t.quantity end
    union all
    select distinct t.id || ' (of another)' from prediction_trade t
    join entry e on e.transfer_id = t.id
    where e.user_id <> t.user_id or e.asset_id not in (0, t.asset_id)`,
};

/** Positions are the sums of their fills, and their lots the sums of what is left. */
const positionsCheck: AuditCheck = {
  name: 'I8 prediction positions are the sums of their fills and lots',
  text: `select user_id || ' in ' || proposal_id as offender
    from prediction_position p
    full join (
      select user_id, proposal_id,
        sum(case side when 'BUY' then quantity else -quantity end) as quantity,
        sum(case side when 'BUY' then gross else -cost_out end) as cost,
        sum(pnl) as realized_pnl, sum(cost_out) as realized_cost
      from prediction_trade group by user_id, proposal_id
    ) t using (user_id, proposal_id)
    left join lateral (
      select sum(split_part(lot, ':', 1)::int8) as quantity,
        sum(split_part(lot, ':', 2)::int8) as cost
      from unnest(string_to_array(nullif(p.lots, ''), ',')) lot
    ) l on true
    where p.quantity is distinct from t.quantity or p.cost is distinct from t.cost
      or p.realized_pnl is distinct from t.realized_pnl
      or p.realized_cost is distinct from t.realized_cost
      or p.quantity is distinct from coalesce(l.quantity, 0)
      or p.cost is distinct from coalesce(l.cost, 0)`,
};

/** Every outcome share of a wallet is in one of its owner's positions. */
const holdingsCheck: AuditCheck = {
  name: 'I8 outcome accounts are the sums of their positions',
  text: `select user_id || ' asset ' || asset_id as offender
    from (
      select a.* from account a join asset s on s.id = a.asset_id
      where s.kind = '${OUTCOME_KIND}'
    ) a
    full join (
      select user_id, asset_id, sum(quantity) as quantity
      from prediction_position group by user_id, asset_id
    ) h using (user_id, asset_id)
    where coalesce(a.available + a.reserved, 0) <> coalesce(h.quantity, 0)`,
};

/** What a position has committed is what its sales in flight will sell. */
const lockedCheck: AuditCheck = {
  name: 'I4 locked shares are those of sales in flight',
  text: `select user_id || ' in ' || proposal_id as offender
    from (
      select user_id, proposal_id, locked as amount from prediction_position
      union all
      select user_id, proposal_id, -reserved_amount from intent
      where vertical = 'PREDICTION' and reserved_asset <> 0
        and status in ('SUBMITTED', 'UNKNOWN')
    ) l
    group by user_id, proposal_id having sum(amount) <> 0`,
};

/** A resolved proposal says what its market says; a claim pays 1 or 0.5 a share that won. */
const resolutionsCheck: AuditCheck = {
  name: 'I11 claims pay what the market has resolved to',
  text: `select p.id::text as offender from prediction_proposal p
    left join prediction_resolution r on r.market_id = p.market_id
    where p.status = 'RESOLVED' and (r.result is distinct from p.result
      or p.did_win <> (p.result <> 'VOID' and (p.result = 'YES') = p.is_yes))
    union all
    select t.id::text from prediction_trade t
    left join prediction_proposal p on p.id = t.proposal_id
    where t.side = 'CLAIM' and (p.status is distinct from 'RESOLVED' or t.fee <> 0
      or t.gross * 2 <> t.quantity
        * case when p.result = 'VOID' then 1 when p.did_win then 2 else 0 end)
    union all
    select group_id || ' asset ' || asset_id from prediction_proposal
    where status in ('PENDING', 'ACTIVE') group by group_id, asset_id having count(*) > 1`,
};

/** A proposal has moved along its graph: pending while its opening is, failed without a trade. */
const statusesCheck: AuditCheck = {
  name: 'I12 prediction proposals are in the status of their opening',
  text: `select p.id::text as offender from prediction_proposal p
    left join (
      select proposal_id, count(*) filter (where origin = 'OPEN') as opened, count(*) as trades
      from prediction_trade group by proposal_id
    ) t on t.proposal_id = p.id
    left join (
      select proposal_id, count(*) as opening from intent
      where vertical = 'PREDICTION' and kind = 'OPEN' and status in ('SUBMITTED', 'UNKNOWN')
      group by proposal_id
    ) i on i.proposal_id = p.id
    where case p.status
      when 'PENDING' then coalesce(i.opening, 0) <> 1 or t.trades is not null
      when 'FAILED' then i.opening is not null or t.trades is not null
      else i.opening is not null or coalesce(t.opened, 0) <> 1 end
      or (p.initial_price is null) <> (p.status in ('PENDING', 'FAILED'))
    union all
    select t.id::text from prediction_trade t
    left join prediction_proposal p on p.id = t.proposal_id
    where p.id is null or p.group_id <> t.group_id or p.asset_id <> t.asset_id`,
};

/** A closing sale and its proposal name each other, with the same price. */
const closingsCheck: AuditCheck = {
  name: 'I12 prediction proposals are closed as their trades say',
  text: `select p.id::text as offender from prediction_proposal p
    left join prediction_trade t on t.id = p.close_trade_id
    where (p.close_trade_id is null) <> (p.close_price is null)
      or (p.close_trade_id is not null and (t.id is null or t.origin <> 'CLOSE'
        or t.proposal_id <> p.id or t.user_id <> p.creator_id or t.price <> p.close_price
        or p.status not in ('CLOSED', 'RESOLVED')))
    union all
    select t.id::text from prediction_trade t
    join prediction_proposal p on p.id = t.proposal_id
    where t.origin = 'CLOSE' and p.close_trade_id is distinct from t.id`,
};

/**
 * The daily job finds what is marked, so everything that pays is, once its holders have been told,
 * and nothing else ever is. A position is claimed at the instant of its newest claim.
 */
const claimableCheck: AuditCheck = {
  name: 'I11 what can be claimed is marked, what was claimed is dated',
  text: `select s.user_id || ' in ' || s.proposal_id as offender
    from prediction_position s join prediction_proposal p on p.id = s.proposal_id
    where case when s.quantity > 0 and p.status = 'RESOLVED' and (p.result = 'VOID' or p.did_win)
      then p.told and not s.claimable else s.claimable end
    union all
    select s.user_id || ' in ' || s.proposal_id from prediction_position s
    left join (
      select user_id, proposal_id, max(created_at) as at from prediction_trade
      where side = 'CLAIM' group by user_id, proposal_id
    ) c using (user_id, proposal_id)
    where s.claimed_at is distinct from c.at`,
};

/** What holds of prediction markets. */
export const predictionChecks: readonly AuditCheck[] = [
  tradesCheck,
  positionsCheck,
  holdingsCheck,
  lockedCheck,
  resolutionsCheck,
  claimableCheck,
  statusesCheck,
  closingsCheck,
];
