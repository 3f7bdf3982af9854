import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../errors/app-error.ts';

/** Largest body (contract 1.9). */
export const BODY_LIMIT_BYTES = 64 * 1024;
/** Deepest nesting of objects and lists in a body. */
export const MAX_BODY_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether brackets outside strings nest deeper than the limit; one pass before parsing. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) {
      inString = true;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_BODY_DEPTH) return true;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
  return false;
}

// Text that no database column can hold: the zero character and halves of surrogate pairs. Both
// can only get into a parsed body through a \u escape.
const UNSTORABLE = /\0|\p{Surrogate}/u;

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsUnstorable);
  return Object.entries(value).some(
    ([key, inner]) => UNSTORABLE.test(key) || holdsUnstorable(inner),
  );
}

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Replaces the parsers of Fastify: JSON only, none and an empty body are the same, and a body
 * without Content-Type is read where the route takes none (contract 1.9, 18.20). Refuses with
 * VALIDATION_FAILED, PAYLOAD_TOO_LARGE and UNSUPPORTED_MEDIA_TYPE.
 */
export function installBodyParsers(app: FastifyInstance): void {
  // Keys that reach a prototype ("__proto__", "constructor.prototype") are errors of the parser.
  const parse = app.getDefaultJsonParser('error', 'error');

  const parseJson = (request: FastifyRequest, text: string, done: Done): void => {
    if (text.length === 0) {
      done(null, undefined);
      return;
    }
    if (isTooDeep(text)) {
      done(invalid(`body must not nest deeper than ${MAX_BODY_DEPTH} levels`));
      return;
    }
    parse(request, text, (error, body) => {
      if (error !== null) done(invalid('body must be valid JSON without prototype keys'));
      else if (text.includes('\\u') && holdsUnstorable(body)) {
        done(invalid('body must not hold zero characters or lone surrogates'));
      } else done(null, body);
    });
  };

  const parseOther = (request: FastifyRequest, text: string, done: Done): void => {
    const { config } = request.routeOptions;
    const untyped = request.headers['content-type'] === undefined;
    if (text.length === 0) done(null, undefined);
    else if (untyped && config.takesBody === false) parseJson(request, text, done);
    else done(new AppError('UNSUPPORTED_MEDIA_TYPE'));
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
  app.addContentTypeParser('*', { parseAs: 'string' }, parseOther);
}
