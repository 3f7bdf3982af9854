import { expect, test } from 'vitest';
import { codeIn } from './join-by-code.tsx';

test('a code is found in a link and stays what it is alone', () => {
  expect(codeIn(' 7k2m9qv4xt1w ')).toBe('7k2m9qv4xt1w');
  expect(codeIn('https://skein.example/join/7k2m9qv4xt1w')).toBe('7k2m9qv4xt1w');
  expect(codeIn('http://localhost:3000/join/abc/?from=mail#top')).toBe('abc');
  expect(codeIn('  ')).toBe('');
});
