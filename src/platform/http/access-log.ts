/** The part of the log that the HTTP layer writes to. */
export interface HttpLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** One in this many requests that went well and fast is logged. */
export const LOG_ONE_IN = 100;
/** Slower requests are always logged. */
export const SLOW_REQUEST_MS = 500;

export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The template, never the concrete path: a path or query may hold what must not be logged. */
  readonly route: string;
  readonly status: number;
  readonly elapsedMs: number;
  readonly userId: string | null;
}

/** Says which requests are worth a line: all that failed or were slow, a sample of the others. */
export function createSampler(
  oneIn: number = LOG_ONE_IN,
): (status: number, elapsedMs: number) => boolean {
  let passed = 0;
  return (status, elapsedMs) => {
    if (status >= 500 || elapsedMs > SLOW_REQUEST_MS) return true;
    passed += 1;
    if (passed < oneIn) return false;
    passed = 0;
    return true;
  };
}

export function logRequest(log: HttpLog, request: AnsweredRequest): void {
  const line = { ...request, elapsedMs: Math.round(request.elapsedMs * 10) / 10 };
  if (request.status >= 500) log.error(line, 'request failed');
  else if (request.elapsedMs > SLOW_REQUEST_MS) log.warn(line, 'slow request');
  else log.info(line, 'request');
}
