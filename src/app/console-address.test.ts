import { expect, test } from 'vitest';
import { consoleAddress } from './console-address.ts';

const origin = 'http://127.0.0.1:40123';

test.each([
  ['http://localhost:3000', 'http://localhost:3000/'],
  ['https://trade.example.org', 'https://trade.example.org/'],
  // PORT=0 takes any free port, which the default public URL cannot know.
  ['http://localhost:0', 'http://127.0.0.1:40123/'],
])('the console of %s is opened at %s', (publicUrl, address) => {
  expect(consoleAddress(publicUrl, origin)).toBe(address);
});
