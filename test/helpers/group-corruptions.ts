import type { Corruption } from './corruptions.ts';

const FEES = 'I5 every group fee';
const PERIODS = 'I12 every period';
const SUBSCRIPTIONS = 'I12 subscriptions';
/** What a proposal has come to, and what its group makes of that: changed rows show here as well. */
export const CALLS = 'I8 closed calls';
export const COUNTS = 'I8 kept counts';
const FIGURES = 'I8 kept figures';

const oneOf = (table: string, where = 'true'): string =>
  `(select ctid from ${table} where ${where} limit 1)`;
const call = (change: string, where: string): string =>
  `update closed_call set ${change} where ctid = ${oneOf('closed_call', where)}`;
const counted = (change: string): string =>
  `update group_tally set ${change} where ctid = ${oneOf('group_tally', 'trades > 0')}`;

/** Changes of groups, their fees and their figures that nobody may make. */
export const groupCorruptions: readonly Corruption[] = [
  ['a fee was paid and not noted', 'delete from group_fee_payment', [FEES]],
  [
    'a fee is said to have gone to somebody else',
    'update group_fee_payment set payee_id = gen_random_uuid()',
    [FEES],
  ],
  [
    'a fee is said to be smaller than it was',
    'update group_fee_payment set subscription_fee = subscription_fee - 1',
    [FEES],
  ],
  [
    'a period is paid a second time',
    `insert into group_fee_payment
      select gen_random_uuid(), group_id, payer_id, payee_id, 'RENEWAL', 0, subscription_fee,
        period_end - interval '1 ms', period_end, created_at + interval '1 s'
      from group_fee_payment limit 1`,
    [FEES, PERIODS],
  ],
  [
    'a member has paid for longer than is counted',
    `update group_fee_payment set period_end = period_end + interval '1 ms'`,
    [SUBSCRIPTIONS],
  ],
  [
    'a subscription is never charged again',
    'update membership set due_at = null where due_at is not null',
    [SUBSCRIPTIONS],
  ],
  [
    'a member who has paid is locked out',
    `alter table membership drop constraint membership_due,
        drop constraint membership_suspended;
      update membership set suspended = true where due_at is not null`,
    [SUBSCRIPTIONS],
  ],
  [
    'who cannot pay is never tried again',
    `update membership set subscription_status = 'PAST_DUE', due_at = due_at + interval '8 days'
      where due_at is not null`,
    [SUBSCRIPTIONS],
  ],
  ['a call of spot has made more', call('pnl = pnl + 1', `vertical = 'SPOT'`), [CALLS, FIGURES]],
  [
    'a call of predictions has made more',
    call('pnl = pnl + 1', `vertical = 'PREDICTION' and return_pct <> 0`),
    [CALLS, FIGURES],
  ],
  [
    'a return is wrong in its last digit',
    call('return_pct = return_pct + 1e-18', `vertical = 'PREDICTION' and return_pct <> 0`),
    [CALLS, FIGURES],
  ],
  ['closed calls are forgotten', 'delete from closed_call', [CALLS, FIGURES]],
  [
    'a call that never closed is counted',
    `insert into closed_call select gen_random_uuid(), id, 'PERP', created_by, 0, 0, created_at
      from trading_group limit 1`,
    [CALLS, FIGURES],
  ],
  ['a group is said to have made more', 'update group_performance set all_time_pnl = 1', [FIGURES]],
  [
    'a sum of squares is off',
    `update group_performance set return_square_sum = return_square_sum + 1e-36`,
    [FIGURES],
  ],
  ['a group has no figures', 'delete from group_performance', [FIGURES]],
  ['a trade is counted twice', counted('trades = trades + 1'), [COUNTS]],
  ['a member is not counted', counted('members = members - 1'), [COUNTS]],
  ['a call is not counted', counted('predictions = predictions - 1'), [COUNTS]],
  ['who took part is counted twice', counted('participants = participants + 1'), [COUNTS]],
  [
    'who took part is forgotten',
    `delete from group_participant where ctid = ${oneOf('group_participant')}`,
    [COUNTS],
  ],
];
