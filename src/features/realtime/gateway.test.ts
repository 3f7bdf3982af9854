import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../test/helpers/eventually.ts';
import { closeSockets, connectSocket } from '../../../test/helpers/socket.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import { type Gateway, type GatewayDeps, openGateway } from './gateway.ts';

const principal = {
  userId: 'ada',
  scopes: new Set(['read']),
  budgetKey: 'k',
  authMethod: 'apiKey',
};

let http: Server;
let gateway: Gateway;
/** What whoever asks about a key is refused with. */
let refusal: ErrorCode | null;
let asked: number;
/** What the gateway does when a key has been revoked: it looks at every socket again. */
let look: () => void;

beforeEach(async () => {
  http = createServer();
  refusal = null;
  asked = 0;
  const deps = {
    authenticate: async () => {
      asked += 1;
      if (refusal !== null) throw new AppError(refusal);
      return principal;
    },
    readEvents: async () => ({ events: [], latestSeq: 0, oldestSeq: 1 }),
    onRevoked: (listener: () => void) => {
      look = listener;
      return () => {};
    },
    engine: { onCommitted: () => {} },
    reads: { query: async () => [] },
    rateBudget: { take: async () => ({ admitted: true }) },
    log: pino({ level: 'silent' }),
    corsOrigins: [],
  };
  gateway = openGateway(http, deps as unknown as GatewayDeps);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  closeSockets();
  await gateway.close();
  await new Promise((resolve) => http.close(resolve));
});

const connect = () => {
  const { port } = http.address() as AddressInfo;
  const client = connectSocket(`http://127.0.0.1:${port}`, '/account', 'svc_key');
  const reasons: string[] = [];
  client.socket.on('disconnect', (reason) => reasons.push(reason));
  return { ...client, reasons };
};

test('a key that cannot be looked at just now is not called invalid: the client comes again', async () => {
  refusal = 'OVERLOADED';
  const client = connect();
  await eventually('it has asked twice', () => asked >= 2);
  refusal = null;
  await client.until('connected');
  expect(client.of('error')).toEqual([]);
});

test('a socket whose key cannot be looked at just now stays, one whose key is refused ends', async () => {
  const client = connect();
  await client.until('connected');
  refusal = 'OVERLOADED';
  asked = 0;
  look();
  await eventually('its key was looked at', () => asked >= 1);
  // The answer to a message comes after whatever that look has sent.
  expect(await client.ask('resume', { after: 0 })).toMatchObject({ ok: true });
  expect(client.reasons).toEqual([]);
  refusal = 'UNAUTHORIZED';
  look();
  await eventually('it is told', () => client.reasons.length > 0);
  expect(client.reasons).toEqual(['io server disconnect']);
});

test('clients of a service that stops come again by themselves', async () => {
  const client = connect();
  await client.until('connected');
  await gateway.close();
  await eventually('it is cut', () => client.reasons.length > 0);
  expect(client.reasons).toEqual(['transport close']);
  expect(client.socket.active).toBe(true);
});
