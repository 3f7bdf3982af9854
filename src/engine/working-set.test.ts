import { expect, test } from 'vitest';
import { testId } from '../../test/helpers/state.ts';
import { USDC_ASSET } from '../ledger/accounts.ts';
import {
  type AccountRow,
  accountTable,
  depositTable,
  settingTable,
  type WalletRow,
  walletTable,
} from '../ledger/tables.ts';
import { systemPosting, transfer, userPosting } from '../ledger/transfer.ts';
import { baseUnits, MAX_LEDGER_UNITS, usdc } from '../money/fixed.ts';
import { defineLookup } from '../platform/db/table.ts';
import { ref } from './command.ts';
import { overlay } from './overlay.ts';
import { WorkingSet } from './working-set.ts';

const NOW = 1_700_000_000_000;
const ada = testId(1);
const TOKEN = 7;

const wallet = (available: bigint): WalletRow => ({
  userId: ada,
  available: usdc(available),
  reserved: usdc(0n),
  eventSeq: 4n,
  country: null,
});
const setting = (key: string, value: string) => ({ key, value, updatedAt: NOW });

const nameLookup = defineLookup<{ readonly id: string }>({
  name: 'test name',
  keySize: 1,
  text: '',
  read: ([id]) => ({ id: id as string }),
});

/** Ada with 10 units and no tokens, one setting that is there and one that is not. */
function given(): WorkingSet {
  const set = new WorkingSet(NOW);
  set.put(walletTable, [ada], wallet(10n));
  set.put(accountTable, [ada, TOKEN], undefined);
  set.put(settingTable, ['a'], setting('a', '1'));
  set.put(settingTable, ['b'], undefined);
  set.put(nameLookup, ['ada'], undefined);
  return set;
}

/** Buys 3 tokens for 2 units. */
const bought = transfer(testId(50), 'trade', [
  userPosting(ada, USDC_ASSET, -2n),
  systemPosting('spotVenue', USDC_ASSET, 2n),
  systemPosting('spotVenue', TOKEN, -3n),
  userPosting(ada, TOKEN, 3n),
]);

test('an outcome moves balances, numbers events and writes entries', () => {
  const set = given();
  set.apply({
    transfers: [bought],
    events: [
      { userId: ada, type: 'x', data: { a: '1' } },
      { userId: ada, type: 'y', data: {} },
    ],
  });
  expect(set.wallet(ada)).toEqual({ ...wallet(8n), eventSeq: 6n });
  expect(set.get(accountTable, ada, TOKEN)).toEqual({
    userId: ada,
    assetId: TOKEN,
    available: 3n,
    reserved: 0n,
  } satisfies Record<keyof AccountRow, unknown>);
  expect(
    set.entries.map(({ n, account, amount, balanceAfter }) => [n, account, amount, balanceAfter]),
  ).toEqual([
    [0, 0, -2n, 8n],
    [1, 20, 2n, null],
    [2, 20, -3n, null],
    [3, 0, 3n, 3n],
  ]);
  expect(set.events).toEqual([
    { userId: ada, seq: 5n, type: 'x', at: NOW, data: '{"a":"1"}' },
    { userId: ada, seq: 6n, type: 'y', at: NOW, data: '{}' },
  ]);
  expect([...set.changed()].map(({ table, rows }) => [table.name, rows.length])).toEqual([
    ['wallet', 1],
    ['account', 1],
    ['entry', 4],
    ['event', 2],
  ]);
});

const tooMuch = transfer(testId(51), 'groupFee', [
  systemPosting('external', USDC_ASSET, 11n),
  userPosting(ada, USDC_ASSET, -11n),
]);
const overflowing = transfer(testId(52), 'deposit', [
  systemPosting('external', USDC_ASSET, -MAX_LEDGER_UNITS),
  userPosting(ada, USDC_ASSET, MAX_LEDGER_UNITS),
]);

test.each([
  ['a balance below zero', { transfers: [bought, tooMuch] }],
  ['a balance beyond the ledger', { transfers: [bought, overflowing] }],
  ['an event of a stranger', { events: [{ userId: testId(9), type: 'x', data: {} }] }],
])('an impossible outcome leaves the set as it was: %s', (_what, impossible) => {
  const set = given();
  set.apply({ transfers: [bought], events: [{ userId: ada, type: 'x', data: {} }] });
  const snapshot = () => ({
    wallet: set.wallet(ada),
    account: set.get(accountTable, ada, TOKEN),
    a: set.get(settingTable, 'a'),
    b: set.get(settingTable, 'b'),
    name: set.find(nameLookup, 'ada'),
    deposit: set.has(depositTable, [testId(60)]),
    changed: [...set.changed()].map(({ table, rows }) => [table.name, [...rows]]),
    removed: [...set.removed()],
    leaderTrades: set.leaderTrades.length,
    writes: set.writes.length,
  });
  const before = snapshot();
  const deposit = {
    id: testId(60),
    userId: ada,
    amount: usdc(1n),
    source: 'test',
    createdAt: NOW,
  };
  const outcome = {
    rows: [
      { table: settingTable, row: setting('b', '2') },
      { table: depositTable, row: deposit },
    ],
    removed: [ref(settingTable, 'a'), ref(settingTable, 'c')],
    found: [{ ref: ref(nameLookup, 'ada'), row: { id: ada } }],
    events: [{ userId: ada, type: 'y', data: {} }],
    writes: [{ statement: { name: 'w', text: '' }, values: [] }],
    ...impossible,
  };
  expect(() => set.apply(outcome)).toThrow(/assertion failed|was not among the needs/);
  expect(snapshot()).toEqual(before);
});

test('reading what was not asked for is a bug', () => {
  const set = given();
  expect(() => set.get(settingTable, 'c')).toThrow('setting c was not among the needs');
  expect(() => set.find(nameLookup, 'bob')).toThrow('test name bob was not among the needs');
});

test('a row of an append-only table is written once', () => {
  const set = given();
  const deposit = { id: testId(60), userId: ada, amount: usdc(1n), source: 'x', createdAt: NOW };
  const write = { rows: [{ table: depositTable, row: deposit }] };
  set.apply(write);
  expect(() => set.apply(write)).toThrow('exists and is append-only');
});

test('a row that goes and comes back is saved, not removed', () => {
  const set = given();
  set.apply({ removed: [ref(settingTable, 'a')] });
  expect([...set.removed()]).toEqual([{ table: settingTable, keys: [['a']] }]);
  set.apply({ rows: [{ table: settingTable, row: setting('a', '3') }] });
  expect([...set.removed()]).toEqual([]);
  expect([...set.changed()]).toEqual([{ table: settingTable, rows: [setting('a', '3')] }]);
});

test('an overlay shows the rows to be written and leaves the state alone', () => {
  const set = given();
  const account: AccountRow = {
    userId: ada,
    assetId: TOKEN,
    available: baseUnits(5n),
    reserved: baseUnits(0n),
  };
  const over = overlay(set, [
    { table: accountTable, row: account },
    { table: settingTable, row: setting('a', '2') },
    { table: settingTable, row: setting('a', '3') },
  ]);
  expect(over.get(accountTable, ada, TOKEN)).toBe(account);
  expect(over.get(settingTable, 'a')).toEqual(setting('a', '3'));
  expect(over.get(settingTable, 'b')).toBeUndefined();
  expect(over.wallet(ada)).toBe(set.wallet(ada));
  expect(over.find(nameLookup, 'ada')).toBeUndefined();
  expect(set.get(settingTable, 'a')).toEqual(setting('a', '1'));
  expect(set.get(accountTable, ada, TOKEN)).toBeUndefined();
});
