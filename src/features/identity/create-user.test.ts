import { expect, test } from 'vitest';
import { decideOn, type Given, testId } from '../../../test/helpers/state.ts';
import { ref } from '../../engine/command.ts';
import { walletTable } from '../../ledger/tables.ts';
import { dollars } from '../../money/text.ts';
import { createKey, type NewKey } from './create-key.ts';
import { type CreateUserCommand, createUser } from './create-user.ts';
import { userOfName } from './identity.sql.ts';
import { revokeKey } from './revoke-key.ts';
import { apiKeyTable, userTable } from './tables.ts';

const now = 1_700_000_000_000;
const userId = testId(1);
const key: NewKey = {
  prefix: 'svc_abcdef',
  secretHash: 'ab'.repeat(32),
  label: 'bot',
  scopes: ['read'],
  expiresAt: now + 1,
};
const bare: CreateUserCommand = {
  userId,
  username: 'ada_1',
  mode: 'paper',
  walletAddress: 'So11111111111111111111111111111111111111112',
  deposit: null,
  key: null,
};
const user = {
  id: userId,
  idpId: `idp_${userId}`,
  username: 'ada_1',
  avatar: '',
  walletAddress: bare.walletAddress,
  mode: 'paper',
  createdAt: now,
};
const withUser: Given = { now, rows: [[userTable, user]] };

test('a user gets a wallet, a deposit and a key at once', () => {
  const command = { ...bare, deposit: { amount: dollars('100'), source: 'sandbox' }, key };
  const { outcome, set } = decideOn(createUser, command, { now });
  expect(set.get(userTable, userId)).toEqual(user);
  expect(set.wallet(userId)).toEqual({
    userId,
    available: 100_000_000n,
    reserved: 0n,
    eventSeq: 3n,
    country: null,
  });
  expect(set.events.map(({ seq, type }) => [seq, type])).toEqual([
    [1n, 'account_created'],
    [2n, 'deposit'],
    [3n, 'api_key_created'],
  ]);
  expect(set.get(apiKeyTable, '00000000-0000-7000-8000-000000000002')).toEqual({
    id: '00000000-0000-7000-8000-000000000002',
    userId,
    label: 'bot',
    prefix: 'svc_abcdef',
    secretHash: 'ab'.repeat(32),
    scopes: 'read',
    createdAt: now,
    expiresAt: now + 1,
    revokedAt: null,
  });
  expect(outcome.answer).toEqual({ status: 201, data: { userId, idpId: `idp_${userId}` } });
  expect(set.events.map(({ data }) => data).join()).not.toContain(key.secretHash);
});

test('a username is folded to lower case, and one that is taken is refused', () => {
  const command = { ...bare, username: 'Ada_1' };
  expect(decideOn(createUser, command, { now }).set.get(userTable, userId)).toEqual(user);
  const found = [{ ref: ref(userOfName, 'ada_1'), row: { id: testId(2) } }];
  expect(() => decideOn(createUser, command, { now, found })).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED', problems: ['username is taken'] }),
  );
});

test.each(['', 'ab', 'a'.repeat(31), 'a-b', 'a b', 'ädä', 'abc\n', '\u212Aelvin'])(
  'the username %j is refused',
  (username) => {
    expect(() => decideOn(createUser, { ...bare, username }, { now })).toThrow(
      'username must be 3 to 30 letters, digits or underscores',
    );
  },
);

test('a key that has expired already and a key of nobody are refused', () => {
  const expired = { userId, ...key, expiresAt: now };
  expect(() => decideOn(createKey, expired, withUser)).toThrow('expiresAt must be in the future');
  const long = { userId, ...key, label: 'x'.repeat(65) };
  expect(() => decideOn(createKey, long, withUser)).toThrow('label is longer than 64 characters');
  expect(() => decideOn(createKey, { userId, ...key }, { now })).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  );
});

test('a key is revoked once; again changes nothing, and another user cannot', () => {
  const row = {
    id: testId(9),
    userId,
    label: '',
    prefix: 'svc_abcdef',
    secretHash: 'ab'.repeat(32),
    scopes: '',
    createdAt: now - 5,
    expiresAt: null,
    revokedAt: null,
  };
  const wallet = { userId, available: 0n, reserved: 0n, eventSeq: 0n, country: null };
  const command = { userId, keyId: row.id };
  const given = (keyRow: object): Given => ({
    now,
    rows: [
      [walletTable, wallet],
      [apiKeyTable, keyRow],
    ],
  });
  const { outcome, set } = decideOn(revokeKey, command, given(row));
  expect(set.get(apiKeyTable, row.id)).toEqual({ ...row, revokedAt: now });
  expect(outcome.events?.[0]?.type).toBe('api_key_revoked');
  const again = decideOn(revokeKey, command, given({ ...row, revokedAt: now - 1 }));
  expect(again.outcome).toEqual({ answer: { status: 200, data: { id: row.id } } });
  expect(() => decideOn(revokeKey, { ...command, userId: testId(2) }, given(row))).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  );
});
