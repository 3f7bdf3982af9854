import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isAmount } from './amount.ts';
import { askQuote, type Plan } from './plan.ts';

/** How long typing must rest before a quote is asked for, in milliseconds. */
const REST_MS = 300;
/** How often a quote on the screen is asked for again, in milliseconds. */
const ASK_AGAIN_MS = 5_000;

/** A value once it has rested. */
function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** What the service says this order would do now; asked for again while it is looked at. */
export function useQuote(plan: Plan | null, amountUsd: string) {
  const asked = JSON.stringify(plan !== null && isAmount(amountUsd) ? { plan, amountUsd } : null);
  const rested = useRested(asked);
  const query = useQuery({
    queryKey: ['quote', rested],
    enabled: rested !== 'null',
    queryFn: ({ signal }) => {
      const input = JSON.parse(rested) as { plan: Plan; amountUsd: string };
      return askQuote(input.plan, input.amountUsd, signal);
    },
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
    retry: false,
    gcTime: ASK_AGAIN_MS,
  });
  const current = asked === rested && asked !== 'null' && !query.isPlaceholderData;
  return {
    /** The newest quote; of what was typed before while a new one is on its way. */
    quoted: asked === 'null' ? undefined : query.data,
    /** Whether it is of what is typed now. */
    current: current && query.data !== undefined && query.error === null,
    error: asked === rested && asked !== 'null' ? query.error : null,
  };
}
