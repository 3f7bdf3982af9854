import { arrayLiteral, type Statement } from '../platform/db/table.ts';
import type { Item } from './batch.ts';
import type { LaneConnection } from './lane-connection.ts';

/** Of the given users those whose wallet somebody else holds now; waits for nobody. $1: users. */
const heldWallets: Statement = {
  name: 'held wallets',
  text: `with free as materialized (
      select user_id from wallet where user_id = any($1::uuid[]) for no key update skip locked)
    select w.user_id::text from wallet w where w.user_id = any($1::uuid[])
      and not exists (select 1 from free where free.user_id = w.user_id)`,
};

/** The users of commands, each once. */
export const usersOf = (items: readonly Item[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ kind, command }) => [...kind.needs(command).users]));

/** Asks the database which of the users somebody else holds. */
export async function askHeld(
  connection: LaneConnection,
  users: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const values = [arrayLiteral([...users])];
  const [answer] = await connection.run([{ statement: heldWallets, values }]);
  return new Set((answer?.rows ?? []).map(([userId]) => String(userId)));
}

/** Whether the command needs one of the users. */
export const needsOneOf = (item: Item, users: ReadonlySet<string>): boolean =>
  [...usersOf([item])].some((userId) => users.has(userId));
