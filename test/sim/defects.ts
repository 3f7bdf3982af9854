/** Drops each new row of a table that a condition fits, as if nobody had thought of writing it. */
const forgets = (table: string, condition: string): string => `
  create function sim.forget() returns trigger language plpgsql as
    $$ begin if ${condition} then return null; end if; return new; end $$;
  create trigger forget before insert on ${table} for each row execute function sim.forget()`;

/** Defects that a run must report: what it would be blind to without. */
const defects: Readonly<Record<string, string>> = {
  // Found by the invariants: money that no entry tells of.
  wallet: `update wallet set available = available + 1
    where user_id = (select user_id from wallet order by user_id limit 1)`,
  // Found by the model of memberships: leader and count agree, but somebody is left out.
  follower: forgets(
    'follow',
    `new.follower_id = (select follower_id from (select user_id as follower_id from membership
      where auto_buy_enabled order by user_id limit 1) f)`,
  ),
  // Found by the history: a repeated request finds no stored answer.
  answer: forgets('idempotency', 'true'),
};

/** The statement that makes a defect. */
export function defectOf(name: string): string {
  const statement = defects[name];
  if (statement === undefined) {
    throw new Error(`no defect ${name}; there are ${Object.keys(defects).join(', ')}`);
  }
  return statement;
}
