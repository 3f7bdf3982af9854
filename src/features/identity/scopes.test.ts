import { expect, test } from 'vitest';
import { scopeColumn, scopesOf } from './scopes.ts';

const all = ['read', 'trade:spot', 'trade:predictions', 'trade:perps', 'groups', 'chat'];

test('a key without a list has the six ordinary scopes and may not pay groups', () => {
  expect(scopeColumn(null)).toBe('');
  expect([...scopesOf('')]).toEqual(all);
});

test('groups:pay is given by name only', () => {
  expect([...scopesOf(scopeColumn(['groups:pay', 'read', 'read']))]).toEqual([
    'read',
    'groups:pay',
  ]);
});

test('an empty list is refused: stored, it would read as all scopes', () => {
  expect(() => scopeColumn([])).toThrow('scopes must name at least one scope');
  expect(() => scopeColumn([''])).toThrow('scopes: "" is not a scope');
  expect(() => scopeColumn(['read', 'withdraw'])).toThrow('scopes: "withdraw" is not a scope');
});
