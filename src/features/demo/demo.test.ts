import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { dollars } from '../../money/text.ts';
import { monotonicClock } from '../../platform/clock.ts';
import { type Authenticator, createAuthenticator, createIdentity } from '../identity/index.ts';
import { createDemoWorld, type DemoDeps, demoSummary } from './index.ts';

let backend: Backend;
let authenticator: Authenticator;
let deps: DemoDeps;

beforeEach(async () => {
  backend = await openBackend();
  authenticator = createAuthenticator({ ...backend, monotonic: monotonicClock });
  deps = {
    ...backend,
    identity: createIdentity({ ...backend, authenticator }),
    dataDir: await mkdtemp(join(tmpdir(), 'skein-demo-')),
    deposit: dollars('10000'),
    monotonic: monotonicClock,
  };
});
afterEach(async () => {
  await authenticator.close();
  await backend.close();
  await rm(deps.dataDir, { recursive: true, force: true });
});

const rows = (text: string) => backend.database.reads.query({ name: text.slice(0, 60), text });
const members = () =>
  rows(`select u.username, m.member_type, m.is_admin, m.auto_buy_enabled, m.auto_buy_amount,
      m.mirror_exits, w.available
    from membership m join app_user u on u.id = m.user_id join wallet w on w.user_id = u.id
    where m.status = 'ACTIVE' order by m.auto_buy_amount`);

const shared = { member_type: 'MEMBER', is_admin: false, auto_buy_enabled: true };
const available = dollars('10000');
const everybody = [
  {
    username: 'demo_leader',
    member_type: 'LEADER',
    is_admin: true,
    auto_buy_enabled: false,
    auto_buy_amount: 0n,
    mirror_exits: false,
    available,
  },
  { ...shared, username: 'demo_ann', auto_buy_amount: 25_000_000n, mirror_exits: true, available },
  { ...shared, username: 'demo_bo', auto_buy_amount: 50_000_000n, mirror_exits: false, available },
];

test('the first start makes a leader and two followers, later ones find them with their keys', async () => {
  const world = await createDemoWorld(deps);
  expect(await members()).toEqual(everybody);
  const groups = await rows('select id, name, access_type from trading_group');
  expect(groups).toEqual([{ id: world?.groupId, name: 'Demo group', access_type: 'PUBLIC' }]);
  for (const { username, userId, apiKey } of world?.users ?? []) {
    const principal = await authenticator.authenticate(`Bearer ${apiKey}`);
    expect(principal).toMatchObject({ username, userId });
  }
  expect(await createDemoWorld(deps)).toEqual(world);
  expect((await stat(join(deps.dataDir, 'demo-keys.json'))).mode & 0o777).toBe(0o600);
  expect((await rows('select count(*)::int4 as n from api_key'))[0]?.n).toBe(3);
});

test('processes that start at once make one demo', async () => {
  const worlds = await Promise.all([deps, deps, deps].map(createDemoWorld));
  expect(new Set(worlds.map((world) => JSON.stringify(world))).size).toBe(1);
  expect(await members()).toEqual(everybody);
  expect((await rows('select count(*)::int4 as n from trading_group'))[0]?.n).toBe(1);
});

test('a start that was interrupted is completed by the next', async () => {
  // The process ended after the second user and the group: no follower, no file.
  let steps = 0;
  const interrupted: DemoDeps['engine'] = {
    submit: (kind, command, options) => {
      if (kind.name === 'join group') return Promise.reject(new Error('power cut'));
      steps += 1;
      return backend.engine.submit(kind, command, options);
    },
  };
  await expect(createDemoWorld({ ...deps, engine: interrupted })).rejects.toThrow('power cut');
  expect(steps).toBe(1);
  const world = await createDemoWorld(deps);
  expect(await members()).toEqual(everybody);
  const leader = world?.users[0];
  expect(await authenticator.authenticate(`Bearer ${leader?.apiKey}`)).toMatchObject({
    username: 'demo_leader',
  });
});

test('with lost or foreign keys new ones are made, without a second demo', async () => {
  const first = await createDemoWorld(deps);
  const foreign = { ...first, users: first?.users.map((user) => ({ ...user, userId: 'else' })) };
  await writeFile(join(deps.dataDir, 'demo-keys.json'), JSON.stringify(foreign));
  const second = await createDemoWorld(deps);
  expect(second?.groupId).toBe(first?.groupId);
  expect(second?.users.map(({ userId }) => userId)).toEqual(
    first?.users.map(({ userId }) => userId),
  );
  expect(await members()).toEqual(everybody);
  for (const text of ['half a fi', '{}', 'null', '{"groupId":"g","users":[]}']) {
    await writeFile(join(deps.dataDir, 'demo-keys.json'), text);
    const again = await createDemoWorld(deps);
    expect([text, again?.groupId, again?.users.length]).toEqual([text, first?.groupId, 3]);
  }
});

test('where others came first there is no demo; a demo with others stays one', async () => {
  const other = (username: string) =>
    deps.identity.createUser({ username, mode: 'paper', deposit: null, key: null });
  const world = await createDemoWorld(deps);
  await other('ada');
  expect(await createDemoWorld(deps)).toEqual(world);
  await rm(join(deps.dataDir, 'demo-keys.json'));
  expect(await createDemoWorld(deps)).toBe(null);
});

test('without a deposit the wallets are empty', async () => {
  await createDemoWorld({ ...deps, deposit: dollars('0') });
  expect((await members()).map((row) => row.available)).toEqual([0n, 0n, 0n]);
});

test('the summary tells whom to be and what to call', () => {
  const user = { apiKey: 'svc_key', userId: 'u', mirrorExits: false };
  const users = [
    { ...user, username: 'demo_leader', autoBuyUsd: null },
    { ...user, username: 'demo_ann', autoBuyUsd: '25', mirrorExits: true },
    { ...user, username: 'demo_bo', autoBuyUsd: '50' },
  ];
  const world = { groupId: 'g-1', groupName: 'Demo group', users };
  expect(demoSummary(world, 'http://127.0.0.1:3000')).toEqual([
    'demo: Demo group g-1',
    '  demo_leader  svc_key  leads',
    '  demo_ann     svc_key  follows with $25, also out of positions',
    '  demo_bo      svc_key  follows with $50',
    "try:  curl -H 'Authorization: Bearer svc_key' http://127.0.0.1:3000/api/v1/me",
  ]);
});
