import type { ErrorBody } from './types.generated.ts';

/** A refusal of the service, or a failure to reach it (code NETWORK, which may be tried again). */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;
  /** Under this id the service's log tells more; empty when it was not reached. */
  readonly errorId: string;
  /** Each problem of a body on its own; one entry for other refusals. */
  readonly problems: readonly string[];

  constructor(body: Pick<ErrorBody, 'message'> & { code: string } & Partial<ErrorFields>) {
    const problems = [body.message].flat();
    super(problems.join('; '));
    this.name = 'ApiError';
    this.problems = problems;
    this.code = body.code;
    this.status = body.statusCode ?? 0;
    this.retryable = body.retryable ?? false;
    this.details = body.details ?? {};
    this.errorId = body.errorId ?? '';
  }
}

type ErrorFields = Pick<ErrorBody, 'statusCode' | 'retryable' | 'details' | 'errorId'>;

/** What is thrown when the service could not be reached at all. */
export const unreachable = (): ApiError =>
  new ApiError({ code: 'NETWORK', message: 'Skein could not be reached.', retryable: true });

const isBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  typeof (body as { code?: unknown }).code === 'string' &&
  ['string', 'object'].includes(typeof (body as { message?: unknown }).message);

/** The refusal in an answer of any shape: of the catalogue, of a proxy, or none that is known. */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  if (isBody(body)) return new ApiError({ ...body, statusCode: status });
  const message = `The service answered with status ${status}.`;
  return new ApiError({ code: `HTTP_${status}`, message, statusCode: status });
}

/** Anything that was thrown as an ApiError, so that a page shows one kind of failure. */
export function asApiError(problem: unknown): ApiError {
  if (problem instanceof ApiError) return problem;
  const message = problem instanceof Error ? problem.message : String(problem);
  return new ApiError({ code: 'CONSOLE', message });
}
