import { canonicalJson, idempotencyOf } from '../../src/platform/http/idempotency.ts';

/** One request with an Idempotency-Key, and what its sender knows of what became of it. */
export interface Sent {
  readonly key: string;
  readonly userId: string;
  readonly method: string;
  /** As sent, from `/api/v1` on, without a query. */
  readonly path: string;
  readonly body: unknown;
  /** `unknown`: no answer came, or none that could be read. */
  readonly outcome:
    | { readonly status: number; readonly code: string | null; readonly body: unknown }
    | 'unknown';
}

/** What a repeat of a request was answered. */
export interface Repeated {
  readonly status: number;
  readonly body: unknown;
  /** Whether the answer said `Idempotency-Replayed: true`. */
  readonly replayed: boolean;
}

export interface HistoryDeps {
  /** Rows of a query of the database itself. */
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Sends the same request once more, under the same key. */
  repeat(sent: Sent): Promise<Repeated>;
  /** `effectsOf` the same users from before the first request. */
  readonly before?: ReadonlySet<string>;
}

/** All that was sent under one key of one user: first tries and their repeats. */
interface Asked {
  readonly sent: Sent;
  readonly scopeHash: string;
  readonly bodyHash: string;
  readonly outcomes: Sent['outcome'][];
}

interface Stored {
  readonly user_id: string;
  readonly key_hash: string;
  readonly body_hash: string;
  readonly status: number;
  readonly body: string;
}

/** Trades and messages that users make by a request of their own, not by following or by a timer. */
const EFFECTS = `select id, user_id from final_trade
    where origin in ('OPEN', 'JOIN', 'MANUAL', 'CLOSE', 'SWAP', 'CLAIM')
  union all select id, sender_id from chat_message where cause_id is null and type <> 'SYSTEM'`;

/**
 * What is wrong with the trades of the answers; the transfer of a trade carries its id, as does the
 * order that it was while its outcome was not known.
 */
const BROKEN = `select a.id,
    case when t.n is null and i.status = 'FAILED' then null
      when t.n is null then 'is lost' when t.n > 1 then 'is there ' || t.n || ' times'
      when t.gross <> 0 and not exists (select 1 from entry e where e.transfer_id = a.id)
        then 'moved no money'
      when l.eligible <> (select count(*) from follow f where f.leader_trade_id = a.id)
        then 'has not the follows of its ' || l.eligible || ' followers' end as problem
  from unnest($1::uuid[]) a(id)
  left join (
    select id, count(*) as n, min(gross) as gross from final_trade group by id
  ) t on t.id = a.id
  left join leader_trade l on l.id = a.id
  left join intent i on i.id = a.id`;

/** The ids of what the users have made by requests so far. */
export async function effectsOf(
  { rows }: Pick<HistoryDeps, 'rows'>,
  userIds: readonly string[],
): Promise<Set<string>> {
  const text = `select id from (${EFFECTS}) e where user_id = any($1::uuid[])`;
  return new Set((await rows<{ id: string }>(text, [[...new Set(userIds)]])).map(({ id }) => id));
}

/**
 * Compares what was answered with what is there (reliability, P1 to P3 and I20): every 2xx has its
 * effect exactly once, every definite refusal none, every unknown outcome is told by repeating the
 * request with its key, and the users have made nothing that no answer names. One sentence for each
 * finding. Nothing else may write for the users meanwhile, and their orders must be final.
 */
export async function checkHistory(sent: readonly Sent[], deps: HistoryDeps): Promise<string[]> {
  const findings: string[] = [];
  const asked = byKey(sent);
  const stored = await storedAnswers(asked, deps);
  const named = new Map<string, string>();
  const success = (one: Asked, body: unknown): void => {
    for (const id of effectIds(one.sent, body)) {
      const other = named.get(id);
      if (other !== undefined) findings.push(`${nameOf(one)}: ${id} is also that of ${other}`);
      named.set(id, nameOf(one));
    }
  };
  const unknown: Asked[] = [];
  for (const one of asked) {
    const row = stored.get(`${one.sent.userId} ${one.scopeHash}`);
    const answers = one.outcomes.filter((outcome) => outcome !== 'unknown');
    const good = answers.find(({ status }) => status >= 200 && status < 300);
    if (good !== undefined) {
      findings.push(...differences(one, answers, row).map((what) => `${nameOf(one)}: ${what}`));
      success(one, good.body);
    } else if (answers.length < one.outcomes.length || answers.some(isOpenEnded)) {
      unknown.push(one);
    } else if (row !== undefined) {
      findings.push(`${nameOf(one)}: refused, and yet it has the answer ${row.body}`);
    }
  }
  findings.push(...(await liveIntents(asked, unknown, deps)));
  for (const one of unknown) {
    const [first, second] = [await deps.repeat(one.sent), await deps.repeat(one.sent)];
    const isGood = first.status >= 200 && first.status < 300;
    const isSame = first.status === second.status && equal(first.body, second.body);
    if (isGood && !(isSame && second.replayed)) {
      findings.push(`${nameOf(one)}: repeating it answered ${told(first)}, then ${told(second)}`);
    }
    if (isGood) success(one, first.body);
    else if (first.status >= 500) findings.push(`${nameOf(one)}: repeating it tells nothing`);
  }
  findings.push(...(await brokenTrades(named, deps)));
  const users = asked.map((one) => one.sent.userId);
  for (const id of await effectsOf(deps, users)) {
    if (named.has(id) || deps.before?.has(id)) continue;
    findings.push(`${id} is there, and no answer names it`);
  }
  return findings;
}

