import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that arrived at a receiver. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body read. */
  // biome-ignore lint/suspicious/noExplicitAny: the data of any event.
  readonly json: any;
}

/** Says what becomes of a request; without an answer of its own it is 204. */
export type Behave = (response: ServerResponse, received: Received) => void;

/** A webhook receiver on this machine that keeps everything it is sent. */
export async function openReceiver() {
  const received: Received[] = [];
  let behave: Behave = (response) => response.writeHead(204).end();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { url = '', headers } = request;
      const one = { path: url, headers, body, json: JSON.parse(body) };
      received.push(one);
      behave(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    behave(next: Behave) {
      behave = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** An answer of JSON. */
export const answering =
  (status: number, body: unknown = {}): Behave =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
