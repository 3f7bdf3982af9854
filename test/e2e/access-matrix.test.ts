import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openScene, type Person, type Scene } from '../helpers/access-scene.ts';
import type { TestUser } from '../helpers/app.ts';
import { send } from '../helpers/client.ts';
import { closeSockets, joinSocket } from '../helpers/socket.ts';
import {
  columns,
  type Expected,
  expectedLine,
  line,
  prepare,
  type Ready,
  type Row,
  SCOPES,
  sendBy,
  sendByNobody,
  titleOf,
} from './access-rows.ts';
import { accessRows as rows } from './access-table.ts';
import { operationsOf } from './openapi-document.ts';

const INACTIVE = columns.indexOf('keeper');

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 120_000);
afterEach(closeSockets);
afterAll(() => scene?.app.stop());

/**
 * What every table holds, apart from when a key was last used, who drives the markets, and the
 * numbers that tokens get when they are first named.
 */
async function contents(): Promise<Record<string, unknown>[]> {
  const tables = await scene.run(
    `select table_name as name from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE'
      and table_name not in ('api_key', 'api_key_use', 'perp_driver', 'asset') order by 1`,
  );
  const parts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int4 as rows,
      md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as md5 from ${name} r`,
  );
  return scene.run(`${parts.join(' union all ')} order by 1`);
}

/** Fails when what is done in between has left anything behind, or broken the books. */
async function leavingNoTrace(act: () => Promise<void>): Promise<void> {
  await scene.app.sandbox('POST', '/drain');
  const before = await contents();
  expect(before.length).toBeGreaterThan(40);
  await act();
  await scene.app.sandbox('POST', '/drain');
  expect(await contents()).toEqual(before);
  await scene.app.audit();
}

interface Cell {
  readonly row: Row;
  readonly who: Person;
  readonly expected: Expected;
}
const isRefused = ({ expected }: Cell): boolean => typeof expected === 'string';
const isAllowed = ({ expected }: Cell): boolean => typeof expected === 'number';

/** Every row asked by the roles of some columns. */
const cellsOf = (from: number, to: number): Cell[] =>
  rows.flatMap((row) =>
    row.by.slice(from, to).map((expected, n) => {
      const role = columns[from + n];
      if (role === undefined) throw new Error('a column without a role');
      return { row, who: scene.people[role], expected };
    }),
  );

const keys = new Map<string, TestUser>();
/** The person with exactly these scopes. */
async function withKey(who: Person, scopes: readonly string[]): Promise<TestUser> {
  const name = `${who.role} ${scopes.join()}`;
  const key = keys.get(name) ?? (await scene.key(who, scopes));
  keys.set(name, key);
  return key;
}
const payingScopes = ['groups:pay'];
/** No scope but what the table says; `/me` needs none, and a key has one at least. */
const barely = ({ row: { scope, pays }, who }: Cell): Promise<TestUser> =>
  withKey(who, [scope ?? 'chat', ...(pays ? payingScopes : [])]);

const nameOf = ({ row, who }: Cell): string => `${titleOf(row)} · ${who.role}`;

/** Asks the refused cells all at once prepared, and compares what each was answered. */
async function refuse(cells: readonly Cell[]): Promise<void> {
  const asked: [Cell, Ready, TestUser][] = [];
  for (const cell of cells) {
    const user = cell.row.pays
      ? await withKey(cell.who, [...SCOPES, ...payingScopes])
      : cell.who.user;
    asked.push([cell, await prepare(scene, cell.row, cell.who), user]);
  }
  await leavingNoTrace(async () => {
    const answers: string[] = [];
    for (const [cell, ready, user] of asked) {
      answers.push(line(nameOf(cell), await sendBy(user, ready)));
    }
    expect(answers).toEqual(cells.map((cell) => expectedLine(nameOf(cell), cell.expected)));
  });
}

/** Asks the allowed cells one after another, each with as small a key as the table says. */
async function allow(cells: readonly Cell[]): Promise<void> {
  const answers: string[] = [];
  for (const cell of cells) {
    const user = await barely(cell);
    const ready = await prepare(scene, cell.row, cell.who);
    answers.push(line(nameOf(cell), await sendBy(user, ready)));
  }
  expect(answers).toEqual(cells.map((cell) => expectedLine(nameOf(cell), cell.expected)));
}

test('every operation of the document has a row, and every row is one of them', async () => {
  const { body } = await send(scene.app.origin, { method: 'GET', path: '/openapi.json' });
  const operations = operationsOf(body).filter(({ path }) => path.startsWith('/api/v1/'));
  const described = operations.map(({ name, operation }) => {
    const scope = /Scope: `([^`]+)`/.exec(operation.description)?.[1] ?? 'none';
    return `${name.replace(' /api/v1', ' ')} ${scope}`;
  });
  const inTable = new Set(rows.map(({ route, scope }) => `${route} ${scope ?? 'none'}`));
  expect([...inTable].sort()).toEqual(described.sort());
  expect(new Set(rows.map(titleOf)).size).toBe(rows.length);
});

