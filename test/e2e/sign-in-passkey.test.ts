import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, Sessions } from '../../src/features/sessions/index.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { browserClient } from '../helpers/browser-client.ts';
import { dataOf, send } from '../helpers/client.ts';
import {
  type PasskeyChange,
  type SoftwarePasskey,
  softwarePasskey,
} from '../helpers/software-passkey.ts';
import { mailedSecret, signUp } from './sign-in-world.ts';

const ORIGIN = 'https://trade.example.org';

let app: TestApp;
let caller: Caller;
let userId = '';
let passkey: SoftwarePasskey;
const sessions = (): Sessions => app.app.services.signIn.sessions;
const invalid = expect.objectContaining({ code: 'VALIDATION_FAILED' });

beforeAll(async () => {
  app = await startTestApp({ SKEIN_PUBLIC_URL: ORIGIN });
  const person = await signUp(app, 'ada');
  userId = person.userId;
  const { authenticator } = app.app.services.signIn;
  const principal = await authenticator.authenticate(`Bearer ${person.token}`);
  caller = { principal, ip: null, userAgent: null };
  passkey = softwarePasskey(ORIGIN);
  const options = await sessions().beginPasskey(caller);
  expect(JSON.parse(options)).toMatchObject({
    rp: { id: 'trade.example.org', name: 'Skein' },
    user: { name: 'ada' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const wish = { name: ' laptop ', responseJson: passkey.create(options) };
  const made = await sessions().finishPasskey(caller, wish);
  expect(made).toMatchObject({ id: passkey.id, name: 'laptop' });
});
afterAll(() => app.stop());

async function attempt(key: SoftwarePasskey, change: PasskeyChange = {}) {
  const browser = browserClient(() => app.origin);
  const { challengeId, optionsJson } = dataOf(await browser.post('/auth/passkey/options'));
  const body = { challengeId, responseJson: key.get(optionsJson, change) };
  return { browser, body, answer: await browser.post('/auth/passkey/sign-in', body) };
}

test('a passkey signs in without a name, a password or a code, and once per challenge', async () => {
  const { browser, body, answer } = await attempt(passkey);
  const signedIn = dataOf(answer);
  expect(signedIn.userId).toBe(userId);
  const call = { method: 'GET', path: '/api/v1/me', token: signedIn.token } as const;
  expect((await send(app.origin, call)).body.data.username).toBe('ada');
  expect(browser.cookie).not.toBeNull();
  const again = await browser.post('/auth/passkey/sign-in', body);
  expect(again.status).toBe(401);
});

test.each<[string, PasskeyChange]>([
  ['for another origin', { origin: 'https://evil.example' }],
  ['for another party', { rpId: 'evil.example' }],
  ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['of another ceremony', { type: 'webauthn.create' }],
  ['without a finger, a face or a PIN', { verified: false }],
  ['whose counter has gone back', { counter: 1 }],
  ['with a wrong signature', { tamper: true }],
])('an answer %s is refused', async (_what, change) => {
  const { answer, browser } = await attempt(passkey, change);
  expect([answer.status, answer.body.code, browser.cookie]).toEqual([401, 'UNAUTHORIZED', null]);
});

test('an unknown passkey and what is no answer are refused alike', async () => {
  const { answer } = await attempt(softwarePasskey(ORIGIN));
  expect(answer.status).toBe(401);
  const browser = browserClient(() => app.origin);
  const { challengeId } = dataOf(await browser.post('/auth/passkey/options'));
  for (const responseJson of ['', '{', 'null', '[]', '{"id":1}', `{"id":"${passkey.id}"}`]) {
    const body = { challengeId, responseJson };
    expect((await browser.post('/auth/passkey/sign-in', body)).status).toBe(401);
  }
});

test('an enrolment takes one good answer to its own challenge', async () => {
  const finish = (responseJson: string, name = 'phone') =>
    sessions().finishPasskey(caller, { name, responseJson });
  const key = softwarePasskey(ORIGIN);
  const first = await sessions().beginPasskey(caller);
  const second = await sessions().beginPasskey(caller);
  // A new enrolment ends the one before.
  await expect(finish(key.create(first))).rejects.toEqual(invalid);
  await expect(finish(key.create(second))).rejects.toEqual(invalid);
  for (const change of [{ origin: 'https://evil.example' }, { verified: false }]) {
    const options = await sessions().beginPasskey(caller);
    await expect(finish(key.create(options, change))).rejects.toEqual(invalid);
  }
  await expect(finish(key.create(await sessions().beginPasskey(caller)), '  ')).rejects.toEqual(
    invalid,
  );
  // The same key twice.
  const options = await sessions().beginPasskey(caller);
  await expect(finish(passkey.create(options))).rejects.toEqual(invalid);
  expect((await sessions().profile(userId)).passkeys.length).toBe(1);
});

test('a passkey that was removed signs nobody in, and its owner is told', async () => {
  const key = softwarePasskey(ORIGIN);
  const responseJson = key.create(await sessions().beginPasskey(caller));
  const { id } = await sessions().finishPasskey(caller, { name: 'old phone', responseJson });
  expect((await attempt(key)).answer.status).toBe(200);
  await sessions().removePasskey(caller, id);
  expect((await attempt(key)).answer.status).toBe(401);
  const notFound = expect.objectContaining({ code: 'NOT_FOUND' });
  await expect(sessions().removePasskey(caller, id)).rejects.toEqual(notFound);
  await mailedSecret(app, 'ada@example.org', 'Passkey removed');
});
