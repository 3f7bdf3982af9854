import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { browserClient } from '../helpers/browser-client.ts';
import { eventually } from '../helpers/eventually.ts';

let demo: TestApp;
let bare: TestApp;
beforeAll(async () => {
  [demo, bare] = await Promise.all([startTestApp({ SKEIN_DEMO: '1' }), startTestApp()]);
});
afterAll(() => Promise.all([demo.stop(), bare.stop()]));

test('one request gives a session of the leader, or of a follower', async () => {
  for (const [body, username] of [
    [{}, 'demo_leader'],
    [{ role: 'leader' }, 'demo_leader'],
    [{ role: 'follower' }, 'demo_ann'],
  ] as const) {
    const visitor = browserClient(() => demo.origin);
    const entered = await visitor.post('/auth/demo', body);
    expect(entered.status).toBe(200);
    const { token } = entered.body.data;
    const me = await visitor.request('GET', '/api/v1/me', token);
    expect(me.body.data).toMatchObject({ username, authMethod: 'jwt' });
    // The cookie goes on giving tokens, and signing out ends the session.
    expect((await visitor.post('/auth/token')).status).toBe(200);
    await visitor.post('/auth/sign-out');
    const after = async () => (await visitor.request('GET', '/api/v1/me', token)).status;
    await eventually('the token is refused', async () => (await after()) === 401);
  }
  const wrong = await browserClient(() => demo.origin).post('/auth/demo', { role: 'admin' });
  expect(wrong.status).toBe(400);
});

test('another site cannot make a browser enter', async () => {
  const visitor = browserClient(() => demo.origin);
  const refused = await visitor.post('/auth/demo', {}, { origin: 'https://evil.example' });
  expect([refused.status, refused.body.code, visitor.cookie]).toEqual([403, 'FORBIDDEN', null]);
});

test('without a demo nobody gets in, not as one who has such a name either', async () => {
  await bare.user('demo_leader');
  const visitor = browserClient(() => bare.origin);
  const refused = await visitor.post('/auth/demo');
  expect([refused.status, refused.body.code, visitor.cookie]).toEqual([404, 'NOT_FOUND', null]);
  expect((await visitor.request('GET', '/auth/demo', '')).body).toEqual({ data: { open: false } });
  const open = await visitor.request('GET', '/auth/demo', '');
  expect(open.status).toBe(200);
});
