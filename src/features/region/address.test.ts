import { expect, test } from 'vitest';
import { addressSet, callerAddress, plainAddress } from './address.ts';
import { countryCode } from './country-code.ts';
import { openCountryDatabase } from './country-database.ts';

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:1.2.3.4', '1.2.3.4'],
  ['fe80::1%eth0', 'fe80::1'],
  [' 2a00::1 ', '2a00::1'],
  ['', null],
  ['unknown', null],
  ['1.2.3.4:80', null],
])('%j is the address %j', (text, address) => {
  expect(plainAddress(text)).toBe(address);
});

test('networks hold their addresses, also in IPv6 dress', () => {
  const trusted = addressSet(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);
  const asked = [
    '10.255.255.255',
    '::ffff:10.0.0.1',
    '192.0.2.7',
    'fd12::1',
    '11.0.0.1',
    'fe00::1',
    '',
  ];
  expect(asked.map(trusted)).toEqual([true, true, true, true, false, false, false]);
  expect(addressSet([])('127.0.0.1')).toBe(false);
});

test.each<[string, string | undefined, string]>([
  // Nobody but a trusted proxy may speak for others.
  ['8.8.8.8', '1.1.1.1', '8.8.8.8'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '1.1.1.1', '1.1.1.1'],
  // The caller wrote 9.9.9.9 himself; the proxies added what stands behind it.
  ['10.0.0.1', '9.9.9.9, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
  ['10.0.0.1', '9.9.9.9, unknown', ''],
  ['10.0.0.1', '10.0.0.2', '10.0.0.2'],
])('peer %s with X-Forwarded-For %s is caller %j', (peer, forwardedFor, caller) => {
  expect(callerAddress(peer, forwardedFor, addressSet(['10.0.0.0/8']))).toBe(caller);
});

test.each([
  ['us', 'US'],
  [' GB ', 'GB'],
  ['XX', null],
  ['T1', null],
  ['USA', null],
  ['', null],
  [undefined, null],
])('the header %j is the country %j', (text, country) => {
  expect(countryCode(text)).toBe(country);
});

test('the local database knows public addresses of both families and no private ones', () => {
  const countryOf = openCountryDatabase();
  const asked = ['8.8.8.8', '::ffff:8.8.8.8', '81.2.69.142', '2a02:8070::1'];
  expect(asked.map(countryOf)).toEqual(['US', 'US', 'GB', 'DE']);
  const local = ['127.0.0.1', '::1', '10.1.2.3', '192.168.0.1', 'fe80::1%eth0', '', 'nonsense'];
  expect(local.map(countryOf)).toEqual(local.map(() => null));
});
