import { isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import { saveKeyUse } from './identity.sql.ts';

/** When keys were last used: kept in memory, written together off the request path. */
export interface KeyUse {
  /** Notes a use at a business instant in milliseconds. */
  note(keyId: string, atMs: number): void;
  /** Writes what was noted since the last time; what could not be written is noted again. */
  flush(): Promise<void>;
}

export function createKeyUse(database: Pick<Database, 'withClient'>): KeyUse {
  let noted = new Map<string, number>();
  return {
    note(keyId, atMs) {
      noted.set(keyId, atMs);
    },
    async flush() {
      if (noted.size === 0) return;
      const written = noted;
      noted = new Map();
      const values = [[...written.keys()], [...written.values()].map(isoTime)];
      try {
        await database.withClient((client) => client.query({ ...saveKeyUse, values }));
      } catch (error) {
        noted = new Map([...written, ...noted]);
        throw error;
      }
    },
  };
}
