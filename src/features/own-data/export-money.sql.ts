import { accountCodes, transferKinds } from '../../ledger/accounts.ts';
import type { Statement } from '../../platform/db/table.ts';
import { jsonOf, ownList } from './export-list.ts';

const KIND = `case e.kind ${Object.entries(transferKinds)
  .map(([name, code]) => `when ${code} then '${name}'`)
  .join(' ')} end`;

/** Everything that a user holds, as one JSON list; USDC first. $1 user. */
export const exportBalances: Statement = {
  name: 'export balances',
  text: `select coalesce(json_agg(json_build_object('tokenAddress', a.mint, 'symbol', a.symbol,
      'decimals', a.decimals, 'available', wire_amount(h.available, a.decimals),
      'reserved', wire_amount(h.reserved, a.decimals)) order by h.asset_id), '[]')::text as json
    from (select 0 as asset_id, available, reserved from wallet where user_id = $1::uuid
      union all select asset_id, available, reserved from account where user_id = $1::uuid) h
    cross join lateral (select mint, symbol, decimals from asset where id = h.asset_id limit 1) a`,
};

/** The movements of a user's spendable money and assets, as the statement shows them. */
export const exportLedger: Statement = {
  name: 'export ledger',
  text: `select e.transfer_id as key, ${jsonOf({
    id: 'e.transfer_id',
    at: 'wire_time(min(e.at))',
    kind: `min(${KIND})`,
    movements: `json_agg(json_build_object('asset', a.symbol,
      'amount', wire_amount(e.amount, a.decimals),
      'balanceAfter', wire_amount(e.balance_after, a.decimals)) order by e.n)`,
  })}
  from entry e cross join lateral (select symbol, decimals from asset
    where id = e.asset_id limit 1) a
  where e.user_id = $1::uuid and e.account = ${accountCodes.available}
    and e.kind not in (${transferKinds.reserve}, ${transferKinds.release})
    and e.transfer_id > $2::uuid
  group by e.transfer_id order by e.transfer_id limit $3::int4`,
};

export const exportDeposits = ownList('deposits', {
  key: 'd.id',
  from: 'deposit d where d.user_id = $1::uuid',
  fields: {
    id: 'd.id',
    amountUsd: 'wire_usd(d.amount)',
    source: 'd.source',
    createdAt: 'wire_time(d.created_at)',
  },
});

export const exportWithdrawals = ownList('withdrawals', {
  key: 'w.id',
  from: 'withdrawal w where w.user_id = $1::uuid',
  fields: {
    id: 'w.id',
    address: 'w.address',
    amountUsd: 'wire_usd(w.amount)',
    status: 'w.status',
    availableAt: 'wire_time(w.available_at)',
    txSignature: 'w.signature',
    createdAt: 'wire_time(w.created_at)',
    sentAt: 'wire_time(w.sent_at)',
    closedAt: 'wire_time(w.closed_at)',
  },
});

const feeFields = {
  id: 'f.id',
  groupId: 'f.group_id',
  kind: 'f.kind',
  joiningFeeUsd: 'wire_usd(f.joining_fee)',
  subscriptionFeeUsd: 'wire_usd(f.subscription_fee)',
  periodStart: 'wire_time(f.period_start)',
  periodEnd: 'wire_time(f.period_end)',
  createdAt: 'wire_time(f.created_at)',
};

export const exportFeesPaid = ownList('fees paid', {
  key: 'f.id',
  from: 'group_fee_payment f where f.payer_id = $1::uuid',
  fields: feeFields,
});

export const exportFeesReceived = ownList('fees received', {
  key: 'f.id',
  from: 'group_fee_payment f where f.payee_id = $1::uuid',
  fields: feeFields,
});

export const exportFollows = ownList('follow results', {
  key: 'f.leader_trade_id',
  from: 'follow f where f.follower_id = $1::uuid',
  fields: {
    id: 'f.id',
    leaderTradeId: 'f.leader_trade_id',
    groupId: 'f.group_id',
    proposalId: 'f.proposal_id',
    vertical: 'f.vertical',
    side: 'f.side',
    amountUsd: 'wire_usd(f.amount)',
    leaderPriceUsd: 'trim_scale(f.leader_price)::text',
    status: 'f.status',
    code: 'f.code',
    message: 'f.message',
    tradeId: 'f.trade_id',
    createdAt: 'wire_time(f.created_at)',
    settledAt: 'wire_time(f.settled_at)',
  },
});
