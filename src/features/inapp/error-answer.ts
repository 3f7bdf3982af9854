import type { ExecutionResult, GraphQLError } from 'graphql';
import type { AppError } from '../../errors/app-error.ts';
import {
  type ErrorBody,
  errorBody,
  internalRefusal,
  refusalOf,
} from '../../platform/http/error-answer.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';

const messageOf = ({ message }: ErrorBody): string =>
  typeof message === 'string' ? message : message.join('; ');

/** One error of an answer: the code of the catalogue and what belongs to it, nothing of the cause. */
function errorOf(body: ErrorBody, path?: GraphQLError['path']) {
  const { code, statusCode, retryable, details, errorId } = body;
  return {
    message: messageOf(body),
    ...(path ? { path } : {}),
    extensions: { code, statusCode, retryable, details, errorId },
  };
}

/** The body of a request that was refused whole: that of the catalogue, and the same as errors. */
export function refusedBody(refusal: AppError, ids: Ids) {
  const body = errorBody(refusal, ids.next());
  return { ...body, errors: [errorOf(body)] };
}

/** The answer of an operation; what is no refusal is a bug, whose cause goes to the log alone. */
export function resultBody(
  { data, errors }: ExecutionResult,
  { ids, log }: { ids: Ids; log: Log },
) {
  if (!errors) return { data };
  const shown = errors.map((error) => {
    const errorId = ids.next();
    const refusal = refusalOf(error.originalError);
    if (refusal === null) {
      const { message: reason, stack } = error.originalError ?? error;
      log.error({ errorId, path: error.path, reason, stack }, 'internal error');
    }
    return errorOf(errorBody(refusal ?? internalRefusal(), errorId), error.path);
  });
  return { data: data ?? null, errors: shown };
}
