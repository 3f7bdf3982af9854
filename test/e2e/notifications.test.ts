import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { send } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { mailsTo, type OutboxMail, type Person, signUp } from './sign-in-world.ts';
import { mints, openGroup, propose } from './world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ SKEIN_PAPER_DEPOSIT_USD: '100' });
}, 60_000);
afterAll(() => app.stop());

const PATH = '/account/notifications';
const off = { mail: false, inApp: true };
const DEFAULTS = {
  followResults: off,
  calls: off,
  liquidations: off,
  security: { mail: true, inApp: true },
  digest: off,
};

const call = (who: Person, method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) =>
  send(app.origin, {
    method,
    path: `/api/v1${path}`,
    token: who.token,
    ...(body === undefined ? {} : { body }),
  });

/** News mailed to somebody, the oldest first, without what every mail ends with. */
async function news(who: Person): Promise<string[]> {
  await app.sandbox('POST', '/drain');
  const queued = async () => {
    const { rows } = await app.app.services.database.withClient((client) =>
      client.query(`select 1 from mail where status = 'QUEUED' and user_id = $1`, [who.userId]),
    );
    return rows.length === 0;
  };
  await eventually('mail is in the outbox', queued);
  const mails = await mailsTo(app, who.email);
  const own = mails.filter(({ subject }: OutboxMail) => /^(News|Your day)/.test(subject));
  return own
    .map(({ subject, text }) => `${subject}\n${text.split('\n\nWhat is mailed')[0]}`)
    .reverse();
}
const NEWS = 'News of your account on Skein\n';

test('settings: defaults, changes, security always on, keys read only', async () => {
  const ada = await signUp(app, 'ada_settings');
  expect((await call(ada, 'GET', PATH)).body.data).toEqual(DEFAULTS);
  const change = { calls: { mail: true }, digest: { inApp: false } };
  const changed = {
    ...DEFAULTS,
    calls: { mail: true, inApp: true },
    digest: { mail: false, inApp: false },
  };
  expect((await call(ada, 'PATCH', PATH, change)).body.data).toEqual(changed);
  expect((await call(ada, 'PATCH', PATH, change)).body.data).toEqual(changed);
  expect((await call(ada, 'GET', PATH)).body.data).toEqual(changed);
  const { events } = (await call(ada, 'GET', '/account/events')).body.data;
  const told = events.filter(({ type }: { type: string }) => type === 'notifications.changed');
  expect(told.map(({ data }: { data: object }) => data)).toEqual([changed]);

  const rest = {
    followResults: { inApp: false },
    calls: { inApp: false },
    liquidations: { mail: false, inApp: false },
  };
  const off = {
    ...changed,
    followResults: { ...DEFAULTS.followResults, inApp: false },
    calls: { mail: true, inApp: false },
    liquidations: { mail: false, inApp: false },
  };
  expect((await call(ada, 'PATCH', PATH, rest)).body.data).toEqual(off);

  const on = { security: { mail: true, inApp: true } };
  expect((await call(ada, 'PATCH', PATH, on)).body.data).toEqual(off);
  for (const channel of ['mail', 'inApp']) {
    const refused = await call(ada, 'PATCH', PATH, { security: { [channel]: false } });
    expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  }
  const wrong = await call(ada, 'PATCH', PATH, { calls: { mail: 'yes' } });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'VALIDATION_FAILED']);

  const bot = await app.user('bot_settings');
  expect(await bot.get(PATH)).toEqual(DEFAULTS);
  const byKey = await bot.call('PATCH', PATH, { calls: { mail: true } });
  expect([byKey.status, byKey.body.code]).toEqual([403, 'FORBIDDEN']);
});

test('mail obeys the settings: what is off is not written, what is on is written once', async () => {
  const leader = await app.user('the_leader');
  const groupId = await openGroup(leader);
  const ada = await signUp(app, 'ada_follows');
  await call(ada, 'POST', `/groups/${groupId}/join`);
  await call(ada, 'POST', `/groups/${groupId}/auto-buy`, { enabled: true, amountUsd: '10' });
  await app.pin(mints.sol, '150');
  await app.pin(mints.decimals6, '1');
  await app.pin(mints.decimals8, '2');
  await propose(leader, groupId, '25');
  expect(await news(ada)).toEqual([]);

  await call(ada, 'PATCH', PATH, { followResults: { mail: true } });
  await propose(leader, groupId, '25', mints.decimals6);
  const filled = `${NEWS}A follow was filled: SPOT BUY.`;
  expect(await news(ada)).toEqual([filled]);

  const both = { followResults: { mail: false }, calls: { mail: true } };
  await call(ada, 'PATCH', PATH, both);
  const { proposal } = await propose(leader, groupId, '25', mints.decimals8);
  const symbol = (await leader.get(`/spot/tokens/${mints.decimals8}`)).symbol;
  const told = `${NEWS}Geese: the_leader proposed ${symbol} with $25 at $2.`;
  expect(await news(ada)).toEqual([filled, told]);
  // An end of a call is no new call.
  await leader.post(`/spot/proposals/${proposal.id}/close`);
  expect(await news(ada)).toEqual([filled, told]);

  await call(ada, 'PATCH', PATH, { calls: { mail: false } });
  await app.pin(mints.decimals5, '1');
  await propose(leader, groupId, '25', mints.decimals5);
  expect(await news(ada)).toEqual([filled, told]);
  await app.audit();
});

test('a digest tells of the day after midnight, once', async () => {
  const ada = await signUp(app, 'ada_digest');
  await call(ada, 'PATCH', PATH, { digest: { mail: true } });
  await app.sandbox('POST', '/clock', { freeze: true });
  const { now } = await app.sandbox('GET', '/clock');
  const midnight = Math.floor(Date.parse(now) / 86_400_000) * 86_400_000 + 86_400_000;
  const at = (ms: number) => ({ set: new Date(midnight + ms).toISOString() });
  // The day before the digest: one swap of $25, of which 0.125 is the fee, out of $100.
  await app.sandbox('POST', '/clock', at(3_600_000));
  await news(ada);
  const before = (await news(ada)).length;
  const swap = { sell: 'USDC', buy: mints.sol, amountUsd: '25' };
  expect((await call(ada, 'POST', '/spot/swap', swap)).status).toBe(200);
  await app.sandbox('POST', '/clock', at(86_399_000));
  expect((await news(ada)).length).toBe(before);
  await app.sandbox('POST', '/clock', at(86_400_000));
  const day = new Date(midnight).toISOString().slice(0, 10);
  const digest = `Your day on Skein: ${day}\n- trades of tokens and stocks: 1\n\nYou can spend $75.`;
  expect((await news(ada)).slice(before)).toEqual([digest]);
  await app.sandbox('POST', '/clock', at(90_000_000));
  expect((await news(ada)).slice(before)).toEqual([digest]);
});
