import { createHash } from 'node:crypto';
import apiReference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from './security-headers.ts';

const PREFIX = '/docs';
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Hashes of a page's inline scripts, as a Content-Security-Policy names them. */
export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(([, script]) =>
    createHash('sha256')
      .update(script ?? '')
      .digest('base64'),
  );

/**
 * Serves the reference page under `/docs`. It works without the internet: script and fonts come
 * from this service, nothing is sent anywhere else, and the policy of the page enforces both.
 * Returns a function that takes the page's script into the policy, to be called when all is ready.
 */
export function installReferencePage(app: FastifyInstance): () => Promise<void> {
  let policy = pagePolicy([]);
  app.register(apiReference, {
    routePrefix: PREFIX,
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Skein API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', policy);
        done();
      },
    },
  });
  return async () => {
    const page = await app.inject(`${PREFIX}/`);
    policy = pagePolicy(inlineScriptHashes(page.body));
  };
}