test('what is listed as the own holds nothing of anybody else', async () => {
  const { outsider } = scene.people;
  const { user } = outsider;
  const { entries } = await user.get('/account/ledger?limit=200');
  // 2,000 came in and 10 went into a swap.
  expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['deposit', 'trade']),
  );
  expect(new Set(entries.map(({ kind }: { kind: string }) => kind)).size).toBe(2);
  expect(await user.get('/positions')).toEqual({ perps: [], spot: [], predictions: [] });
  expect(await user.get('/positions/past')).toEqual({ perps: [], spot: [], predictions: [] });
  expect(await user.get('/perps/positions?filter=all')).toEqual([]);
  const { spot, predictions, perps, swaps } = await user.get('/trades');
  expect([spot, predictions, perps, swaps.length]).toEqual([[], [], [], 1]);
  expect(await user.get('/groups')).toEqual([]);
  const seen = JSON.stringify(await user.get('/account/events?limit=200'));
  for (const { user: other } of Object.values(scene.people)) {
    if (other !== user) expect(seen).not.toContain(other.userId);
  }
});

test('without a credential nothing is answered, whatever is asked', async () => {
  const ready = await Promise.all(rows.map((row) => prepare(scene, row, scene.keeper)));
  await leavingNoTrace(async () => {
    for (const [n, row] of rows.entries()) {
      const one = ready[n];
      if (!one) throw new Error('no request');
      const { status, body } = await sendByNobody(scene, one);
      expect([titleOf(row), status, body.code]).toEqual([titleOf(row), 401, 'UNAUTHORIZED']);
    }
  });
});

test('a key that has every scope but the one is refused, also in the hands of the keeper', async () => {
  const ready = await Promise.all(rows.map((row) => prepare(scene, row, scene.keeper)));
  const others = new Map<string, TestUser>();
  for (const scope of SCOPES) {
    const rest = [...SCOPES.filter((one) => one !== scope), ...payingScopes];
    others.set(scope, await scene.key(scene.keeper, rest));
  }
  await leavingNoTrace(async () => {
    for (const [n, row] of rows.entries()) {
      const [one, user] = [ready[n], others.get(row.scope ?? 'read')];
      if (!one || !user) throw new Error('no request');
      const { status, body } = await sendBy(user, one);
      const refused = [403, 'SCOPE_REQUIRED', { scope: row.scope }];
      const unscoped = row.by.includes('FORBIDDEN')
        ? [403, 'FORBIDDEN', {}]
        : [200, undefined, undefined];
      const expected = row.scope === null ? unscoped : refused;
      expect([titleOf(row), status, body.code, body.details]).toEqual([titleOf(row), ...expected]);
    }
  });
});

test(
  'whoever may not is told so in these words, and nothing happens',
  () => refuse(cellsOf(0, INACTIVE).filter(isRefused)),
  60_000,
);

test('the chat gateway refuses as the routes do', async () => {
  const { groupId, people, app } = scene;
  const asks = ['send_message', 'mark_read', 'typing'] as const;
  const payload = { groupId, type: 'TEXT', content: 'honk' };
  const silent = await withKey(
    people.member,
    SCOPES.filter((scope) => scope !== 'chat'),
  );
  await leavingNoTrace(async () => {
    for (const [user, code] of [
      [people.outsider.user, 'NOT_GROUP_MEMBER'],
      [people.former.user, 'NOT_GROUP_MEMBER'],
      [silent, 'SCOPE_REQUIRED'],
    ] as const) {
      const socket = await joinSocket(app.origin, '/chat', user.apiKey);
      for (const ask of asks) {
        const refused = await socket.ask(ask, payload);
        expect([user.name, ask, refused.ok, refused.code]).toEqual([user.name, ask, false, code]);
      }
      expect(socket.of('new_message')).toEqual([]);
    }
    const socket = await joinSocket(app.origin, '/chat', people.suspended.user.apiKey);
    expect(await socket.ask('send_message', payload)).toMatchObject({
      ok: false,
      code: 'SUBSCRIPTION_REQUIRED',
    });
  });
});

test(
  'whoever may gets through, with no other scope than the one',
  () => allow(cellsOf(0, INACTIVE).filter(isAllowed)),
  60_000,
);

test('a group that is not active takes no calls and nobody new; everything else goes on', async () => {
  const { keeper, groupId, inviteCode, app } = scene;
  const off = await keeper.user.call('PATCH', `/groups/${groupId}`, { isActive: false });
  expect(off.status).toBe(200);
  const late = await app.user('late');
  await leavingNoTrace(async () => {
    for (const [path, body] of [
      [`/groups/${groupId}/join`, {}],
      [`/groups/${groupId}/join`, { inviteCode }],
      ['/groups/join', { inviteCode }],
    ] as const) {
      const { status, body: refused } = await late.call('POST', path, body);
      expect([status, refused.code]).toEqual([403, 'FORBIDDEN']);
    }
  });
  const cells = cellsOf(INACTIVE, INACTIVE + 1);
  await refuse(cells.filter(isRefused));
  await allow(cells.filter(isAllowed));
});

test('after all that, money went from one user to another for a fee only, by a key that may', async () => {
  const moved = await scene.run(
    `select a.kind, a.user_id as "from", b.user_id as "to", a.amount, a.asset_id as asset
      from entry a join entry b using (transfer_id)
      where a.user_id <> b.user_id and a.amount < 0 and b.amount > 0`,
  );
  // The two dollars with which the suspended member has paid.
  const { suspended, keeper } = scene.people;
  expect(moved).toEqual([
    { kind: 4, from: suspended.user.userId, to: keeper.user.userId, amount: -2000000n, asset: 0 },
  ]);
  await scene.app.sandbox('POST', '/drain');
  await scene.app.audit();
});
