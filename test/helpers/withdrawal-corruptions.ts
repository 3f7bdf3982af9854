import type { Corruption } from './corruptions.ts';

const RESERVED = 'I4 reserved';
const CAUSES = 'I5 every reservation';
const SENT = 'I5 every withdrawal that was sent';
const RETURNED = 'I5 every withdrawal that came back';
const PAID = 'I17 paper withdrawals';
const ATTEMPTS = 'I12 only pending withdrawals';

const of = (status: string, where = 'true'): string =>
  `(select id from withdrawal where status = '${status}' and ${where} order by id limit 1)`;

/** Changes of withdrawals that nobody may make. */
export const withdrawalCorruptions: readonly Corruption[] = [
  [
    'a withdrawal in its delay is forgotten',
    `delete from withdrawal where id = ${of('DELAYED')}`,
    [RESERVED, CAUSES],
  ],
  [
    'a canceled withdrawal waits again',
    `update withdrawal set status = 'PENDING', closed_at = null where id = ${of('CANCELED')}`,
    [RESERVED, CAUSES],
  ],
  [
    'more has left than was asked for',
    `update withdrawal set amount = amount + 1 where id = ${of('CONFIRMED')}`,
    [CAUSES, SENT, PAID],
  ],
  [
    'a withdrawal that has left is another user’s',
    `update withdrawal set user_id = (select id from app_user where username = 'bob')
      where id = ${of('CONFIRMED')}`,
    [CAUSES, SENT, ATTEMPTS],
  ],
  [
    'what has left is said to have come back',
    `update withdrawal set status = 'RETURNED', closed_at = now() where id = ${of('SENT')}`,
    [RETURNED],
  ],
  [
    'what came back is said to have arrived',
    `update withdrawal set status = 'CONFIRMED' where id = ${of('RETURNED', 'sent_at is not null')}`,
    [RETURNED],
  ],
  [
    'the chain has paid nothing',
    `delete from paper_payout where withdrawal_id = ${of('SENT')}`,
    [PAID],
  ],
  [
    'the chain has paid what waits',
    `insert into paper_payout select id, 1, address, amount, now() from withdrawal
      where status = 'PENDING'`,
    [PAID],
  ],
  [
    'the chain has paid somebody else',
    `update paper_payout set address = '' where withdrawal_id = ${of('SENT')}`,
    [PAID],
  ],
  [
    'what was sent is being sent',
    `update withdrawal_send set state = 'SENDING' where withdrawal_id = ${of('SENT')}`,
    [ATTEMPTS],
  ],
  [
    'a paper withdrawal is a live one',
    `update withdrawal set mode = 'live' where id = ${of('DELAYED')}`,
    ['I19 withdrawals'],
  ],
];
