import { STATUS_CODES } from 'node:http';
import { AppError, type ErrorDetails, invalid } from '../../errors/app-error.ts';
import { type ErrorCode, errorCatalogue } from '../../errors/catalogue.ts';
import { describeProblems, type SchemaProblem } from './problems.ts';

/** The one body of every failure (contract 2). */
export interface ErrorBody {
  statusCode: number;
  error: string;
  code: ErrorCode;
  message: string | readonly string[];
  retryable: boolean;
  details: ErrorDetails;
  errorId: string;
}

/** How long a caller waits where the refusal does not say. */
const DEFAULT_RETRY_AFTER_SECONDS = 1;

/** What Fastify adds to the errors it raises itself. */
interface FrameworkError extends Error {
  code?: string;
  statusCode?: number;
  validation?: readonly SchemaProblem[];
  validationContext?: string;
}

const PARTS: Record<string, string> = { querystring: 'query', headers: 'headers', body: 'body' };

/** The error as a refusal, or null when it is a bug of the service. */
export function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error.code === 'INTERNAL' ? null : error;
  if (!(error instanceof Error)) return null;
  const { code, validation, validationContext = 'body' } = error as FrameworkError;
  if (validation !== undefined) {
    // A path that does not fit names nothing (contract 1.3).
    if (validationContext === 'params') return new AppError('NOT_FOUND');
    return invalid(...describeProblems(PARTS[validationContext] ?? validationContext, validation));
  }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('PAYLOAD_TOO_LARGE');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('UNSUPPORTED_MEDIA_TYPE');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid('headers.content-length must be the length of the body');
    // The caller hung up while sending; nobody reads the answer, but it is no bug of ours.
    case 'ECONNRESET':
      return invalid('body must be sent whole');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_NOT_FOUND':
      return new AppError('NOT_FOUND');
    default:
      return null;
  }
}

/** The body of a refusal. */
export function errorBody(refusal: AppError, errorId: string): ErrorBody {
  const { httpStatus, retryable } = errorCatalogue[refusal.code];
  return {
    statusCode: httpStatus,
    error: STATUS_CODES[httpStatus] ?? 'Error',
    code: refusal.code,
    message: refusal.problems ?? refusal.message,
    retryable,
    details: refusal.details,
    errorId,
  };
}

/** Headers that belong to a refusal: when to come back, how to sign in. */
export function errorHeaders(refusal: AppError): Record<string, string> {
  const headers: Record<string, string> = {};
  if (errorCatalogue[refusal.code].retryable) {
    const seconds = refusal.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS;
    headers['retry-after'] = String(Math.max(1, Math.ceil(seconds)));
  }
  if (refusal.code === 'UNAUTHORIZED') headers['www-authenticate'] = 'Bearer';
  return headers;
}

/** The refusal that stands for a bug: its message says nothing about the cause. */
export const internalRefusal = (): AppError => new AppError('INTERNAL');
