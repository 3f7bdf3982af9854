import type { Statement } from '../../platform/db/table.ts';

/** Which of the demo's users exist. $1 their names. */
export const demoUsers: Statement = {
  name: 'demo users',
  text: 'select id, username from app_user where username = any($1::text[])',
};
export interface DemoUserRow {
  readonly id: string;
  readonly username: string;
}

/** Whether anybody else is here already; agents do not count. $1 the names of the demo's users. */
export const otherUsers: Statement = {
  name: 'other users',
  text: `select exists (select 1 from app_user
    where username <> all($1::text[]) and idp_id not like 'agent\\_%') as others`,
};
export interface OtherUsersRow {
  readonly others: boolean;
}

/** The demo group of an earlier start. $1 its creator, $2 its name. */
export const demoGroup: Statement = {
  name: 'demo group',
  text: 'select id from trading_group where created_by = $1 and name = $2 order by id limit 1',
};
export interface DemoGroupRow {
  readonly id: string;
}

/** Takes or returns the lock under which one process at a time makes the demo. $1 its number. */
export const takeDemoLock: Statement = {
  name: 'take demo lock',
  text: 'select pg_try_advisory_lock($1) as taken',
};
export const returnDemoLock: Statement = {
  name: 'return demo lock',
  text: 'select pg_advisory_unlock($1)',
};
