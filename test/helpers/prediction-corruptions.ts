import type { Corruption } from './corruptions.ts';
import { CALLS, COUNTS } from './group-corruptions.ts';

const oneOf = (table: string, where: string): string =>
  `(select ctid from ${table} where ${where} limit 1)`;

const trade = (change: string, where: string): string =>
  `update prediction_trade set ${change} where ctid = ${oneOf('prediction_trade', where)}`;
const position = (change: string, where: string): string =>
  `update prediction_position set ${change} where ctid = ${oneOf('prediction_position', where)}`;
const proposal = (change: string, where: string): string =>
  `update prediction_proposal set ${change} where ${where}`;
const forgotten = (where: string): string =>
  `delete from intent where vertical = 'PREDICTION' and status = 'SUBMITTED' and ${where}`;

/** The call of the world that closed with its market, without a closing sale. */
const closedByMarket = `market_id = 'wind' and is_yes`;
const TRADES = 'I5 prediction trades';
const POSITIONS = 'I8 prediction positions';
const ACCOUNTS = 'I8 outcome accounts';
const CLAIMS = 'I11 claims pay';
const CLAIMABLE = 'I11 what can be claimed';
const STATUSES = 'I12 prediction proposals are in';
const CLOSINGS = 'I12 prediction proposals are closed';
const OPENINGS = 'I23 every opening';
const ENDS = 'I23 every end';

const tradeCorruptions: readonly Corruption[] = [
  [
    'a prediction trade was booked under another id',
    `update entry set transfer_id = '99999999-9999-7999-8999-999999999999' where transfer_id =
      (select id from prediction_trade where origin = 'OPEN' order by id limit 1)`,
    [TRADES],
  ],
  ['a venue fee was not credited', trade('fee = fee + 5', `side = 'BUY'`), [TRADES]],
  [
    'a claim is booked as a trade',
    'update entry set kind = 1 where kind = 5 and transfer_id in (select id from prediction_trade)',
    [TRADES],
  ],
  ['a sale brought in more', trade('gross = gross + 1', `side = 'SELL'`), [TRADES]],
  ['a claim paid more', trade('gross = gross + 1', `side = 'CLAIM'`), [TRADES, CLAIMS]],
  ['a claim was charged', trade('fee = 1', `side = 'CLAIM'`), [TRADES, CLAIMS]],
  [
    'a sale was of more shares',
    trade('quantity = quantity + 1', `side = 'SELL'`),
    [TRADES, POSITIONS],
  ],
  [
    'a prediction trade is of another user',
    trade('user_id = gen_random_uuid()', `origin = 'MANUAL' and side = 'BUY'`),
    [TRADES, POSITIONS],
  ],
  [
    'a prediction trade is of another token',
    trade('asset_id = asset_id + 1', `origin = 'MANUAL'`),
    [TRADES, STATUSES],
  ],
];

const positionCorruptions: readonly Corruption[] = [
  [
    'a prediction position holds more than was bought',
    position('quantity = quantity + 1', 'quantity > 0'),
    [POSITIONS, ACCOUNTS],
  ],
  ['a prediction position has cost less', position('cost = cost - 1', 'cost > 0'), [POSITIONS]],
  ['more was gained', position('realized_pnl = realized_pnl + 1', 'true'), [POSITIONS]],
  ['more cost was realized', position('realized_cost = realized_cost + 1', 'true'), [POSITIONS]],
  [
    'lots hold a share more',
    position(`lots = quantity + 1 || ':' || cost`, 'quantity > 0'),
    [POSITIONS],
  ],
  [
    'lots have cost a unit less',
    position(`lots = quantity || ':' || cost - 1`, 'quantity > 0'),
    [POSITIONS],
  ],
  ['a position has lost its lots', position(`lots = ''`, 'quantity > 0'), [POSITIONS]],
  [
    'a prediction position that was sold is gone',
    `delete from prediction_position where quantity = 0 and claimed_at is null`,
    [CALLS, POSITIONS],
  ],
  [
    'a prediction position was never traded',
    `insert into prediction_position select (jsonb_populate_record(p, jsonb_build_object(
      'user_id', gen_random_uuid()))).* from prediction_position p
      where quantity = 0 and claimed_at is null limit 1`,
    [COUNTS, POSITIONS],
  ],
  [
    'a position is of another token',
    position('asset_id = asset_id + 1', 'quantity > 0'),
    [ACCOUNTS],
  ],
  [
    'a locked sale of shares is unlocked',
    'update prediction_position set locked = 0 where locked > 0',
    ['I4 locked shares'],
  ],
];

const resolutionCorruptions: readonly Corruption[] = [
  [
    'the result of a market is forgotten',
    `delete from prediction_resolution where market_id = 'hail'`,
    [CLAIMS],
  ],
  [
    'the result of a market is another',
    `update prediction_resolution set result = 'YES' where market_id = 'hail'`,
    [CLAIMS],
  ],
  [
    'who has lost is said to have won',
    `alter table prediction_proposal drop constraint prediction_proposal_check2;
      ${proposal('did_win = true', `market_id = 'hail'`)};
      update prediction_position p set claimable = true from prediction_proposal o
      where o.id = p.proposal_id and o.market_id = 'hail'`,
    [CALLS, CLAIMS],
  ],
  [
    'a claim paid half of what it should have',
    `${proposal(`result = 'NO', did_win = true`, `market_id = 'fog'`)};
      update prediction_resolution set result = 'NO' where market_id = 'fog'`,
    [CLAIMS],
  ],
  [
    'a claim was paid before the resolution',
    `update prediction_position set claimable = false;
      ${proposal(
        `status = 'CLOSED', result = null, did_win = false, resolved_at = null`,
        `status = 'RESOLVED'`,
      )}`,
    [CALLS, CLAIMS, ENDS],
  ],
  [
    'an outcome is proposed twice',
    `drop index prediction_proposal_open;
      ${proposal(`status = 'ACTIVE'`, `market_id = 'wind' and not is_yes`)}`,
    [CALLS, CLAIMS, ENDS],
  ],
  ['a winner is not marked as claimable', position('claimable = false', 'claimable'), [CLAIMABLE]],
  [
    'a loser is marked as claimable',
    `update prediction_position p set claimable = true from prediction_proposal o
      where o.id = p.proposal_id and o.market_id = 'hail'`,
    [CLAIMABLE],
  ],
  ['a claim has no date', position('claimed_at = null', 'claimed_at is not null'), [CLAIMABLE]],
  ['a date has no claim', position('claimed_at = now()', 'claimed_at is null'), [CLAIMABLE]],
];

