import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPasswords, requireStrongPassword } from './password.ts';

const own = { email: 'ada.lovelace@example.org', username: 'countess' };
const problemOf = (password: string): string | null => {
  try {
    requireStrongPassword(password, own);
    return null;
  } catch (problem) {
    return (problem as Error).message;
  }
};

test.each([
  ['elevenchars', 'password must have at least 12 characters'],
  ['', 'password must have at least 12 characters'],
  // Eleven characters of two code units each.
  ['𝕒𝕓𝕔𝕕𝕖𝕗𝕘𝕙𝕚𝕛𝕜', 'password must have at least 12 characters'],
  ['a1'.repeat(129), 'password must have at most 256 characters'],
  ['aaaabbbbccccdddd', 'password must have at least 5 different characters'],
  ['Password1234', 'password is one of the commonest; choose another one'],
  ['QWERTY123456', 'password is one of the commonest; choose another one'],
  // In full-width letters it is the same password.
  ['ｐａｓｓｗｏｒｄ１２３４', 'password is one of the commonest; choose another one'],
  ['ada.lovelace@example.org', 'password must not be made of your e-mail address or username'],
  ['Ada.Lovelace99', 'password must not be made of your e-mail address or username'],
  ['countess1countess', 'password must not be made of your e-mail address or username'],
])('the password %j is refused', (password, problem) => {
  expect(problemOf(password)).toBe(problem);
});

test.each([
  'a violet skein of geese',
  'kD8#fq0Lzx2p',
  'countess of twelve songs',
  'пароль длинный тут',
])('the password %j is good', (password) => {
  expect(problemOf(password)).toBeNull();
});

test('a hash proves its password and no other, with a salt of its own', async () => {
  const passwords = createPasswords(randomBytes);
  const [one, two] = await Promise.all([
    passwords.hash('secret words'),
    passwords.hash('secret words'),
  ]);
  expect(one).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(two);
  expect(await passwords.matches('secret words', one)).toBe(true);
  expect(await passwords.matches('secret word', one)).toBe(false);
  // Composed and decomposed letters are the same password.
  const accented = await passwords.hash('caf\u00e9 au lait noir');
  expect(await passwords.matches('cafe\u0301 au lait noir', accented)).toBe(true);
});

test('an account that does not exist has no password that fits', async () => {
  const passwords = createPasswords(randomBytes);
  for (const guess of ['', 'A'.repeat(43), '\0']) {
    expect(await passwords.matches(guess, null)).toBe(false);
  }
});
