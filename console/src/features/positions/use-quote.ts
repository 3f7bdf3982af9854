import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import type { PredictionQuote, SpotQuote } from '../../api/types.generated.ts';

/** How long a quote is shown before it is asked for again, in milliseconds. */
const QUOTE_LIFE_MS = 5_000;
/** Typing is over when nothing came for so long, in milliseconds. */
const TYPING_MS = 300;

/** A quote of spot or predictions in one shape. */
export interface Quote {
  readonly tokenAmount: string;
  readonly priceUsd: string;
  readonly feeUsd: string;
  readonly totalCostUsd: string;
  readonly priceImpactPct: string;
  readonly minimumUsd: string;
  /** Predictions alone: what the shares pay if the side wins. */
  readonly payoutUsd: string | null;
}

/** What is to be quoted: the asset of a buy, or what a sale takes out of a position. */
export type QuoteWish =
  | { readonly path: '/spot/quote'; readonly body: SpotQuoteBody }
  | { readonly path: '/predictions/quote'; readonly body: PredictionQuoteBody };

interface Sized {
  readonly amountUsd?: string;
  readonly max?: boolean;
}
type SpotQuoteBody = Sized & { readonly contractAddress?: string; readonly proposalId?: string };
type PredictionQuoteBody = Sized & {
  readonly eventId?: string;
  readonly marketId?: string;
  readonly isYes?: boolean;
  readonly proposalId?: string;
};

const ofSpot = (quote: SpotQuote): Quote => ({
  ...quote,
  priceUsd: quote.pricePerTokenUsd,
  feeUsd: quote.svcFeeUsd,
  payoutUsd: null,
});

const ofPrediction = (quote: PredictionQuote): Quote => ({
  ...quote,
  priceUsd: quote.averagePriceUsd,
  feeUsd: quote.venueFeeUsd,
  payoutUsd: quote.side === 'BUY' ? quote.payoutUsd : null,
});

/** A value once it has stood still for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The price of a wish now, asked for again every few seconds; nothing for null. */
export function useQuote(wish: QuoteWish | null) {
  return useQuery({
    queryKey: ['quote', wish],
    enabled: wish !== null,
    refetchInterval: QUOTE_LIFE_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<Quote> => {
      if (wish?.path === '/spot/quote') {
        return ofSpot(await api.post('/spot/quote', { body: wish.body, signal }));
      }
      return ofPrediction(await api.post('/predictions/quote', { body: wish?.body ?? {}, signal }));
    },
  });
}
