import type pg from 'pg';
import { secretOfKey } from '../copies.ts';
import { type Group, inParallel, makeGroup, mints, propose } from '../world.ts';
import type { Operation, Place } from './axis.ts';
import { underLoad } from './pressure.ts';

/** Open calls of each group; every member holds tokens of both. */
const PROPOSALS = 2;

/** A group with two open calls into which every member has bought. */
export async function tradingGroup({ service }: Place, members: number): Promise<Group> {
  const group = await makeGroup(service, members, null);
  for (const mint of await mints(service, group.leader.apiKey, PROPOSALS)) {
    const proposal = await propose(service, group, mint);
    await inParallel(members, async (n) => {
      const { apiKey } = group.members[n] ?? group.leader;
      await service.call(apiKey, 'POST', `/spot/proposals/${proposal}/buy`, { amountUsd: '25' });
    });
  }
  await service.sandbox('POST', '/drain');
  return group;
}

/** Keys of the load, each with a call that its owner has bought into. */
export interface Traders {
  readonly tokens: readonly string[];
  readonly proposals: readonly string[];
}

/** Distinct keys of the load, however few or many users there are; the service remembers so many. */
const LOAD_KEYS = 10_000;

/** Every user who has bought. */
const holders = `select distinct user_id from spot_position`;

/** Makes the keys that are missing: where there are fewer users than keys, some have several. */
const missingKeys = `
  insert into api_key (id, user_id, label, prefix, secret_hash, scopes, created_at)
  select v.id, v.user_id, 'load', 'svc_load', bench_copies.secret_hash(v.id), v.scopes, now()
  from (
    select gen_random_uuid() as id, k.user_id, k.scopes
    from (
      select user_id, min(scopes) as scopes, count(*) as has
      from api_key join (${holders}) h using (user_id) group by 1
    ) k cross join lateral generate_series(k.has + 1,
      ceil($1::numeric / (select count(*) from (${holders}) h))::int)
  ) v`;

const someTraders = `
  select k.id, (select proposal_id from spot_position where user_id = k.user_id
    order by md5(k.id::text || proposal_id::text) limit 1) as proposal
  from api_key k join (${holders}) h using (user_id)
  order by md5(k.id::text) limit $1`;

/** Those who trade in the load, spread over all who have bought. */
export async function tradersOf(client: pg.Client, keys = LOAD_KEYS): Promise<Traders> {
  await client.query(missingKeys, [keys]);
  await client.query('analyze api_key');
  const { rows } = await client.query<{ id: string; proposal: string }>(someTraders, [keys]);
  return {
    tokens: rows.map(({ id }) => secretOfKey(id)),
    proposals: rows.map(({ proposal }) => proposal),
  };
}

/** Buys of $10 by all of them. */
export const buysBy = ({ tokens, proposals }: Traders): Operation =>
  underLoad('spot buy', {
    method: 'POST',
    paths: proposals.map((id) => `/api/v1/spot/proposals/${id}/buy`),
    tokens,
    paired: true,
    body: '{"amountUsd":"10"}',
  });
