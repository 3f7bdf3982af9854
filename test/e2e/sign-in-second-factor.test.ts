import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, Sessions } from '../../src/features/sessions/index.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { browserClient } from '../helpers/browser-client.ts';
import { dataOf } from '../helpers/client.ts';
import { mailedSecret, PASSWORD, type Person, signUp } from './sign-in-world.ts';

let app: TestApp;
const sessions = (): Sessions => app.app.services.signIn.sessions;
const invalidCode = expect.objectContaining({ code: 'SECOND_FACTOR_INVALID' });

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function callerOf(token: string): Promise<Caller> {
  const principal = await app.app.services.signIn.authenticator.authenticate(`Bearer ${token}`);
  return { principal, ip: '192.0.2.1', userAgent: 'test' };
}

/**
 * An independent authenticator. A code of the step of now is good for 30 seconds at least, one of
 * the next step for longer: no edge of a step in the middle of a test makes one late.
 */
const codeOf = (secret: string, steps = 0, atMs = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs + steps * 30_000 });

/** Enrols with the code of now; that of the next step is still to be used. */
async function enrol(person: Person) {
  const atMs = Date.now();
  const caller = await callerOf(person.token);
  const enrolment = await sessions().beginTotp(caller, { password: PASSWORD });
  await sessions().confirmTotp(caller, codeOf(enrolment.secret, 0, atMs));
  return { caller, atMs, next: codeOf(enrolment.secret, 1, atMs), ...enrolment };
}

async function firstStep(person: Person) {
  const browser = browserClient(() => app.origin);
  const credentials = { email: person.email, password: PASSWORD };
  const answer = dataOf(await browser.post('/auth/sign-in', credentials));
  expect([answer.session, browser.cookie]).toEqual([null, null]);
  return { browser, challenge: answer.challenge as string };
}
const SECOND = '/auth/sign-in/second-factor';

test('with an authenticator the password alone signs nobody in; a code does, once', async () => {
  const person = await signUp(app, 'ada');
  const { uri, secret, recoveryCodes, caller, atMs, next: code } = await enrol(person);
  expect(uri).toBe(
    `otpauth://totp/Skein:ada%40example.org?secret=${secret}&issuer=Skein&algorithm=SHA1&digits=6&period=30`,
  );
  expect(new Set(recoveryCodes).size).toBe(10);
  expect((await sessions().profile(person.userId)).totpEnabled).toBe(true);
  const first = await firstStep(person);
  const right = await first.browser.post(SECOND, { challenge: first.challenge, code });
  expect(dataOf(right).userId).toBe(person.userId);
  expect(first.browser.cookie).not.toBeNull();
  // Neither the challenge nor the code works again.
  const again = await first.browser.post(SECOND, { challenge: first.challenge, code });
  expect(again.status).toBe(401);
  const next = await firstStep(person);
  const replayed = await next.browser.post(SECOND, { challenge: next.challenge, code });
  expect([replayed.status, replayed.body.code]).toEqual([403, 'SECOND_FACTOR_INVALID']);
  // What a withdrawal checks is the same store: the code is right, but using it is refused.
  const { step } = await sessions().verifyTotp(person.userId, code);
  expect(step).toBe(Math.floor(atMs / 30_000) + 1);
  await expect(sessions().removeTotp(caller, code)).rejects.toEqual(invalidCode);
  await mailedSecret(app, person.email, 'Second factor added');
});

