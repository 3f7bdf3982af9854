import { expect, test } from 'vitest';
import { expiryOf } from './jwt.ts';
import { createTokens } from './tokens.ts';

const token = (expSeconds: number): string => {
  const payload = btoa(JSON.stringify({ exp: expSeconds })).replace(/=+$/, '');
  return `h.${payload}.s`;
};
const given = (text: string) =>
  new Response(JSON.stringify({ data: { token: text } }), { status: 200 });
const refused = () =>
  new Response(JSON.stringify({ code: 'UNAUTHORIZED', message: 'No.' }), { status: 401 });

function fixture(...answers: readonly (() => Response)[]) {
  let calls = 0;
  let nowMs = 0;
  const tokens = createTokens({
    now: () => nowMs,
    fetch: async () => {
      const answer = answers[calls];
      calls += 1;
      if (!answer) throw new TypeError('the network is gone');
      return answer();
    },
  });
  return {
    tokens,
    calls: () => calls,
    at(ms: number) {
      nowMs = ms;
    },
  };
}

test('the end of a token is read from it', () => {
  expect(expiryOf(token(600))).toBe(600_000);
  expect(expiryOf('nonsense')).toBe(0);
});

test('a token is used until half a minute before its end, then renewed', async () => {
  const { tokens, calls, at } = fixture(
    () => given(token(600)),
    () => given(token(1200)),
  );
  expect(await tokens.restore()).toBe('signed-in');
  at(569_999);
  expect(await tokens.current()).toBe(token(600));
  expect(calls()).toBe(1);
  at(570_000);
  expect(await tokens.current()).toBe(token(1200));
  expect(calls()).toBe(2);
});

test('calls that come at once wait for one renewal', async () => {
  const { tokens, calls } = fixture(() => given(token(600)));
  const found = await Promise.all([tokens.current(), tokens.current(), tokens.renew('old')]);
  expect(found).toEqual([token(600), token(600), token(600)]);
  expect(calls()).toBe(1);
  // A call that was refused with an older token takes the one that is there.
  expect(await tokens.renew('old')).toBe(token(600));
  expect(calls()).toBe(1);
});

test('a refusal ends the session, a network that is gone does not', async () => {
  const { tokens, at, calls } = fixture(
    () => given(token(600)),
    () => {
      throw new TypeError('the network is gone');
    },
    refused,
  );
  const states: string[] = [];
  tokens.subscribe(() => states.push(tokens.state()));
  await tokens.restore();
  at(600_000);
  await expect(tokens.current()).rejects.toMatchObject({ code: 'NETWORK' });
  expect(tokens.state()).toBe('signed-in');
  expect(await tokens.current()).toBe(null);
  expect(states).toEqual(['signed-in', 'signed-out']);
  expect(await tokens.current()).toBe(null);
  expect(calls()).toBe(3);
});
