import pg from 'pg';

/**
 * The baseline of writes: the rows of a spot buy written by one SQL function, one transaction per
 * call, over a pool, as a service without batches would do it.
 */
const schema = `
  create schema bench;
  create table bench.wallet (user_id int primary key, available bigint not null, seq bigint not null)
    with (fillfactor = 60);
  create table bench.account (user_id int, asset int, available bigint not null,
    primary key (user_id, asset)) with (fillfactor = 60);
  create table bench.position (user_id int, proposal int, quantity bigint not null,
    cost bigint not null, primary key (user_id, proposal)) with (fillfactor = 60);
  create table bench.trade (id uuid primary key, user_id int, proposal int, quantity bigint);
  create table bench.entry (transfer uuid, n smallint, account int, asset int, amount bigint,
    primary key (transfer, n));
  create table bench.event (user_id int, seq bigint, data text, primary key (user_id, seq));
  create table bench.idempotency (user_id int, key uuid, body text, primary key (user_id, key));
  insert into bench.wallet select n, 1000000000000, 0 from generate_series(1, 2000) n;
  create function bench.buy(u int, p int, cost bigint, q bigint, k uuid) returns text
  language plpgsql as $$
  declare s bigint; t uuid := gen_random_uuid(); answer text;
  begin
    select body into answer from bench.idempotency where user_id = u and key = k;
    if found then return answer; end if;
    update bench.wallet set available = available - cost, seq = seq + 1
      where user_id = u and available >= cost returning seq into s;
    if not found then raise exception 'no funds'; end if;
    insert into bench.account values (u, p, q) on conflict (user_id, asset)
      do update set available = bench.account.available + q;
    insert into bench.position values (u, p, q, cost) on conflict (user_id, proposal)
      do update set quantity = bench.position.quantity + q, cost = bench.position.cost + excluded.cost;
    insert into bench.trade values (t, u, p, q);
    insert into bench.entry values (t, 0, u, 0, -cost), (t, 1, -1, 0, cost - cost / 200),
      (t, 2, -2, 0, cost / 200), (t, 3, -1, p, -q), (t, 4, u, p, q);
    insert into bench.event values (u, s, repeat('x', 200));
    answer := repeat('y', 400);
    insert into bench.idempotency values (u, k, answer);
    return answer;
  end $$;`;

/** Calls of the function per second with so many in flight for a while. */
export async function bareTransactions(
  config: pg.ClientConfig,
  { inFlight, seconds }: { inFlight: number; seconds: number },
): Promise<number> {
  const pool = new pg.Pool({ ...config, max: 16 });
  await pool.query(schema);
  const endMs = performance.now() + seconds * 1_000;
  let done = 0;
  const statement = {
    name: 'buy',
    text: 'select bench.buy($1, $2, 10000000, 65000000, gen_random_uuid())',
  };
  const pick = (below: number) => 1 + Math.floor(Math.random() * below);
  const lane = async () => {
    while (performance.now() < endMs) {
      await pool.query({ ...statement, values: [pick(2000), pick(20)] });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  await pool.query('drop schema bench cascade');
  await pool.end();
  return Math.round(done / seconds);
}