test('two sign-ins with one code at once: one of them', async () => {
  const person = await signUp(app, 'bea');
  const { next: code } = await enrol(person);
  const steps = await Promise.all([firstStep(person), firstStep(person), firstStep(person)]);
  const answers = await Promise.all(
    steps.map(({ browser, challenge }) => browser.post(SECOND, { challenge, code })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
});

test('a recovery code signs in once, typed as people type', async () => {
  const person = await signUp(app, 'cleo');
  const { recoveryCodes } = await enrol(person);
  const [code = ''] = recoveryCodes;
  const first = await firstStep(person);
  const typed = ` ${code.toUpperCase().replace('-', ' ')} `;
  const body = { challenge: first.challenge, code: typed };
  expect((await first.browser.post(SECOND, body)).status).toBe(200);
  const second = await firstStep(person);
  const again = await second.browser.post(SECOND, { challenge: second.challenge, code });
  expect([again.status, again.body.code]).toEqual([403, 'SECOND_FACTOR_INVALID']);
  await mailedSecret(app, person.email, 'A recovery code was used');
});

test('a sixth code is refused unseen', async () => {
  const person = await signUp(app, 'dan');
  const { secret } = await enrol(person);
  const { browser, challenge } = await firstStep(person);
  // Three codes count at a time; those that are none of them are wrong.
  const good = new Set([-1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'];
  const guesses = wrong.filter((code) => !good.has(code)).slice(0, 5);
  for (const code of guesses.slice(0, 5)) {
    expect((await browser.post(SECOND, { challenge, code })).status).toBe(403);
  }
  const sixth = await browser.post(SECOND, { challenge, code: codeOf(secret, 1) });
  expect([sixth.status, sixth.body.code]).toEqual([429, 'RATE_LIMITED']);
  const log = await sessions().securityLog(person.userId, { limit: 50 });
  expect(log.filter(({ kind }) => kind === 'second_factor_failed').length).toBe(5);
});

test('an enrolment needs the password, counts from its first code, and is removed with a code', async () => {
  const person = await signUp(app, 'eve');
  const caller = await callerOf(person.token);
  const forbidden = expect.objectContaining({ code: 'FORBIDDEN' });
  await expect(sessions().beginTotp(caller, {})).rejects.toEqual(forbidden);
  await expect(sessions().beginTotp(caller, { password: 'wrong' })).rejects.toEqual(forbidden);
  const required = expect.objectContaining({ code: 'SECOND_FACTOR_REQUIRED' });
  await expect(sessions().verifyTotp(person.userId, '000000')).rejects.toEqual(required);
  const { secret } = await sessions().beginTotp(caller, { password: PASSWORD });
  await expect(sessions().verifyTotp(person.userId, codeOf(secret))).rejects.toEqual(required);
  const later = codeOf(secret, 4);
  await expect(sessions().confirmTotp(caller, later)).rejects.toEqual(invalidCode);
  expect((await sessions().profile(person.userId)).totpEnabled).toBe(false);
  const atMs = Date.now();
  await sessions().confirmTotp(caller, codeOf(secret, 0, atMs));
  const invalid = expect.objectContaining({ code: 'VALIDATION_FAILED' });
  await expect(sessions().beginTotp(caller, { password: PASSWORD })).rejects.toEqual(invalid);
  await sessions().removeTotp(caller, codeOf(secret, 1, atMs));
  expect((await sessions().profile(person.userId)).totpEnabled).toBe(false);
  const browser = browserClient(() => app.origin);
  const credentials = { email: person.email, password: PASSWORD };
  expect(dataOf(await browser.post('/auth/sign-in', credentials)).challenge).toBeNull();
});

test('the security log tells its owner what was done, and no secret', async () => {
  const person = await signUp(app, 'fay');
  const { secret, recoveryCodes } = await enrol(person);
  const log = await sessions().securityLog(person.userId, { limit: 2 });
  const rest = await sessions().securityLog(person.userId, {
    cursor: log.at(-1)?.cursor ?? '',
    limit: 50,
  });
  const kinds = [...log, ...rest].map(({ kind }) => kind);
  expect(kinds).toEqual(['second_factor_enrolled', 'sign_in', 'sign_up']);
  const text = JSON.stringify([...log, ...rest]);
  for (const hidden of [secret, PASSWORD, person.token, ...recoveryCodes]) {
    expect(text).not.toContain(hidden);
  }
});
