import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ApiError, asApiError } from './api-error.ts';
import { newKey } from './client.ts';

/** One kind of action that the user can take, such as a buy. */
export interface Action<Input, Data> {
  /** Does it; a repetition after a failure that may be retried carries the same key. */
  run(input: Input): Promise<Data | undefined>;
  readonly busy: boolean;
  readonly error: ApiError | null;
  readonly data: Data | undefined;
  /** Forgets the error and the answer. */
  reset(): void;
}

/**
 * An action with its Idempotency-Key: made once per action of the user and kept while the same
 * input is tried again after a failure of unknown outcome, so that nothing ever happens twice.
 * `onDone` runs after success: refresh what has changed, tell it by a toast.
 */
export function useAction<Input, Data>(
  act: (input: Input, idempotencyKey: string) => Promise<Data>,
  onDone?: (data: Data, input: Input) => void,
): Action<Input, Data> {
  const open = useRef<{ key: string; input: string } | null>(null);
  const mutation = useMutation({
    mutationFn: ({ input, key }: { input: Input; key: string }) => act(input, key),
    onSuccess: (data, { input }) => onDone?.(data, input),
  });
  return {
    async run(input) {
      const said = JSON.stringify(input) ?? '';
      if (open.current?.input !== said) open.current = { key: newKey(), input: said };
      try {
        const data = await mutation.mutateAsync({ input, key: open.current.key });
        open.current = null;
        return data;
      } catch (problem) {
        if (!asApiError(problem).retryable) open.current = null;
        return undefined;
      }
    },
    busy: mutation.isPending,
    error: mutation.error ? asApiError(mutation.error) : null,
    data: mutation.data,
    reset() {
      open.current = null;
      mutation.reset();
    },
  };
}
