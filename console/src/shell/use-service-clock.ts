import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../api/queries.ts';
import { auth } from '../features/entrance/auth-api.ts';
import { onAccountEvent } from '../live/account-events.ts';
import { clockHasLeapt, setServiceClock } from '../live/service-clock.ts';

/** How often the clock is asked for where a sandbox can move it, in milliseconds. */
const ASK_AGAIN_MS = 30_000;
const queryKey = ['auth', 'config'];

/**
 * Keeps what is shown in step with the clock of the service: it is read with its configuration,
 * again and again where there is a sandbox, and at once when an event comes from its future.
 */
export function useServiceClock(): void {
  const { data } = useQuery({
    queryKey,
    queryFn: auth.config,
    refetchInterval: ({ state }) => (state.data?.sandbox ? ASK_AGAIN_MS : false),
  });
  useEffect(() => {
    if (data) setServiceClock(data.clock);
  }, [data]);
  useEffect(
    () =>
      onAccountEvent(({ at }) => {
        if (clockHasLeapt(at)) void queryClient.invalidateQueries({ queryKey });
      }),
    [],
  );
}
