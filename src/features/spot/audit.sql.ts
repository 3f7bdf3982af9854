import { accountCodes, transferKinds } from '../../ledger/accounts.ts';
import type { AuditCheck } from '../../ledger/audit.ts';

const { available, fees, dust, predictionVenue, perpMargin } = accountCodes;
const { trade } = transferKinds;

/**
 * Each trade's transfer as one line: what the wallet and the token account got, fees and dust.
 * Trades that no other vertical's venue took part in are spot trades.
 */
const booked = `select transfer_id as id,
    coalesce(sum(amount) filter (where account = ${available} and asset_id = 0), 0) as dollars,
    coalesce(sum(amount) filter (where account = ${available} and asset_id <> 0), 0) as tokens,
    coalesce(sum(amount) filter (where account = ${fees}), 0) as fees,
    coalesce(sum(amount) filter (where account = ${dust}), 0) as dust
  from entry where kind = ${trade} group by transfer_id
  having not bool_or(account in (${predictionVenue}, ${perpMargin}))`;

/** A trade and its transfer are one: same user, same token, the same amounts (contract 5). */
const tradesCheck: AuditCheck = {
  name: 'I5 trades and transfers are one to one',
  text: `select coalesce(t.id, b.id)::text as offender
    from spot_trade t full join (${booked}) b on b.id = t.id
    where t.id is null or b.id is null
      or b.dollars <> case t.side when 'BUY' then -t.gross else t.gross - t.fee end
      or b.tokens <> case t.side when 'BUY' then t.quantity else -t.quantity end
    union all
    select distinct t.id || ' (of another)' from spot_trade t join entry e on e.transfer_id = t.id
    where e.user_id <> t.user_id or e.asset_id not in (0, t.asset_id)`,
};

/**
 * What was charged was credited: a fee has one rounding, a sale's proceeds another; each leaves
 * less than one unit, so at most one unit per rounding in the dust account.
 */
const feesCheck: AuditCheck = {
  name: 'I6 fees charged are fees credited',
  text: `select t.id::text as offender
    from spot_trade t join (${booked}) b on b.id = t.id
    where b.fees < 0 or b.dust < 0
      or case t.side
        when 'BUY' then b.fees + b.dust <> t.fee or b.dust > 1
        else b.fees + b.dust - t.fee not in (0, 1) or b.dust > 2 end
    union all
    select transfer_id || ' (not a trade)' from entry
    where account in (${fees}, ${dust}) and (kind <> ${trade} or asset_id <> 0)`,
};

const signed = `sum(case side when 'BUY' then quantity else -quantity end) as quantity,
  sum(case side when 'BUY' then gross else -cost_out end) as cost,
  sum(pnl) as realized_pnl`;

/** Positions are the sums of their fills, in tokens and in dollars (contract 5, PnL). */
const positionsCheck: AuditCheck = {
  name: 'I8 positions are the sums of their fills',
  text: `select user_id || ' in ' || proposal_id as offender
    from spot_position p
    full join (
      select user_id, proposal_id, ${signed}, sum(cost_out) as realized_cost
      from spot_trade where proposal_id is not null group by user_id, proposal_id
    ) t using (user_id, proposal_id)
    where p.quantity is distinct from t.quantity or p.cost is distinct from t.cost
      or p.realized_pnl is distinct from t.realized_pnl
      or p.realized_cost is distinct from t.realized_cost
    union all
    select user_id || ' asset ' || asset_id
    from swap_position p
    full join (
      select user_id, asset_id, ${signed}
      from spot_trade where proposal_id is null group by user_id, asset_id
    ) t using (user_id, asset_id)
    where p.quantity is distinct from t.quantity or p.cost is distinct from t.cost
      or p.realized_pnl is distinct from t.realized_pnl`,
};

/** Every token of a wallet is in one of its owner's positions. */
const holdingsCheck: AuditCheck = {
  name: 'I8 token accounts are the sums of their positions',
  text: `select user_id || ' asset ' || asset_id as offender
    from (
      select a.* from account a join asset s on s.id = a.asset_id where s.kind in ('token', 'stock')
    ) a
    full join (
      select user_id, asset_id, sum(quantity) as quantity
      from (
        select user_id, asset_id, quantity from spot_position
        union all select user_id, asset_id, quantity from swap_position
      ) p group by user_id, asset_id
    ) h using (user_id, asset_id)
    where coalesce(a.available + a.reserved, 0) <> coalesce(h.quantity, 0)`,
};

/** What a position has committed is what its sales in flight will sell. */
const lockedCheck: AuditCheck = {
  name: 'I4 locked tokens are those of sales in flight',
  text: `select user_id || ' in ' || coalesce(proposal_id::text, 'asset ' || asset_id) as offender
    from (
      select user_id, proposal_id, asset_id, locked as amount from spot_position
      union all select user_id, null, asset_id, locked from swap_position
      union all
      select user_id, proposal_id, asset_id, -reserved_amount from intent
      where reserved_asset <> 0 and vertical in ('SPOT', 'STOCK')
        and status in ('SUBMITTED', 'UNKNOWN')
    ) l
    group by user_id, proposal_id, asset_id having sum(amount) <> 0`,
};

/** A proposal is closed once, with what its closing trade says. */
const proposalsCheck: AuditCheck = {
  name: 'I12 proposals are closed as their trades say',
  text: `select p.id::text as offender from spot_proposal p
    left join spot_trade t on t.id = p.close_trade_id
    where (p.closed_at is null and (p.exit_price, p.exit_pnl, p.close_trade_id) is distinct from
        (null::numeric, null::bigint, null::uuid))
      or (p.close_trade_id is not null and (t.id is null or t.origin <> 'CLOSE'
        or t.proposal_id <> p.id or t.user_id <> p.creator_id))
    union all
    select t.id::text from spot_trade t left join spot_proposal p on p.id = t.proposal_id
    where t.proposal_id is not null and (p.id is null
      or p.group_id <> t.group_id or p.asset_id <> t.asset_id
      or (t.origin = 'CLOSE' and p.close_trade_id is distinct from t.id))`,
};

/** What holds of spot and stock trading. */
export const spotChecks: readonly AuditCheck[] = [
  tradesCheck,
  feesCheck,
  positionsCheck,
  holdingsCheck,
  lockedCheck,
  proposalsCheck,
];
