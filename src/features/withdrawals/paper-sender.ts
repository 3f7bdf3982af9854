import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Statement } from '../../platform/db/table.ts';
import type { Payment, PaymentOutcome, WithdrawalSender } from './sender.ts';

/**
 * Pays once, unless this or a later attempt was shut out. $1 withdrawal, $2 attempt, $3 address,
 * $4 amount, $5 real time.
 */
const payOut: Statement = {
  name: 'paper payout',
  text: `insert into paper_payout (withdrawal_id, attempt, address, amount, sent_at)
    values ($1::uuid, $2::int4, $3, $4::int8, $5::timestamptz)
    on conflict (withdrawal_id) do update set attempt = excluded.attempt,
      address = excluded.address, amount = excluded.amount, sent_at = excluded.sent_at
    where paper_payout.sent_at is null and paper_payout.attempt < excluded.attempt
    returning withdrawal_id`,
};

/** Shuts all attempts up to this one out, unless one was paid. $1 withdrawal, $2 attempt. */
const shutOut: Statement = {
  name: 'shut paper payout out',
  text: `insert into paper_payout (withdrawal_id, attempt) values ($1::uuid, $2::int4)
    on conflict (withdrawal_id) do update
      set attempt = greatest(paper_payout.attempt, excluded.attempt)
      where paper_payout.sent_at is null
    returning withdrawal_id`,
};

/** The signature of a payment on the chain of paper accounts. */
const signatureOf = (id: string): string => `paper_${id}`;

/**
 * Pays withdrawals of paper accounts into a table, which stands for the chain: it pays each at most
 * once and can be asked what it has paid. `confirms`: what was paid is final at once, where there
 * is no sandbox to say so.
 */
export function paperSender({
  database,
  wallClock,
  confirms,
}: {
  database: Pick<Database, 'withClient'>;
  wallClock: Clock;
  confirms: boolean;
}): WithdrawalSender {
  const run = async (statement: Statement, values: readonly unknown[]): Promise<boolean> => {
    const { rowCount } = await database.withClient((client) =>
      client.query({ ...statement, values: [...values] }),
    );
    return rowCount === 1;
  };
  const paid = (id: string): PaymentOutcome => ({
    status: confirms ? 'CONFIRMED' : 'SENT',
    signature: signatureOf(id),
  });
  return {
    mode: 'paper',
    async send({ id, attempt, address, amount }: Payment) {
      const values = [id, attempt, address, amount, isoTime(wallClock.now())];
      return (await run(payOut, values)) ? paid(id) : { status: 'UNKNOWN' };
    },
    async find({ id, attempt }: Payment) {
      return (await run(shutOut, [id, attempt])) ? { status: 'NOT_SENT' } : paid(id);
    },
  };
}
