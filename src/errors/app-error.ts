import { type ErrorCode, errorCatalogue, type SkipCode, skipCatalogue } from './catalogue.ts';

export type ErrorDetails = Record<string, string | number | boolean | null>;

/**
 * A refusal that the caller can cause or must handle: it has a code of the catalogue, changes
 * nothing and is answered in the one error shape (contract 2). Everything else is a bug.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** The problems of a VALIDATION_FAILED answer, one string each. */
  readonly problems: readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      details?: ErrorDetails;
      problems?: readonly string[];
      retryAfterSeconds?: number;
    } = {},
  ) {
    // A refusal is an ordinary answer, thousands a second under load: no stack is captured for it.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(options.message ?? errorCatalogue[code].description);
    Error.stackTraceLimit = limit;
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
    this.problems = options.problems;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Why a follow was not made; a result of its own, not an error of anybody's request. */
export class Skip extends Error {
  readonly code: SkipCode;

  constructor(code: SkipCode) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(skipCatalogue[code]);
    Error.stackTraceLimit = limit;
    this.name = 'Skip';
    this.code = code;
  }
}

/** Refuses with VALIDATION_FAILED; each problem names its field. */
export function invalid(...problems: string[]): AppError {
  return new AppError('VALIDATION_FAILED', { message: problems.join('; '), problems });
}

/** Throws when something that cannot happen has happened: a bug, answered as INTERNAL and logged. */
export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${what}`);
}
