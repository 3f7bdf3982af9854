import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What a server of others may do instead of answering.
 * - `half-json`: a whole answer whose JSON stops in the middle.
 * - `html`: 200 and a page.
 * - `empty`: JSON that says nothing.
 * - `exponents`: JSON in which every value is a number in scientific notation.
 * - `busy`, `busy-later`: 429 without and with Retry-After.
 * - `failing`, `away`: 500 and 503.
 * - `drip`: a byte now and then, without an end.
 * - `cut`: the connection ends in the middle of the body.
 * - `loop`: a redirect to itself.
 * - `huge`: 10 MB of blanks before the answer.
 * - `silent`: nothing.
 */
export type Badness =
  | 'half-json'
  | 'html'
  | 'empty'
  | 'exponents'
  | 'busy'
  | 'busy-later'
  | 'failing'
  | 'away'
  | 'drip'
  | 'cut'
  | 'loop'
  | 'huge'
  | 'silent';

/** Those that take until a limit of time of the client. */
export const SLOW_BADNESS: readonly Badness[] = ['drip', 'silent'];

const HUGE_BYTES = 10 * 1024 * 1024;
const DRIP_MS = 100;

/** A server of others that a test may turn bad. */
export interface BadServer {
  readonly url: string;
  /** Requests so far. */
  readonly asked: number;
  /** For requests whose path begins so; null: it answers well. */
  set(badness: Badness | null, path?: string): void;
  close(): Promise<void>;
}

/** Starts one which, as long as it is well, answers `good` of the path as JSON. */
export async function openBadServer(good: (path: string) => unknown): Promise<BadServer> {
  let badness: Badness | null = null;
  let where = '';
  let asked = 0;
  const drips = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    asked += 1;
    const path = request.url ?? '/';
    request.resume();
    const json = JSON.stringify(good(path));
    if (badness === null || !path.startsWith(where)) return answer(response, 200, json);
    if (badness !== 'drip') return spoil(response, badness, { path, json });
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), DRIP_MS);
    drips.add(drip);
    response.on('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get asked() {
      return asked;
    },
    set(next, path = '') {
      badness = next;
      where = path;
    },
    async close() {
      for (const drip of drips) clearInterval(drip);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse, status: number, json: string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json);
}

/** The same JSON with a number in scientific notation for every text. */
const inNumbers = (json: string): string =>
  JSON.stringify(JSON.parse(json, (_, value) => (typeof value === 'string' ? 1.5e300 : value)));

function spoil(
  response: ServerResponse,
  badness: Exclude<Badness, 'drip'>,
  { path, json }: { path: string; json: string },
): void {
  const ways: Record<typeof badness, () => void> = {
    'half-json': () => answer(response, 200, json.slice(0, Math.floor(json.length / 2))),
    html: () => void response.setHeader('content-type', 'text/html').end('<html>Welcome</html>'),
    empty: () => answer(response, 200, '{}'),
    exponents: () => answer(response, 200, inNumbers(json)),
    busy: () => answer(response, 429, '{}'),
    'busy-later': () => answer(response, 429, '{}', { 'retry-after': '3600' }),
    failing: () => answer(response, 500, '{"error":"internal"}'),
    away: () => answer(response, 503, '{}', { 'retry-after': '3600' }),
    cut: () => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write(json, () => response.destroy());
    },
    loop: () => answer(response, 302, '', { location: path }),
    huge: () => answer(response, 200, ' '.repeat(HUGE_BYTES) + json),
    silent: () => undefined,
  };
  ways[badness]();
}