const statusCorruptions: readonly Corruption[] = [
  [
    'a proposal is open before its opening is known',
    proposal(`status = 'ACTIVE', initial_price = 0.5`, `status = 'PENDING'`),
    [COUNTS, STATUSES, OPENINGS],
  ],
  [
    'a proposal that was bought is said to have failed',
    proposal(`status = 'FAILED', initial_price = null`, closedByMarket),
    [COUNTS, STATUSES, OPENINGS, ENDS],
  ],
  [
    'a failed proposal is pending again',
    `drop index prediction_proposal_open;
      ${proposal(`asset_id = -1, status = 'PENDING'`, `status = 'FAILED'`)}`,
    [STATUSES],
  ],
  ['a proposal has no opening', trade(`origin = 'MANUAL'`, `origin = 'OPEN'`), [STATUSES]],
  [
    'a proposal waits for an order that does not open it',
    `update intent set kind = 'MANUAL' where kind = 'OPEN' and status = 'SUBMITTED'
      and vertical = 'PREDICTION'`,
    [STATUSES],
  ],
  [
    'a proposal has lost its first price',
    proposal('initial_price = null', `status = 'ACTIVE'`),
    [STATUSES],
  ],
  [
    'a trade is of another group',
    trade('group_id = gen_random_uuid()', `origin = 'MANUAL'`),
    [COUNTS, STATUSES],
  ],
  [
    'a proposal that was traded is gone',
    `delete from prediction_proposal where ${closedByMarket}`,
    [COUNTS, STATUSES, OPENINGS, ENDS],
  ],
  [
    'a proposal was closed at another price',
    proposal('close_price = close_price + 0.01', 'close_price is not null'),
    [CLOSINGS],
  ],
  ['a closing price has no sale', proposal('close_price = 0.5', closedByMarket), [CLOSINGS]],
  ['a closing sale is an ordinary one', trade(`origin = 'MANUAL'`, `origin = 'CLOSE'`), [CLOSINGS]],
  [
    'a closing sale is not told by its proposal',
    proposal('close_trade_id = null, close_price = null', 'close_price is not null'),
    [CLOSINGS],
  ],
];

/** Orders, follows and answers of predictions in the checks of all verticals. */
const sharedCorruptions: readonly Corruption[] = [
  [
    'an opening in flight is forgotten',
    forgotten(`kind = 'OPEN'`),
    ['I4 reserved', 'I5 every reservation', STATUSES],
  ],
  [
    'a sale of shares in flight is forgotten',
    forgotten('reserved_asset <> 0'),
    ['I4 reserved', 'I5 every reservation', 'I4 locked shares'],
  ],
  [
    'a follow in flight is forgotten',
    forgotten(`kind = 'FOLLOW'`),
    ['I4 reserved', 'I5 every reservation', 'I13 every result'],
  ],
  [
    'a prediction was told to nobody',
    `delete from leader_trade where id in (select id from prediction_trade where origin = 'OPEN')`,
    ['I13 every leader', 'I13 every opening'],
  ],
  [
    'a leader trade is said to be of another leader',
    `update leader_trade set leader_id = gen_random_uuid() where id in
      (select id from prediction_trade where origin = 'CLOSE')`,
    ['I13 every opening'],
  ],
  [
    'a trade by hand is said to be a follow',
    trade(`origin = 'FOLLOW'`, `origin = 'MANUAL' and side = 'BUY'`),
    ['I14 followed'],
  ],
  [
    'a follow of a prediction took more than its amount',
    `update follow set amount = 1 where vertical = 'PREDICTION' and status = 'FILLED'
      and fraction_sold is null`,
    ['I14 followed'],
  ],
  [
    'an exit of a prediction is said to be an entry',
    trade(`origin = 'FOLLOW'`, `origin = 'EXIT'`),
    ['I14 followed'],
  ],
  [
    'an answer speaks of a trade that does not exist',
    `update idempotency set body = regexp_replace(body, '"trade":{"id":"[^"]*"',
      '"trade":{"id":"' || gen_random_uuid() || '"')`,
    ['I20 stored answers speak'],
  ],
  [
    'an answer speaks of a proposal that does not exist',
    `update idempotency set body = regexp_replace(body, '"proposal":{"id":"[^"]*","groupId"',
      '"proposal":{"id":"' || gen_random_uuid() || '","groupId"')`,
    ['I20 stored answers speak'],
  ],
];

/** At least one change for each arm of each check of prediction markets. */
export const predictionCorruptions: readonly Corruption[] = [
  ...tradeCorruptions,
  ...positionCorruptions,
  ...resolutionCorruptions,
  ...statusCorruptions,
  ...sharedCorruptions,
];
