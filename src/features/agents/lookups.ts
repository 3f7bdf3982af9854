import { defineLookup } from '../../platform/db/table.ts';

/** How many external agents a group has, by group id; exact while its chat is locked. */
export const externalAgentCountLookup = defineLookup<{ readonly count: number }>({
  name: 'external agents of group',
  keySize: 1,
  text: `select v.n, a.count from unnest($1::uuid[]) with ordinality v(id, n)
    cross join lateral (select count(*)::int4 as count from external_agent
      where group_id = v.id) a`,
  read: ([count]) => ({ count: count as number }),
});
