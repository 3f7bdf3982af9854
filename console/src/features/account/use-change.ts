import { useMutation } from '@tanstack/react-query';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { refreshSession } from './operations.ts';

/** A change of the sign-in, the keys or the withdrawals. */
export interface Change<Input, Data> {
  run(input: Input): Promise<Data | undefined>;
  readonly busy: boolean;
  readonly error: ApiError | null;
  readonly data: Data | undefined;
  reset(): void;
}

/**
 * A change that is sent once and never again by itself: GraphQL takes no Idempotency-Key, and a code
 * of the second factor works once. Whatever came of it, what was read is read anew.
 */
export function useChange<Input, Data>(
  act: (input: Input) => Promise<Data>,
  onDone?: (data: Data, input: Input) => void,
): Change<Input, Data> {
  const mutation = useMutation({
    mutationFn: act,
    retry: false,
    onSuccess: (data, input) => onDone?.(data, input),
    onSettled: refreshSession,
  });
  return {
    async run(input) {
      try {
        return await mutation.mutateAsync(input);
      } catch {
        // It is shown by `error`.
        return undefined;
      }
    },
    busy: mutation.isPending,
    error: mutation.error ? asApiError(mutation.error) : null,
    data: mutation.data,
    reset: mutation.reset,
  };
}
