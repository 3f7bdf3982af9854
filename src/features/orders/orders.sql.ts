import type { Statement } from '../../platform/db/table.ts';

export interface DueIntentRow {
  readonly id: string;
  readonly user_id: string;
  readonly vertical: string;
  readonly key_hash: string | null;
  readonly payload: string;
}

/** Intents whose outcome the paper venue knows by now. $1: real time in ISO form, $2: limit. */
export const dueIntentsStatement: Statement = {
  name: 'due intents',
  text: `select id, user_id, vertical, replace(key_hash::text, '-', '') as key_hash, payload
    from intent where status in ('SUBMITTED', 'UNKNOWN') and due_at <= $1
    order by due_at limit $2`,
};

/** When the next outcome becomes known: `due_at` in milliseconds. */
export const nextDueStatement: Statement = {
  name: 'next due intent',
  text: `select min(due_at) as due_at from intent where status in ('SUBMITTED', 'UNKNOWN')`,
};

export interface IntentOutcomeRow {
  readonly id: string;
  readonly vertical: string;
  readonly kind: string;
  readonly status: string;
  readonly proposal_id: string | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly trade_id: string | null;
  readonly receipt_given: boolean;
  readonly answer_status: number | null;
  readonly answer: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** An order of the user. $1: id, $2: user. */
export const intentStatement: Statement = {
  name: 'intent of user',
  text: `select id, vertical, kind, status, proposal_id, error_code, error_message, trade_id,
      receipt_given, answer_status, answer, created_at, updated_at
    from intent where id = $1 and user_id = $2`,
};
