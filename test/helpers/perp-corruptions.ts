import type { Corruption } from './corruptions.ts';

const oneOf = (table: string, where: string): string =>
  `(select ctid from ${table} where ${where} limit 1)`;
const trade = (change: string, where: string): string =>
  `update perp_trade set ${change} where ctid = ${oneOf('perp_trade', where)}`;
const position = (change: string, where: string): string =>
  `update perp_position set ${change} where ctid = ${oneOf('perp_position', where)}`;

const TRADES = 'I5 perp trades';
const FUNDING = 'I5 funding payments';
const POSITIONS = 'I8 perp positions';
const MARGIN = 'I10 margin accounts';
const REALIZED = 'I10 returned collateral';
const CLAIMS = 'I11 take-profits';
const SUBACCOUNTS = 'I10 subaccounts';
const LOCKED = 'I4 locked lots';
const INTERVALS = 'I10 funding intervals';
const WATCHED = 'I10 open perp positions are watched';
const ENDS = 'I12 perp positions ended';
const CALLS = 'I12 perp calls';

const isOpen = `status = 'OPEN'`;

/** Changes of perpetuals nobody may make. */
export const perpCorruptions: readonly Corruption[] = [
  [
    'a perp trade was booked under another id',
    `update entry set transfer_id = '99999999-9999-7999-8999-999999999999' where transfer_id =
      (select id from perp_trade where action = 'OPEN' order by id limit 1)`,
    [TRADES],
  ],
  [
    'a perp trade is of another user',
    trade('user_id = gen_random_uuid()', `origin = 'JOIN'`),
    [TRADES],
  ],
  ['a perp fee was not credited', trade('fee = fee + 1', `action = 'OPEN'`), [TRADES, POSITIONS]],
  [
    'more collateral went in than the wallet gave',
    trade('collateral_in = collateral_in + 1', `action = 'ADD'`),
    [TRADES, POSITIONS],
  ],
  [
    'a reduction gave back more',
    trade('collateral_out = collateral_out + 1', `action = 'REDUCE'`),
    [TRADES, POSITIONS],
  ],
  [
    'a funding payment is another one',
    'update perp_funding_payment set amount = amount + 1',
    [FUNDING, POSITIONS],
  ],
  ['a funding payment is gone', 'delete from perp_funding_payment', [FUNDING, POSITIONS]],
  [
    'a position is larger than its trades',
    position('base_lots = base_lots + 1', `${isOpen} and base_lots > 0`),
    [POSITIONS],
  ],
  ['a position has closed more', position('closed_lots = closed_lots + 1', isOpen), [POSITIONS]],
  ['a position has paid more fees', position('fees = fees + 1', isOpen), [POSITIONS]],
  [
    'a position has more collateral',
    position('collateral = collateral + 1', isOpen),
    [POSITIONS, MARGIN],
  ],
  [
    'the insurance fund owns more than it holds',
    'update perp_insurance set balance = balance + 1',
    [MARGIN],
  ],
  [
    'collateral left a position by no trade',
    position('withdrawn_collateral = 1', `status = 'CLOSED' and claimable = 0`),
    [REALIZED],
  ],
  [
    'a loss is shown smaller',
    position('price_pnl = price_pnl + 1', 'claimed_at is not null'),
    [POSITIONS, REALIZED],
  ],
  [
    'a claimed take-profit waits again',
    position('claimable = 1', 'claimed_at is not null'),
    [MARGIN, CLAIMS, SUBACCOUNTS, ENDS],
  ],
  [
    'a claim is booked as funding',
    `update entry set kind = 6 where transfer_id in
      (select transfer_id from entry where kind = 5 and account = 23)`,
    [FUNDING, CLAIMS],
  ],
  ['a subaccount in use counts as free', `update perp_account set in_use = '0'`, [SUBACCOUNTS]],
  ['a free subaccount counts as in use', `update perp_account set in_use = 'fffff'`, [SUBACCOUNTS]],
  [
    'locked lots are unlocked',
    'update perp_position set locked_lots = 0 where locked_lots > 0',
    [LOCKED],
  ],
  [
    'a reduction in flight is forgotten',
    `delete from intent where vertical = 'PERP' and kind = 'REDUCE'`,
    [LOCKED],
  ],
  [
    'a funding index moved by itself',
    'update perp_market set funding_index = funding_index + 1',
    [INTERVALS],
  ],
  [
    'a position is watched elsewhere',
    position('lower_ticks = lower_ticks - 1', `${isOpen} and lower_ticks is not null`),
    [WATCHED],
  ],
  [
    'a liquidation is said to be a close',
    position(`status = 'CLOSED', close_reason = 'USER'`, `status = 'LIQUIDATED'`),
    [ENDS],
  ],
  [
    'a call goes on without its first position',
    `update perp_proposal set closed_at = null where closed_at is not null`,
    [CALLS, 'I23 every end'],
  ],
];
