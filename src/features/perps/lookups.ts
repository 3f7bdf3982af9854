import { defineLookup } from '../../platform/db/table.ts';

/** How many open positions a user has under a proposal, by (proposal, user). */
export const ownOpenPositionsLookup = defineLookup<{ readonly count: number }>({
  name: 'own open perp positions count',
  keySize: 2,
  text: `select v.n, p.count from unnest($1::uuid[], $2::uuid[]) with ordinality v(r, u, n)
    cross join lateral (select count(*)::int4 as count from perp_position
      where proposal_id = v.r and user_id = v.u and closed_at is null) p`,
  read: ([count]) => ({ count: count as number }),
});

/** Who takes part in a proposal, as positions show it; by proposal. */
export const perpParticipantsLookup = defineLookup<{
  readonly count: number;
  readonly avatars: readonly string[];
}>({
  name: 'perp participants',
  keySize: 1,
  text: `select v.n, c.count, c.avatars from unnest($1::uuid[]) with ordinality v(r, n)
    cross join lateral (
      select (select count(distinct user_id) from perp_position
          where proposal_id = v.r and closed_at is null)::int4 as count,
        array(select a.avatar from (select distinct user_id from perp_position
          where proposal_id = v.r and closed_at is null order by user_id limit 5) s
          join app_user a on a.id = s.user_id where a.avatar <> '') as avatars
    ) c`,
  read: ([count, avatars]) => ({ count: count as number, avatars: avatars as string[] }),
});
