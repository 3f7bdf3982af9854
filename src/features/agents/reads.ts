import { AppError } from '../../errors/app-error.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { AnyTable, Columns, RowOf, Table } from '../../platform/db/table.ts';
import { isId } from '../../platform/ids.ts';
import { agentObject, externalAgentObject } from './agent-object.ts';
import {
  agentAccessStatement,
  externalAgentsStatement,
  groupAgentsStatement,
} from './agents.sql.ts';
import { builtInAgents } from './built-in.ts';
import { externalAgentTable, groupAgentTable } from './tables.ts';

type DatabaseRecord = Readonly<Record<string, unknown>>;

function rowOf<C extends Columns>(table: Table<C>, record: DatabaseRecord): RowOf<Table<C>> {
  const { columns, fields } = table as AnyTable;
  const read = (field: string) => columns[field].read(record[field]);
  return Object.fromEntries(fields.map((field) => [field, read(field)])) as RowOf<Table<C>>;
}

/** What a reader is in the group. Refuses with NOT_GROUP_MEMBER. */
async function requireReader(reads: ReadPool, groupId: string, userId: string) {
  if (!isId(groupId)) throw new AppError('NOT_GROUP_MEMBER');
  const [row] = await reads.query<{ status: string; isAdmin: boolean }>(agentAccessStatement, [
    groupId,
    userId,
  ]);
  if (row?.status !== 'ACTIVE') throw new AppError('NOT_GROUP_MEMBER');
  return row;
}

/** The built-in agents as they are in a group (contract 11). NOT_GROUP_MEMBER. */
export async function readAgents(reads: ReadPool, groupId: string, userId: string) {
  await requireReader(reads, groupId, userId);
  const records = await reads.query<DatabaseRecord>(groupAgentsStatement, [groupId]);
  const rows = records.map((record) => rowOf(groupAgentTable, record));
  return builtInAgents.map((agent) =>
    agentObject(
      agent,
      rows.find(({ agentKey }) => agentKey === agent.key),
    ),
  );
}

/** The external agents of a group, without secrets. NOT_GROUP_MEMBER, ADMIN_REQUIRED. */
export async function readExternalAgents(reads: ReadPool, groupId: string, userId: string) {
  const { isAdmin } = await requireReader(reads, groupId, userId);
  if (!isAdmin) throw new AppError('ADMIN_REQUIRED');
  const records = await reads.query<DatabaseRecord>(externalAgentsStatement, [groupId]);
  return records.map((record) => externalAgentObject(rowOf(externalAgentTable, record)));
}

/** Refuses as the writes do, before anything of the caller's is looked up elsewhere. */
export async function requireAdminNow(reads: ReadPool, groupId: string, userId: string) {
  const { isAdmin } = await requireReader(reads, groupId, userId);
  if (!isAdmin) throw new AppError('ADMIN_REQUIRED');
}
