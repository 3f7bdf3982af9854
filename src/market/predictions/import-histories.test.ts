import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { gammaEvent, gammaMarket, tokenId } from '../../../test/helpers/gamma-fixtures.ts';
import { importFolder } from '../../../test/helpers/import-folder.ts';

const folder = importFolder();
const { put, run, printed } = folder;

describe('recorded price histories', () => {
  const points = (...of: [t: number, p: number][]) => ({ history: of.map(([t, p]) => ({ t, p })) });
  const csv = () => readFile(join(folder.to, 'predictions/history/market-1.csv'), 'utf8');
  beforeEach(() => put('1.json', gammaEvent('one', [gammaMarket(1), gammaMarket(2)])));

  it('are of the token that is given for their file, or that is in its name', async () => {
    await put('a.json', points([1770394217, 0.235], [1770394157, 0.23]));
    await put(`history-${tokenId(2, 'no')}.json`, points([1770394157, 0.8]));
    expect(await run(`a.json=${tokenId(1, 'yes')}`)).toMatchObject({ 'price history': [2, 0, 0] });
    expect(await csv()).toBe(
      'time,price\n2026-02-06T16:09:17.000Z,0.23\n2026-02-06T16:10:17.000Z,0.235\n',
    );
    expect(await readFile(join(folder.to, 'predictions/history/market-2.csv'), 'utf8')).toBe(
      'time,price\n2026-02-06T16:09:17.000Z,0.2\n',
    );
  });

  it('of one token are joined; where they meet, the finer one counts', async () => {
    await put('fine.json', points([1770394200, 0.21], [1770394260, 0.22], [1770394260, 0.22]));
    await put('rough.json', points([1770390600, 0.19], [1770394200, 0.2]));
    const yes = tokenId(1, 'yes');
    expect(await run(`rough.json=${yes}`, `fine.json=${yes}`)).toMatchObject({
      'price history': [2, 0, 0],
    });
    expect(await csv()).toBe(
      'time,price\n2026-02-06T15:10:00.000Z,0.19\n2026-02-06T16:10:00.000Z,0.21\n2026-02-06T16:11:00.000Z,0.22\n',
    );
  });

  it.each([
    ['names no token; give it with --token a.json=<token id>', points([1770394157, 0.2]), null],
    ['no imported market has the token 5', points([1770394157, 0.2]), '5'],
    ['has no points', points(), tokenId(1, 'yes')],
    [
      'point 1: p is not a price from 0 to 1',
      points([1770394157, 0], [1770394158, 1.01]),
      tokenId(1, 'yes'),
    ],
    ['point 0: t is not a time in seconds', points([1770394157000, 0.2]), tokenId(1, 'yes')],
    ['point 0: t is not a time in seconds', { history: [null] }, tokenId(1, 'yes')],
  ])('are refused: %s', async (reason, history, token) => {
    await put('a.json', history);
    await run(...(token === null ? [] : [`a.json=${token}`]));
    expect(printed[0]).toBe(`a.json: price history (-): ${reason}`);
  });

  it('and their tokens belong together', async () => {
    await expect(run('1.json=5')).rejects.toThrow(
      '--token 1.json=5: 1.json is not a file of a price',
    );
    await expect(run('a.json')).rejects.toThrow('--token a.json: is not <file>=<token id>');
  });
});
