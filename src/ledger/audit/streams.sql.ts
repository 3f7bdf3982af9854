import type { AuditCheck } from '../audit.ts';

/** Events may be pruned from the oldest on; between the oldest kept and now none is missing. */
export const eventsDenseCheck: AuditCheck = {
  name: 'I24 events are numbered without a gap',
  text: `select coalesce(w.user_id, e.user_id)::text as offender
    from wallet w
    full join (
      select user_id, min(seq) as oldest, max(seq) as newest, count(*) as count
      from event group by user_id
    ) e on e.user_id = w.user_id
    where w.user_id is null or e.newest <> w.event_seq
      or e.count <> e.newest - e.oldest + 1 or e.oldest < 1`,
};

/** Only what has happened is stored under a key; a refusal is decided anew (contract 1.7). */
export const storedAnswersCheck: AuditCheck = {
  name: 'I20 stored answers are successes',
  text: `select user_id || ' ' || replace(key_hash::text, '-', '') as offender from idempotency
    where status not between 200 and 299 or not starts_with(body, '{"data":')`,
};
