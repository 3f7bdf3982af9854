import { createHash } from 'node:crypto';
import type { SimDatabase } from './server.ts';

/** Of the contents of all tables, whatever the order in which their rows lie. */
export async function digestOfTables({ rows }: SimDatabase): Promise<string> {
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  const hash = createHash('sha256');
  for (const { name } of tables) {
    const [row] = await rows<{ sum: string }>(
      `select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
        from ${name} t`,
    );
    hash.update(`${name} ${row?.sum}\n`);
  }
  return hash.digest('hex').slice(0, 32);
}
