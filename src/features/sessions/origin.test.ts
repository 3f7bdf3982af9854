import { expect, test } from 'vitest';
import { requireOwnOrigin, sessionCookie } from './cookie.ts';
import { networkOf, originReader } from './origin.ts';
import { createSeal } from './seal.ts';

const SECRET = 'q83vEjRWeJA7tDq9fZ0h1zQyQ0m1b2x3Y4z5A6B7C8D';

test('the cookie is secure and bound to its host where the service is reached by https', () => {
  expect(sessionCookie('https://a.example').set(SECRET, 60)).toBe(
    `__Host-skein_session=${SECRET}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure`,
  );
  expect(sessionCookie('http://localhost:3000').clear()).toBe(
    'skein_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
  );
});

test('one cookie of the right form is read, anything else is none', () => {
  const { read } = sessionCookie('http://localhost:3000');
  expect(read({ cookie: `a=b; skein_session=${SECRET}; c=d` })).toBe(SECRET);
  for (const cookie of [
    '',
    `xskein_session=${SECRET}`,
    `__Host-skein_session=${SECRET}`,
    `skein_session=${SECRET}; skein_session=${SECRET}`,
    `skein_session=${SECRET}x`,
    'skein_session=',
  ]) {
    expect(read({ cookie })).toBeNull();
  }
  expect(read({})).toBeNull();
});

const json = { 'content-type': 'application/json', host: 'localhost:3000' };
const publicUrl = 'https://trade.example.org';

test.each([
  {},
  { origin: publicUrl },
  { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
  { 'content-type': 'application/json; charset=utf-8' },
])('%j is a request of the service itself', (headers) => {
  expect(() => requireOwnOrigin({ ...json, ...headers }, publicUrl)).not.toThrow();
});

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3001' },
  { origin: 'https://trade.example.org.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: publicUrl },
])('%j is another site', (headers) => {
  expect(() => requireOwnOrigin({ ...json, ...headers }, publicUrl)).toThrow(
    expect.objectContaining({ code: 'FORBIDDEN' }),
  );
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
  'a body of type %j is refused',
  (type) => {
    expect(() => requireOwnOrigin({ ...json, 'content-type': type }, publicUrl)).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_MEDIA_TYPE' }),
    );
  },
);

test('attempts from IPv6 count for the /64, which one customer has whole', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('2001:db8:1:2::')).toBe('2001:db8:1:2::/64');
});

test('a forwarded address is believed from a trusted proxy alone', () => {
  const headers = { 'x-forwarded-for': '198.51.100.9', 'user-agent': 'test' };
  const read = originReader(['10.0.0.0/8']);
  expect(read({ peerAddress: '10.0.0.1', headers })).toEqual({
    ip: '198.51.100.9',
    userAgent: 'test',
  });
  expect(read({ peerAddress: '192.0.2.1', headers }).ip).toBe('192.0.2.1');
  expect(read({ peerAddress: '', headers: {} })).toEqual({ ip: null, userAgent: null });
});

test('what is sealed opens with its own key and context alone', () => {
  const random = (size: number) => new Uint8Array(size).fill(7);
  const seal = createSeal('one secret of the service', random);
  const sealed = seal.close('secret text', 'totp 1');
  expect(sealed).not.toContain('secret');
  expect(seal.open(sealed, 'totp 1')).toBe('secret text');
  expect(seal.open(sealed, 'totp 2')).toBeNull();
  expect(createSeal('another secret', random).open(sealed, 'totp 1')).toBeNull();
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  expect(seal.open(changed, 'totp 1')).toBeNull();
});
