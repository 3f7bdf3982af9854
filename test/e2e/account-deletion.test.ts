import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { send } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { joinSocket } from '../helpers/socket.ts';
import { enrol, person, signedIn, withdrawFor } from './in-app-world.ts';
import { mailedSecret, mailsTo, PASSWORD, signUp } from './sign-in-world.ts';
import { mints, openGroup, propose } from './world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ SKEIN_PAPER_DEPOSIT_USD: '0' });
}, 60_000);
afterAll(() => app.stop());

const DELETE = `mutation ($totp: String, $password: String) {
  deleteAccount(totp: $totp, password: $password) { id username deletedAt } }`;
const EMPTY = {
  cashUsd: '0',
  reservedUsd: '0',
  assets: 0,
  predictions: 0,
  perps: 0,
  orders: 0,
  withdrawals: 0,
};

const query = (text: string, values: unknown[] = []) =>
  app.app.services.database.withClient(async (client) => (await client.query(text, values)).rows);

/** Tables and columns in which a text is still found. */
async function traces(text: string): Promise<string[]> {
  const columns = await query(
    `select c.table_schema || '.' || c.table_name as name, c.column_name as column
      from information_schema.columns c join information_schema.tables t
        using (table_schema, table_name)
      where table_schema in ('public', 'identity_provider') and table_type = 'BASE TABLE'
        and data_type = 'text'`,
  );
  const found: string[] = [];
  for (const { name, column } of columns) {
    const rows = await query(`select 1 from ${name} where position($1 in ${column}) > 0 limit 1`, [
      text,
    ]);
    if (rows.length > 0) found.push(`${name}.${column}`);
  }
  return found;
}

test('an account with money, a position or a withdrawal under way stays', async () => {
  const ada = await person(app, 'ada_rich', '20');
  const refusal = async () => (await ada.ask(DELETE)).body.errors[0];
  const extensions = async () => (await refusal()).extensions;
  expect(await extensions()).toMatchObject({
    code: 'ACCOUNT_NOT_EMPTY',
    details: { ...EMPTY, cashUsd: '20' },
  });
  // All $20 become SOL: 20 - 0.1 fee at $150.
  await app.pin(mints.sol, '150');
  await ada.post('/spot/swap', { sell: 'USDC', buy: mints.sol, amountUsd: '20' });
  expect(await extensions()).toMatchObject({ details: { ...EMPTY, assets: 1 } });
  await ada.post('/spot/swap', { sell: mints.sol, buy: 'USDC', amountUsd: '1000' });
  const { cashBalanceUsd } = await ada.get('/account');
  expect(await extensions()).toMatchObject({ details: { ...EMPTY, cashUsd: cashBalanceUsd } });

  const authenticator = await enrol(app, ada);
  const { id } = await withdrawFor(ada, authenticator, cashBalanceUsd);
  await authenticator.renew();
  const totp = authenticator.code();
  const answer = (await ada.ask(DELETE, { totp })).body.errors[0].extensions;
  expect(answer).toMatchObject({
    code: 'ACCOUNT_NOT_EMPTY',
    details: { ...EMPTY, reservedUsd: cashBalanceUsd, withdrawals: 1 },
  });
  await app.sandbox('POST', '/clock', { advanceMs: 86_400_000 });
  await app.sandbox('POST', '/drain');
  await app.sandbox('PUT', `/withdrawals/${id}`, { status: 'SENT' });
  // It may still come back.
  const sent = (await ada.ask(DELETE, { totp })).body.errors[0].extensions;
  expect(sent).toMatchObject({ details: { ...EMPTY, withdrawals: 1 } });
  await app.sandbox('PUT', `/withdrawals/${id}`, { status: 'CONFIRMED' });

  expect(await ada.refused(DELETE)).toBe('SECOND_FACTOR_REQUIRED');
  expect(await ada.refused(DELETE, { totp: '000000' })).toBe('SECOND_FACTOR_INVALID');
  const { deleteAccount } = await ada.run(DELETE, { totp: authenticator.code() });
  expect(deleteAccount).toMatchObject({ id: ada.userId });
  await app.audit();
});

test('the last admin of a group with other members stays; an empty group is closed', async () => {
  const ada = await person(app, 'ada_admin', '0');
  const bob = await person(app, 'bob_member', '0');
  const shared = await openGroup(ada, { name: 'Shared' });
  const alone = await openGroup(ada, { name: 'Alone' });
  await bob.post(`/groups/${shared}/join`);
  const refused = (await ada.ask(DELETE)).body.errors[0].extensions;
  expect(refused).toMatchObject({
    code: 'LAST_ADMIN',
    details: { groupId: shared, groupName: 'Shared' },
  });
  await ada.post(`/groups/${shared}/members/${bob.userId}/promote`, { to: 'ADMIN' });
  const { username } = (await ada.run(DELETE)).deleteAccount;
  expect(username).toMatch(/^deleted_\d+$/);
  const members = await bob.get(`/groups/${shared}/members`);
  expect(members.map((member: { username: string }) => member.username)).toEqual(['bob_member']);
  const preview = await query('select is_active as active from trading_group where id = $1', [
    alone,
  ]);
  expect(preview).toEqual([{ active: false }]);
  const join = await bob.call('POST', `/groups/${alone}/join`);
  expect([join.status, join.body.code]).toEqual([403, 'FORBIDDEN']);
  await app.audit();
});