function byKey(sent: readonly Sent[]): Asked[] {
  const all = new Map<string, Asked>();
  for (const one of sent) {
    const { key, userId, method, path, body } = one;
    const scope = idempotencyOf(key, { method, path, body });
    if (scope === null) throw new Error(`${path} was sent without a key`);
    const { scopeHash, bodyHash } = scope;
    const name = `${userId} ${scopeHash} ${bodyHash}`;
    const asked = all.get(name) ?? { sent: one, scopeHash, bodyHash, outcomes: [] };
    asked.outcomes.push(one.outcome);
    all.set(name, asked);
  }
  return [...all.values()];
}

async function storedAnswers(
  asked: readonly Asked[],
  { rows }: HistoryDeps,
): Promise<Map<string, Stored>> {
  const found = await rows<Stored>(
    `select i.user_id, replace(i.key_hash::text, '-', '') as key_hash,
        replace(i.body_hash::text, '-', '') as body_hash, i.status, i.body
      from idempotency i
      join unnest($1::uuid[], $2::uuid[]) a(user_id, key_hash) using (user_id, key_hash)`,
    [asked.map((one) => one.sent.userId), asked.map((one) => one.scopeHash)],
  );
  return new Map(found.map((row) => [`${row.user_id} ${row.key_hash}`, row]));
}

type Answered = Exclude<Sent['outcome'], 'unknown'>;

/** Answers after which the effect may be there all the same. */
const isOpenEnded = ({ status, code }: Answered): boolean =>
  code === 'IDEMPOTENCY_IN_PROGRESS' || (status >= 500 && status !== 503);

/** How the answers of a request that succeeded differ from the one stored answer. */
function differences(one: Asked, answers: readonly Answered[], row?: Stored): string[] {
  if (row === undefined) return ['answered, and yet its answer is lost'];
  if (row.body_hash !== one.bodyHash) return ['its answer is that of another body'];
  return answers
    .filter(({ status }) => status >= 200 && status < 300)
    .filter(({ status, body }) => status !== row.status || !equal(body, JSON.parse(row.body)))
    .map((answer) => `answered ${told(answer)}, and yet ${row.status} ${row.body} is stored`);
}

/** Orders of refused requests which are still in flight or have filled. */
async function liveIntents(
  asked: readonly Asked[],
  unknown: readonly Asked[],
  { rows }: HistoryDeps,
): Promise<string[]> {
  const refused = asked.filter(
    (one) =>
      !unknown.includes(one) &&
      one.outcomes.every((outcome) => outcome !== 'unknown' && outcome.status >= 400),
  );
  const found = await rows<{ id: string; status: string; n: bigint }>(
    `select i.id, i.status, a.n from intent i
      join unnest($1::uuid[], $2::uuid[]) with ordinality a(user_id, key_hash, n)
        using (user_id, key_hash)
      where i.status <> 'FAILED'`,
    [refused.map((one) => one.sent.userId), refused.map((one) => one.scopeHash)],
  );
  return found.map(({ id, status, n }) => {
    const one = refused[Number(n) - 1] as Asked;
    return `${nameOf(one)}: refused, and yet its order ${id} is ${status}`;
  });
}

/** The ids of the trades and messages that an answer names. */
function effectIds({ method, path }: Sent, body: unknown): string[] {
  const data = (body as { data?: AnswerData | null } | null)?.data ?? {};
  if (method === 'POST' && /\/chat\/[^/]+\/messages$/.test(path)) return [String(data.id)];
  const ids = [data, ...(data.results ?? [])].map(({ actionJobId }) => actionJobId);
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

interface AnswerData {
  readonly id?: string;
  /** The id of the order, of its trade and of that one's transfer. */
  readonly actionJobId?: string | null;
  /** Of a perpetual proposal that was closed with several positions. */
  readonly results?: readonly { readonly actionJobId?: string }[];
}

async function brokenTrades(
  named: ReadonlyMap<string, string>,
  { rows }: HistoryDeps,
): Promise<string[]> {
  const ids = [...named.keys()];
  const messages = await rows<{ id: string }>(
    'select id from chat_message where id = any($1::uuid[])',
    [ids],
  );
  const posted = new Set(messages.map(({ id }) => id));
  const trades = ids.filter((id) => !posted.has(id));
  const found = await rows<{ id: string; problem: string | null }>(BROKEN, [trades]);
  return found.flatMap(({ id, problem }) =>
    problem === null ? [] : [`${named.get(id)}: its ${id} ${problem}`],
  );
}

const equal = (one: unknown, other: unknown): boolean =>
  canonicalJson(one ?? null) === canonicalJson(other ?? null);

const told = ({ status, body }: { status: number; body: unknown }): string =>
  `${status} ${JSON.stringify(body)}`;

const nameOf = ({ sent: { key, userId, method, path } }: Asked): string =>
  `${method} ${path} of ${userId} under '${key}'`;
