import type pg from 'pg';
import type { Database } from '../../platform/db/pool.ts';
import type { Statement } from '../../platform/db/table.ts';

/** Runs one statement of a transaction and gives its rows. */
export interface Run {
  <Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  /** The connection itself, for messages that go out at commit. */
  readonly client: pg.ClientBase;
}

/** Runs the work in one transaction: all of it or, when it throws, nothing. */
export function inTransaction<Result>(
  database: Pick<Database, 'withClient'>,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  return database.withClient(async (client) => {
    const run = Object.assign(
      async (statement: Statement, values: readonly unknown[]) => {
        const { name, text } = statement;
        return (await client.query({ name, text, values: [...values] })).rows;
      },
      { client },
    ) as Run;
    await client.query('begin');
    try {
      const result = await work(run);
      await client.query('commit');
      return result;
    } catch (error) {
      // The refusal matters, not that a connection which is gone cannot roll back.
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  });
}
