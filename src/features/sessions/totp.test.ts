import fc from 'fast-check';
import { HOTP, Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { hashOfRecoveryCode, newRecoveryCodes, secretId } from './secrets.ts';
import { base32, base32Bytes, stepOfCode, totpCode, totpUri } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test.each([
  // RFC 4226, appendix D: HOTP of the ASCII secret "12345678901234567890" for counters 0 to 9.
  [0, '755224'],
  [1, '287082'],
  [2, '359152'],
  [3, '969429'],
  [4, '338314'],
  [5, '254676'],
  [6, '287922'],
  [7, '162583'],
  [8, '399871'],
  [9, '520489'],
])('the code of step %i is %s', (step, code) => {
  expect(totpCode(SECRET, step)).toBe(code);
});

test('RFC 6238, appendix B: the last six of the eight digits for SHA-1', () => {
  const table: [number, string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ];
  for (const [seconds, code] of table) {
    expect(stepOfCode(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  }
});

test('codes are those of another implementation', () => {
  const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(bytes, fc.integer({ min: 0, max: 2 ** 40 }), (secret, step) => {
      const other = new Secret({ buffer: Uint8Array.from(secret).buffer });
      expect(totpCode(secret, step)).toBe(HOTP.generate({ secret: other, counter: step }));
      expect(base32(secret)).toBe(other.base32);
      expect([...base32Bytes(base32(secret))]).toEqual([...secret]);
    }),
    { numRuns: 50 },
  );
});

test('a code counts in its step, the one before and the one after, and not beyond', () => {
  // Step 100 is from 3,000,000 ms to 3,030,000 ms.
  const code = totpCode(SECRET, 100);
  expect(stepOfCode(SECRET, code, 2_969_999)).toBeNull();
  expect(stepOfCode(SECRET, code, 2_970_000)).toBe(100);
  expect(stepOfCode(SECRET, code, 3_059_999)).toBe(100);
  expect(stepOfCode(SECRET, code, 3_060_000)).toBeNull();
  for (const typed of ['', '12345', '1234567', `${code} `, 'abcdef', '１２３４５６']) {
    expect(stepOfCode(SECRET, typed, 3_000_000)).toBeNull();
  }
});

test('an authenticator reads the address', () => {
  const uri = totpUri(base32(SECRET), 'Skein', 'ada@example.org');
  expect(uri).toBe(
    'otpauth://totp/Skein:ada%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' +
      '&issuer=Skein&algorithm=SHA1&digits=6&period=30',
  );
});

test('recovery codes have their form and are hashed with their user', () => {
  const codes = newRecoveryCodes((size) => new Uint8Array(size).fill(255));
  expect(codes).toEqual(Array(10).fill('77777-77777'));
  const hash = hashOfRecoveryCode('user-1', '77777-77777');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOfRecoveryCode('user-1', ' 7777 777777 ')).toBe(hash);
  expect(hashOfRecoveryCode('user-2', '77777-77777')).not.toBe(hash);
  for (const typed of ['', '77777-7777', '77777-777777', '11111-11111']) {
    expect(hashOfRecoveryCode('user-1', typed)).toBeNull();
  }
  expect(secretId((size) => new Uint8Array(size).fill(171))).toBe(
    'abababab-abab-abab-abab-abababababab',
  );
});