test('nothing tells of the person afterwards, and what concerns others stays', async () => {
  const host = await person(app, 'the_host', '0');
  const groupId = await openGroup(host);
  const owner = await signUp(app, 'wanda_the_witch');
  const made = await app.sandbox('POST', '/keys', { userId: owner.userId, label: 'wandas bot' });
  const { apiKey } = made;
  const user = app.at({ name: owner.username, userId: owner.userId, idpId: '', apiKey });
  const wanda = signedIn(app, user, owner.token);
  await wanda.post(`/groups/${groupId}/join`);
  await host.post(`/groups/${groupId}/members/${wanda.userId}/promote`);
  // A call of hers that is closed at the price at which it was opened.
  await app.sandbox('POST', `/users/${wanda.userId}/deposits`, { amountUsd: '25' });
  await app.pin(mints.sol, '150');
  const { proposal } = await propose(wanda, groupId, '25');
  await wanda.post(`/spot/proposals/${proposal.uniqueId ?? proposal.id}/close`);
  await app.sandbox('POST', '/drain');
  const path = `/chat/${groupId}/messages`;
  await wanda.post(path, { type: 'TEXT', content: 'I am wanda_the_witch', clientMessageId: 'w' });
  await wanda.post(path, { type: 'IMAGE', content: 'https://example.org/wanda_the_witch.png' });
  const { id: hers } = await host.post(path, { type: 'TEXT', content: 'Hello there' });
  await wanda.post(`${path}/${hers}/report`, { reason: 'I, wanda_the_witch, do not like it' });

  // What is left leaves the service first.
  const authenticator = await enrolWithPassword(wanda);
  const { cashBalanceUsd } = await wanda.get('/account');
  const { id } = await withdrawFor(wanda, authenticator, cashBalanceUsd);
  await app.sandbox('POST', '/clock', { advanceMs: 86_400_000 });
  await app.sandbox('POST', '/drain');
  await app.sandbox('PUT', `/withdrawals/${id}`, { status: 'CONFIRMED' });
  await authenticator.renew();
  const wish = { totp: authenticator.code() };
  expect(await wanda.refused(DELETE, wish)).toBe('FORBIDDEN');
  expect(await wanda.refused(DELETE, { ...wish, password: 'not the right one' })).toBe('FORBIDDEN');

  const { deleteAccount } = await wanda.run(DELETE, { ...wish, password: PASSWORD });
  const name = deleteAccount.username;
  expect(await traces('wanda')).toEqual(['public.mail.recipient']);
  await mailedSecret(app, owner.email, 'Your account was deleted');
  expect(await mailsTo(app, owner.email)).toHaveLength(1);
  const messages = await host.get(path);
  const seen = messages.map((one: { sender: { username: string }; content: string }) => [
    one.sender.username,
    one.content,
  ]);
  expect(seen.slice(0, 3)).toEqual([
    ['the_host', 'Hello there'],
    [name, 'deleted'],
    [name, 'deleted'],
  ]);
  // 25 less 0.125 fee bought 24.875 of SOL; its sale less 0.124376 brought 24.750624.
  expect(seen.slice(3)).toEqual([
    [name, `${name} closed SOL at $150, with a loss of $0.249376.`],
    [name, `${name} proposed SOL with $25 at $150.`],
  ]);

  // No way in is left.
  for (const token of [apiKey, owner.token]) {
    const me = await send(app.origin, { method: 'GET', path: '/api/v1/me', token });
    expect(me.status).toBe(401);
  }
  expect((await owner.browser.post('/auth/token')).status).toBe(401);
  const { email } = owner;
  const signIn = await owner.browser.post('/auth/sign-in', { email, password: PASSWORD });
  expect(signIn.status).toBe(401);
  const entries = await query('select count(*)::int4 as n from entry where user_id = $1', [
    wanda.userId,
  ]);
  expect(entries[0].n).toBeGreaterThan(0);
  await app.audit();
  // Name and address are free again.
  const again = await signUp(app, 'wanda_the_witch');
  expect([again.username, again.userId === owner.userId]).toEqual(['wanda_the_witch', false]);
});

/** As `enrol`, for an account that has a password. */
async function enrolWithPassword(who: Awaited<ReturnType<typeof person>>) {
  const run: typeof who.run = (text, variables) =>
    who.run(text.replace('beginTotp {', `beginTotp(password: "${PASSWORD}") {`), variables);
  return enrol(app, { ...who, run });
}

test('who buys at the same moment keeps the account, whichever of the two is first', async () => {
  const ada = await person(app, 'ada_race', '20');
  await app.pin(mints.sol, '150');
  for (let round = 0; round < 4; round += 1) {
    const { cashBalanceUsd: amountUsd } = await ada.get('/account');
    const [, answer] = await Promise.all([
      ada.post('/spot/swap', { sell: 'USDC', buy: mints.sol, amountUsd }),
      ada.ask(DELETE),
    ]);
    expect(answer.body.errors[0].extensions.code).toBe('ACCOUNT_NOT_EMPTY');
    await ada.post('/spot/swap', { sell: mints.sol, buy: 'USDC', amountUsd: '1000' });
  }
  expect((await ada.get('/me')).username).toBe('ada_race');
});

test('keys and sessions of a deleted account end in every process, sockets too', async () => {
  const other = await startTestApp({}, { database: app.database });
  try {
    const ada = await person(app, 'ada_two', '0');
    const me = (token: string) => send(other.origin, { method: 'GET', path: '/api/v1/me', token });
    // Both are in the memory of the other process.
    for (const token of [ada.apiKey, ada.token]) expect((await me(token)).status).toBe(200);
    const client = await joinSocket(other.origin, '/account', ada.token);
    await ada.run(DELETE);
    await eventually('the socket is closed', () => client.socket.disconnected);
    await eventually('both are refused', async () => {
      const answers = await Promise.all([me(ada.apiKey), me(ada.token)]);
      return answers.every(({ status }) => status === 401);
    });
    client.close();
  } finally {
    await other.stop();
  }
});
