import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { Type } from 'typebox';
import { expect, test, vi } from 'vitest';
import { createRollingBudget } from './rate-budget.ts';
import { defineRoute } from './route.ts';
import { createHttpServer } from './server.ts';
import { BEARER, testServer, trader } from './test-server.ts';

interface Received {
  status: number | undefined;
  connection: string | undefined;
  body: string;
}

const fetchOver = (agent: Agent, url: string): Promise<Received> =>
  new Promise((resolve, reject) => {
    const call = request(url, { agent, headers: { authorization: BEARER } }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () =>
        resolve({ status: response.statusCode, connection: response.headers.connection, body }),
      );
    });
    call.on('error', reject).end();
  });

test('close lets running requests finish, closes their connections and takes no new ones', async () => {
  let entered = (): void => {};
  let finish = (): void => {};
  const running = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const log = { info() {}, warn() {}, error() {} };
  const server = createHttpServer({
    log,
    publicUrl: 'http://localhost',
    corsOrigins: [],
    authenticate: () => trader,
    rateBudget: createRollingBudget({ elapsedMs: () => 0 }),
    health: { live: () => true, ready: () => ({ ready: true }) },
    metricsText: async () => '',
    clock: { now: () => 0 },
  });
  server.route(
    defineRoute({
      method: 'GET',
      path: '/slow',
      scope: 'none',
      tag: 'T',
      summary: 'Waits',
      description: 'Waits.',
      response: Type.String(),
      examples: { response: 'done' },
      handler: async () => {
        entered();
        await held;
        return 'done';
      },
    }),
  );
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const slow = fetchOver(agent, `${origin}/api/v1/slow`);
  await running;
  const closed = server.close();
  await vi.waitFor(() => expect(server.app.server.listening).toBe(false));
  await expect(fetchOver(new Agent(), `${origin}/healthz`)).rejects.toThrow('ECONNREFUSED');
  finish();
  expect(await slow).toEqual({ status: 200, connection: 'close', body: '{"data":"done"}' });
  await closed;
  agent.destroy();
});

test('what is not HTTP is answered in the one shape', async () => {
  const { server } = await testServer();
  const origin = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(Number(origin.port), origin.hostname, () =>
      socket.write('nonsense\r\n\r\n'),
    );
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received)).on('error', reject);
  });
  const [head, body] = text.split('\r\n\r\n');
  expect(head?.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request');
  expect(JSON.parse(body ?? '')).toMatchObject({
    statusCode: 400,
    code: 'VALIDATION_FAILED',
    message: ['request must be valid HTTP'],
  });
  await server.close();
});
