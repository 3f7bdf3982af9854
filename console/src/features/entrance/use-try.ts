import { useState } from 'react';
import { type ApiError, asApiError } from '../../api/api-error.ts';

/** One try after another of something that may be refused: whether it runs, and the refusal. */
export function useTry() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  /** Whether it went well. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (problem) {
      setError(asApiError(problem));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, attempt };
}
