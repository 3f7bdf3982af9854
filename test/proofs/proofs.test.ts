import { describe, expect, it } from 'vitest';
import { openapi, routeOf } from './document.ts';
import { Reads } from './reads.ts';
import { walkAnswer } from './seen.ts';
import { printSeen } from './seen-file.ts';
import { expectDescribed } from './shapes.ts';
import { keysOf, namesOf, pathsOf, pointsOf, resourceFields } from './spec-items.ts';
import { proofOf } from './titles.ts';

const call = { method: 'GET', path: '/api/v1/account/deposit-address' };
const address = { walletAddress: 'w', token: 'USDC', tokenMint: 'm', network: 'solana' };

describe('an answer', () => {
  const { code: _, ...refused } = (
    openapi.components.examples.UNAUTHORIZED as { value: { code: string } }
  ).value;

  it('is held against the document to the last field and code', () => {
    expectDescribed(call, { status: 200, body: { data: address } });
    expectDescribed(call, { status: 401, body: { ...refused, code: 'UNAUTHORIZED' } });
    // A path that is none has no answer to be held against.
    expectDescribed({ method: 'GET', path: '/nowhere' }, { status: 404, body: 'none' });
  });

  it.each([
    ['a field that is not described', 200, { data: { ...address, more: 1 } }],
    ['a field of another type', 200, { data: { ...address, token: 1 } }],
    ['a field too few', 200, { data: { token: 'USDC' } }],
    ['a status that is not described', 202, { data: address }],
    ['a code that is not described', 401, { ...refused, code: 'FORBIDDEN' }],
    ['a refusal without its code', 401, refused],
  ])('with %s is refused', (_, status, body) => {
    expect(() => expectDescribed(call, { status, body })).toThrow('openapi.json');
  });

  it('belongs to the route whose words it has before one of a parameter', () => {
    expect(routeOf('GET', '/api/v1/groups/preview?groupId=1')?.path).toBe('/api/v1/groups/preview');
    expect(routeOf('GET', '/api/v1/groups/1')?.path).toBe('/api/v1/groups/{id}');
    expect(routeOf('DELETE', '/api/v1/groups/1')).toBeUndefined();
  });
});

describe('what a test compares', () => {
  const schema = {
    properties: {
      id: { type: 'string' },
      side: { type: 'string', enum: ['BUY', 'SELL'] },
      flag: { type: 'boolean' },
      list: { items: { properties: { amount: { type: 'string' } } } },
    },
  };
  const answer = () => ({ id: 'abc', side: 'BUY', flag: true, list: [{ amount: '12.5' }] });

  function watched() {
    const compared: string[] = [];
    const told: string[] = [];
    const reads = new Reads((field) => compared.push(field));
    const value = answer();
    walkAnswer(
      { schema, name: 'T', value },
      { field: (field) => told.push(field), value: (field, one) => told.push(`${field}=${one}`) },
      reads.fields,
    );
    return { reads, compared, told, view: reads.view(value) };
  }

  it('is told with every field and value that the answer holds', () => {
    expect(watched().told).toEqual([
      ...['T.id', 'T.side', 'T.side=BUY', 'T.flag', 'T.list', 'T.list.amount'],
    ]);
  });

  it('is what the expectation touches of the answer, and nothing else', () => {
    const { reads, compared, view } = watched();
    reads.compare(view, () => view.list[0]?.amount);
    expect(compared).toEqual(['T.list', 'T.list.amount']);
  });

  it('is recognised by its value when it was read before', () => {
    const { reads, compared, view } = watched();
    const pair = [view.id, view.list[0]?.amount];
    reads.compare([...pair, 'something else'], () => undefined);
    expect(compared).toEqual(['T.id', 'T.list.amount']);
  });

  it('is a common value only when it was read for this expectation', () => {
    const { reads, compared, view } = watched();
    const { flag } = view;
    reads.compare(flag, () => undefined);
    expect(compared).toEqual(['T.flag']);
    reads.compare(flag, () => undefined);
    expect(compared).toEqual(['T.flag']);
  });

  it('is nothing of what was only read', () => {
    const { reads, compared, view } = watched();
    expect(view.id).toBe('abc');
    reads.forget();
    reads.compare('abc', () => undefined);
    expect(compared).toEqual([]);
  });

  it('looks to the test as it is', () => {
    const { view } = watched();
    expect(view).toEqual(answer());
    expect(JSON.stringify(view)).toBe(JSON.stringify(answer()));
    expect(Array.isArray(view.list)).toBe(true);
    expect(view.list[0]).toBe(view.list[0]);
  });
});

describe('a proof', () => {
  const file = 'test/proofs/proofs.test.ts';

  it('is the title as it is written, found by the name under which a test runs', () => {
    const title = (running: string) => proofOf(file, running);
    expect(title('an answer > with a field too few is refused')).toBe(
      `${file} > with %s is refused`,
    );
    expect(title('a proof > with %s is refused')).toBe(`${file} > with %s is refused`);
    expect(title('a proof > that is nowhere')).toBeUndefined();
  });

  it('is kept with everything that it shows, in order', () => {
    const seen = new Map([
      ['b', 'y.test.ts > two'],
      ['c', 'x.test.ts > one'],
      ['a', 'y.test.ts > two'],
    ]);
    expect(printSeen(seen)).toBe('# x.test.ts > one\nc\n\n# y.test.ts > two\na\nb\n');
  });
});

describe('what a document of ours names', () => {
  it('are paths, with methods before them or beside them', () => {
    expect(pathsOf('GET `/a`, `/b/{id}` and GET/POST `/c?x=1` `{ d }`; `PUT /e`')).toEqual([
      { method: 'GET', path: '/a' },
      { method: 'GET', path: '/b/{id}' },
      { method: 'GET', path: '/c' },
      { method: 'POST', path: '/c' },
      { method: 'PUT', path: '/e' },
    ]);
  });

  it('are keys of shapes, fields of resources, points of lists', () => {
    expect(keysOf('`{ a, b: { c: "d" }, e?: f|g }` and `[{ h }]`, not `i`')).toEqual([
      ...['a', 'b', 'c', 'e', 'h'],
    ]);
    expect(namesOf('id, groupId (strings, two); side (enum); a Word')).toEqual([
      ...['id', 'groupId', 'side'],
    ]);
    expect(resourceFields(['| Field | Type |', '|---|---|', '| a, b | Money? | x |'])).toEqual([
      ...['a', 'b'],
    ]);
    expect(resourceFields(['', 'Fields: id (string), at (date-time).'])).toEqual(['id', 'at']);
    expect(pointsOf(['1. One', 'text', '2. Two'])).toEqual([1, 2]);
  });
});
