import { outcomeAsset } from '../../src/features/predictions/asset.ts';
import type { ProposedOutcome } from '../../src/features/predictions/create-proposal.ts';
import type { PredictionDeps } from '../../src/features/predictions/deps.ts';
import {
  type PredictionIdentities,
  type PredictionIdentity,
  predictionIdentities,
} from '../../src/features/predictions/proposal-identity.ts';
import type { Assets } from '../../src/ledger/assets.ts';
import { createPredictionData, type PredictionData } from '../../src/market/predictions/data.ts';
import type {
  PredictionEvent,
  PredictionMarket,
} from '../../src/market/predictions/prediction-market.ts';
import { baseUnits, ratio, usdc } from '../../src/money/fixed.ts';
import { priceOf } from '../../src/money/text.ts';
import type { Backend } from './backend.ts';

/** The markets there are: each an event of its own, at a fee rate of 0.05 and at least 5 shares. */
export const MARKETS = ['rain', 'snow', 'fog', 'hail', 'wind', 'sun'] as const;
export type MarketName = (typeof MARKETS)[number];

/** Prediction trading over markets whose prices and results the test sets; none has a book. */
export interface PredictionTrading {
  readonly deps: PredictionDeps;
  readonly data: PredictionData;
  /** A side of a market, as an order to propose it names it. */
  outcome(market: MarketName, isYes?: boolean): Promise<ProposedOutcome>;
  proposal(id: string): Promise<PredictionIdentity>;
  readonly proposals: PredictionIdentities;
}

const marketOf = (slug: string, n: number): PredictionMarket => ({
  slug,
  eventSlug: `${slug}-event`,
  gammaId: `${n}`,
  conditionId: `0x${n.toString(16).padStart(64, '0')}`,
  yesOutcomeId: `${n}001`,
  noOutcomeId: `${n}002`,
  title: `Will there be ${slug}?`,
  negRisk: false,
  feeRate: ratio(priceOf('0.05')),
  minOrderSize: baseUnits(5_000_000n),
  closeMs: null,
});

const eventOf = (market: PredictionMarket): PredictionEvent => ({
  slug: market.eventSlug,
  gammaId: `${market.gammaId}0`,
  title: market.title,
  subtitle: null,
  imageUrl: null,
  category: 'weather',
  tags: [],
  startMs: 0,
  endMs: null,
  aliases: [],
  markets: [market],
});

/** Every market is pinned at half a dollar to begin with. */
export async function openPredictionTrading({
  database,
  clock,
  assets,
  behaviour,
}: Pick<Backend, 'database' | 'clock'> & {
  readonly assets: Assets;
  readonly behaviour: PredictionDeps['behaviour'];
}): Promise<PredictionTrading> {
  const markets = new Map(MARKETS.map((slug, n) => [slug as string, marketOf(slug, n + 1)]));
  const events = [...markets.values()].map(eventOf);
  const data = createPredictionData({
    events: () => events,
    event: (identifier) => events.find(({ slug }) => slug === identifier),
    market: (slug) => markets.get(slug),
    state: () => ({ status: 'active', result: null }),
    book: () => undefined,
    priceAt: () => undefined,
    stats: () => ({ volume: usdc(0n), volume24h: usdc(0n), liquidity: usdc(0n) }),
    coverage: () => null,
  });
  for (const slug of markets.keys()) data.pin(slug, priceOf('0.5'), clock.now());
  const proposals = predictionIdentities(database.reads);
  return {
    data,
    proposals,
    deps: {
      data,
      behaviour,
      requireTrading: () => undefined,
      requireRegion: () => undefined,
    },
    async outcome(slug, isYes = true) {
      const market = markets.get(slug);
      if (!market) throw new Error(`no market ${slug}`);
      const wanted = outcomeAsset(market, isYes);
      await assets.ensure([wanted]);
      const asset = assets.byMint(wanted.mint);
      if (!asset) throw new Error(`no asset of ${slug}`);
      return {
        eventId: market.eventSlug,
        marketId: slug,
        isYes,
        outcomeId: wanted.mint,
        assetId: asset.id,
        eventTitle: market.title,
        marketTitle: market.title,
        eventImageUrl: null,
      };
    },
    async proposal(id) {
      const known = await proposals.get(id);
      if (!known) throw new Error(`no prediction proposal ${id}`);
      return known;
    },
  };
}
