import type pg from 'pg';
import { auditChecks } from '../../src/audit-checks.ts';
import { auditDatabase } from '../../src/ledger/audit.ts';
import { copiesOf, settle } from '../copies.ts';
import type { Axis, Operation, World } from './axis.ts';
import { readsOf } from './pressure.ts';
import { buysBy, tradersOf, tradingGroup } from './traders.ts';

const GROUP_USERS = 100;
const GROUPS = 10;
/** Of a buy and the sale of the same: five entries each. */
const ENTRIES_OF_PAIR = 10;
/** Pairs written by one statement. */
const PAIRS_AT_ONCE = 50_000;

/**
 * Entries of the ledger: trades of a thousand users over the last 300 days, each of which buys for
 * $10 and sells again for what makes up for the fees, so that balances are what they were.
 */
export const ledger: Axis = {
  name: 'ledger',
  what: 'ledger rows',
  sizes: [100_000, 1_000_000, 10_000_000],
  beside: true,
  async make(place) {
    const { leader, members } = await tradingGroup(place, GROUP_USERS - 1);
    return async (client): Promise<World> => {
      const copies = await copiesOf(
        client,
        [leader, ...members].map(({ userId }) => userId),
      );
      await copies.add(client, 1, GROUPS - 1);
      await client.query(holdersOf);
      let pairs = 0;
      const grow = async (filler: pg.Client, size: number): Promise<void> => {
        const wanted = size / ENTRIES_OF_PAIR;
        for (; pairs < wanted; pairs = Math.min(wanted, pairs + PAIRS_AT_ONCE)) {
          const span = [pairs, Math.min(wanted, pairs + PAIRS_AT_ONCE) - 1];
          for (const text of [entriesOf, tradesOf, positionsOf]) await filler.query(text, span);
        }
        await settle(filler);
      };
      // What is compared with is filled before it is copied.
      await grow(client, ledger.sizes[0] ?? 0);
      return { grow, operations };
    };
  },
};

async function operations(reader: pg.Client): Promise<readonly Operation[]> {
  const traders = await tradersOf(reader);
  return [
    buysBy(traders),
    readsOf('/api/v1/account/ledger', traders.tokens),
    readsOf('/api/v1/trades', traders.tokens),
    auditing,
  ];
}

const auditing: Operation = {
  name: 'audit',
  unit: 's',
  grows: true,
  async cost({ database }) {
    const startedMs = performance.now();
    const { ok, checks } = await auditDatabase(database, auditChecks, Date.now());
    const broken = checks
      .filter((check) => !check.ok)
      .map(({ name, detail }) => `${name} ${detail}`);
    if (!ok) throw new Error(`the audit of the grown database: ${broken.join('; ')}`);
    return (performance.now() - startedMs) / 1_000;
  },
};

/** Who trade, numbered from 0, with the balances that they come back to. */
const holdersOf = `
  create table bench_copies.holder as
  select row_number() over (order by p.opened_at, p.user_id, p.proposal_id) - 1 as i, p.user_id,
    p.proposal_id, p.group_id, p.asset_id, w.available as dollars, a.available as tokens
  from spot_position p join wallet w using (user_id) join account a using (user_id, asset_id);
  create unique index on bench_copies.holder (i); analyze bench_copies.holder`;

/**
 * Pairs $1 to $2, one every 25.9 s from 300 days ago: ids begin with their instant, as those of the
 * service do; a buy is even, the sale a millisecond later is odd.
 */
const pair = `
  select k, h.*, (lpad(to_hex(k.ms), 12, '0') || '70008000' || lpad(to_hex(k.k), 12, '0'))::uuid as buy,
    (lpad(to_hex(k.ms + 1), 12, '0') || '70008000' || lpad(to_hex(k.k), 12, '0'))::uuid as sale,
    to_timestamp(k.ms / 1000.0) as bought_at, to_timestamp((k.ms + 1) / 1000.0) as sold_at
  from (
    select k, (extract(epoch from (select min(created_at) from app_user where idp_id like 'idp_%'))
      * 1000)::bigint - 25920000000 + k * 25920 as ms
    from generate_series($1::bigint, $2::bigint) k
  ) k
  join bench_copies.holder h on h.i = k.k % (select count(*) from bench_copies.holder)`;

/** $10 with a fee of 5 cents, and a thousand units of the token. */
const entriesOf = `
  insert into entry (transfer_id, n, kind, account, user_id, asset_id, amount, balance_after, at)
  select e.id, e.n, 1, e.account, e.user_id, e.asset_id, e.amount, e.balance, e.at
  from (${pair} order by k) p
  cross join lateral (values
    (buy, 0, 0, user_id, 0, -10000000, dollars - 10000000, bought_at),
    (buy, 1, 20, null, 0, 9950000, null, bought_at),
    (buy, 2, 11, null, 0, 50000, null, bought_at),
    (buy, 3, 20, null, asset_id, -1000, null, bought_at),
    (buy, 4, 0, user_id, asset_id, 1000, tokens + 1000, bought_at),
    (sale, 0, 0, user_id, asset_id, -1000, tokens, sold_at),
    (sale, 1, 20, null, asset_id, 1000, null, sold_at),
    (sale, 2, 20, null, 0, -10050000, null, sold_at),
    (sale, 3, 0, user_id, 0, 10000000, dollars, sold_at),
    (sale, 4, 11, null, 0, 50000, null, sold_at)
  ) e(id, n, account, user_id, asset_id, amount, balance, at)`;

const tradesOf = `
  insert into spot_trade (id, user_id, proposal_id, group_id, asset_id, side, origin, quantity,
    price, gross, fee, pnl, cost_out, created_at)
  select t.id, user_id, proposal_id, group_id, asset_id, t.side, 'MANUAL', 1000, 1, t.gross, 50000,
    0, t.cost_out, t.at
  from (${pair} order by k) p
  cross join lateral (values (buy, 'BUY', 10000000, 0, bought_at),
    (sale, 'SELL', 10050000, 10000000, sold_at)) t(id, side, gross, cost_out, at)`;

const positionsOf = `
  update spot_position s set realized_cost = s.realized_cost + 10000000 * p.sales
  from (select user_id, proposal_id, count(*) as sales from (${pair}) p group by 1, 2) p
  where s.user_id = p.user_id and s.proposal_id = p.proposal_id`;
