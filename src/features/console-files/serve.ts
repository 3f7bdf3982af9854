import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpServer } from '../../platform/http/server.ts';
import { consolePolicy, PERMISSIONS } from './policy.ts';

const PAGE = 'index.html';
/** Files under this path carry a hash of their content in their name. */
const HASHED = '/assets/';
const FOREVER = 'public, max-age=31536000, immutable';
/** Other files, such as the icon, are asked for again after a day. */
const DAY = 'public, max-age=86400';

/** First parts of paths that belong to the service: what is missing there is no page. */
const SERVICE = new Set([
  'api',
  'auth',
  'graphql',
  'sandbox',
  'socket.io',
  'docs',
  'outbox',
  'mcp',
  'metrics',
  'healthz',
  'readyz',
  'openapi.json',
  'error-codes.json',
  'assets',
]);

export interface ConsoleOptions {
  /** Where the built console lies. */
  readonly directory: string;
  readonly publicUrl: string;
}

/** Whether a browser asks for a page of the console, whose paths only the console itself knows. */
export function isPage(path: string, accept: string | undefined): boolean {
  const [first = ''] = path.slice(1).split('/');
  return !SERVICE.has(first) && (accept ?? '').includes('text/html');
}

/**
 * Serves the console at `/`: its files by their exact paths, and its one page for every address
 * that a browser opens and that is not the service's. Without a build in the directory whoever
 * opens the service in a browser lands on the reference page.
 */
export function serveConsole(server: HttpServer, options: ConsoleOptions): void {
  const { app } = server;
  const { directory, publicUrl } = options;
  if (!existsSync(join(directory, PAGE))) {
    app.get('/', (_request, reply) => {
      reply.redirect('/docs');
    });
    return;
  }
  const files = filesIn(directory);
  const pageHeaders = {
    'content-security-policy': consolePolicy(publicUrl),
    'permissions-policy': PERMISSIONS,
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    vary: 'Accept, Accept-Encoding',
  };
  // The headers of caching are ours; packed copies are those of the build.
  app.register(fastifyStatic, {
    root: directory,
    serve: false,
    cacheControl: false,
    preCompressed: true,
  });

  const send = (request: FastifyRequest, reply: FastifyReply): unknown => {
    const path = pathOf(request.url);
    // Only paths of the list are ever looked up on the disk.
    if (files.has(path)) {
      reply.header('cache-control', path.startsWith(HASHED) ? FOREVER : DAY);
      return reply.sendFile(path.slice(1));
    }
    if (!isPage(path, request.headers.accept)) throw server.unmatched(request, reply);
    reply.headers(pageHeaders);
    return reply.sendFile(PAGE);
  };
  app.get('/', send);
  app.get('/*', send);
}

const pathOf = (url: string): string => {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
};

/** The files of a directory by the paths of their addresses; the page and packed copies aside. */
function filesIn(directory: string): ReadonlySet<string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(?:gz|br)$/.test(entry.name))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  return new Set(
    paths.filter((path) => path !== PAGE).map((path) => `/${path.split(sep).join('/')}`),
  );
}
