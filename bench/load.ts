import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

/** Requests of one kind, each to a random path by a random key, writes with a key of their own. */
export interface LoadSpec {
  readonly method: 'GET' | 'POST';
  readonly paths: readonly string[];
  /** Bearer tokens; empty for none. */
  readonly tokens: readonly string[];
  /** Whether each token has the path at its place, instead of any. */
  readonly paired?: true;
  /** JSON of a POST. */
  readonly body?: string;
}

/** What a run of load measured. */
export interface LoadResult {
  readonly generator: string;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly answered: number;
  /** Answers other than 2xx, lost connections and time-outs. */
  readonly failed: number;
}

export interface LoadOptions {
  readonly origin: string;
  readonly connections: number;
  readonly seconds: number;
  readonly spec: LoadSpec;
}

/**
 * Sends requests over keep-alive connections for a while. With `wrk` where it is installed: the
 * generator shares the machine, and autocannon takes several times its share of it.
 */
export const load = (options: LoadOptions): Promise<LoadResult> =>
  hasWrk ? loadByWrk(options) : loadByAutocannon(options);

const hasWrk = (() => {
  try {
    execFileSync('which', ['wrk'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let runs = 0;

async function loadByWrk({ origin, connections, seconds, spec }: LoadOptions): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'skein-wrk-'));
  try {
    runs += 1;
    const script = join(folder, 'load.lua');
    await writeFile(join(folder, 'paths'), `${spec.paths.join('\n')}\n`);
    await writeFile(join(folder, 'tokens'), spec.tokens.map((token) => `${token}\n`).join(''));
    await writeFile(script, luaOf(folder, spec, `bench-${process.pid}-${runs}`));
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, origin];
    const { stdout } = await promisify(execFile)('wrk', args);
    const line = stdout.trim().split('\n').at(-1) ?? '';
    return { generator: 'wrk', ...(JSON.parse(line) as Omit<LoadResult, 'generator'>) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const luaOf = (folder: string, { method, body, paired }: LoadSpec, keys: string): string => `
  local function lines(name)
    local found = {}
    for line in io.lines('${folder}/' .. name) do found[#found + 1] = line end
    return found
  end
  local paths, tokens, n = lines('paths'), lines('tokens'), 0
  request = function()
    n = n + 1
    local headers = {}
    local who = math.random(math.max(1, #tokens))
    local path = ${paired ? 'who' : 'math.random(#paths)'}
    if #tokens > 0 then headers['authorization'] = 'Bearer ' .. tokens[who] end
    if '${method}' == 'POST' then
      headers['content-type'] = 'application/json'
      headers['idempotency-key'] = '${keys}-' .. n
    end
    return wrk.format('${method}', paths[path], headers, ${body ? `'${body}'` : 'nil'})
  end
  done = function(summary, latency)
    local e = summary.errors
    print(string.format(
      '{"requestsPerSecond":%d,"p50Ms":%.1f,"p99Ms":%.1f,"maxMs":%.1f,"answered":%d,"failed":%d}',
      summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000,
      latency:percentile(99) / 1000, latency.max / 1000, summary.requests - e.status,
      e.status + e.read + e.write + e.timeout + e.connect))
  end
`;

const below = (count: number): number => Math.floor(Math.random() * count);

let key = 0;

async function loadByAutocannon(options: LoadOptions): Promise<LoadResult> {
  const { origin, connections, seconds, spec } = options;
  const next = () => {
    key += 1;
    const who = below(spec.tokens.length);
    const token = spec.tokens[who];
    return {
      method: spec.method,
      path: spec.paths[spec.paired ? who : below(spec.paths.length)] ?? '/',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(spec.method === 'POST'
          ? { 'content-type': 'application/json', 'idempotency-key': `bench-${process.pid}-${key}` }
          : {}),
      },
      ...(spec.body === undefined ? {} : { body: spec.body }),
    };
  };
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  return {
    generator: 'autocannon',
    requestsPerSecond: Math.round((result['2xx'] + result.non2xx) / result.duration),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    maxMs: result.latency.max,
    answered: result['2xx'],
    failed: result.non2xx + result.errors,
  };
}
