import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { Type } from 'typebox';
import { expect, test, vi } from 'vitest';
import { BEARER, testServer } from '../../../test/helpers/example-server.ts';
import { defineRoute } from './route.ts';

interface Received {
  status: number | undefined;
  connection: string | undefined;
  body: string;
}

function callOver(agent: Agent, method: string, url: string) {
  const call = request(url, { agent, method, headers: { authorization: BEARER } });
  const answer = new Promise<Received>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () => {
        const { statusCode: status, headers } = response;
        resolve({ status, connection: headers.connection, body });
      });
    });
  });
  call.end();
  return { answer, hangUp: () => call.destroy() };
}

/** A POST that stays in its handler until it is released, and lets a test see its signal. */
function heldRoute() {
  const signals: AbortSignal[] = [];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const route = defineRoute({
    method: 'POST',
    path: '/held',
    scope: 'none',
    tag: 'T',
    summary: 'Waits',
    description: 'Waits.',
    response: Type.String(),
    examples: { response: 'done' },
    handler: async ({ signal }) => {
      signals.push(signal);
      await held;
      return 'done';
    },
  });
  return { route, signals, release };
}

test('close lets running requests finish, closes their connections and takes no new ones', async () => {
  const { route, signals, release } = heldRoute();
  const { server } = await testServer({}, route);
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const slow = callOver(agent, 'POST', `${origin}/api/v1/held`).answer;
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  const closed = server.close();
  await vi.waitFor(() => expect(server.app.server.listening).toBe(false));
  const late = callOver(new Agent(), 'GET', `${origin}/healthz`).answer;
  await expect(late).rejects.toThrow('ECONNREFUSED');
  release();
  expect(await slow).toEqual({ status: 200, connection: 'close', body: '{"data":"done"}' });
  await closed;
  agent.destroy();
});

test('the signal of a request tells that its caller hung up, not that it was answered', async () => {
  const { route, signals, release } = heldRoute();
  const { server } = await testServer({}, route);
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const gone = callOver(agent, 'POST', `${origin}/api/v1/held`);
  gone.answer.catch(() => undefined);
  const staying = callOver(agent, 'POST', `${origin}/api/v1/held`);
  await vi.waitFor(() => expect(signals).toHaveLength(2));
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  gone.hangUp();
  await vi.waitFor(() => expect(signals.filter(({ aborted }) => aborted)).toHaveLength(1));
  release();
  expect((await staying.answer).status).toBe(200);
  agent.destroy();
  await server.close();
  expect(signals.filter(({ aborted }) => aborted)).toHaveLength(1);
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

test('a refused connection goes even when its client never closes it', async () => {
  const { server } = await testServer();
  const origin = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const open = (): Promise<number> =>
    new Promise((resolve, reject) => {
      server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  // It reads nothing, hears of no end and sends none.
  const socket = connect({ port: Number(origin.port), host: origin.hostname, allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write('nonsense\r\n\r\n');
  await vi.waitFor(async () => expect(await open()).toBe(1));
  await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 10_000 });
  socket.destroy();
  await server.close();
});
