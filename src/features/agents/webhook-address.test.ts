import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { addressesOf, isPublicAddress, type Resolve } from './webhook-address.ts';
import { callWebhook, signatureOf } from './webhook-call.ts';

test.each([
  ...['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0'],
  ...['2606:4700:4700::1111', '2a00:1450:4001::1', '192.169.0.1', '223.255.255.255'],
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each([
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1'],
  ...['172.31.255.255', '192.168.1.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '64:ff9b::808:808', 'fc00::1', 'fd12::1'],
  ...['fe80::1', 'ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1', 'example.org'],
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

const rules = (resolve: Resolve, allow: string[] = []) => ({ allow, resolve });
const one = (address: string) => [{ address, family: 4 as const }];

test('one address that is not public spoils a name', async () => {
  const resolve: Resolve = async () => [...one('8.8.8.8'), ...one('10.0.0.1')];
  const url = new URL('https://mixed.example/');
  await expect(addressesOf(url, rules(resolve))).rejects.toThrow(
    'mixed.example is not on the public internet',
  );
  expect(await addressesOf(url, rules(resolve, ['mixed.example']))).toHaveLength(2);
});

test('the signature is a published one', () => {
  // printf '1700000000.{}' | openssl dgst -sha256 -hmac key
  expect(signatureOf('key', '1700000000', '{}')).toBe(
    'v1=9d713ed406bb7076d4123f0dc2c39d2df5c654ed4b0cd56b52c8b4c940bd63ae',
  );
});

const CALL = {
  secret: 'secret',
  deliveryId: 'd',
  event: 'message.created',
  body: '{}',
  atMs: 1_700_000_000_000,
};

test('a name is asked for once a call, and the call goes to the address that was checked', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end('taken');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // The name of an attacker: an address that passes at first, this machine afterwards.
  let asked = 0;
  const resolve: Resolve = async () => {
    asked += 1;
    return one(asked === 1 ? '8.8.8.8' : '127.0.0.1');
  };
  const url = `http://rebinding.example:${port}/`;
  await addressesOf(new URL(url), rules(resolve));
  await expect(callWebhook({ ...CALL, url }, rules(resolve))).rejects.toThrow(
    'rebinding.example is not on the public internet',
  );
  expect([asked, requests]).toEqual([2, 0]);
  // An allowed name that no name server knows is reached, so the call used the answer it was given.
  const allowed = rules(async () => one('127.0.0.1'), ['rebinding.example']);
  expect(await callWebhook({ ...CALL, url }, allowed)).toBe('taken');
  expect(requests).toBe(1);
  await new Promise((resolve) => server.close(resolve));
});
