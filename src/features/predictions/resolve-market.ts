import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import type { MarketResult } from '../../market/predictions/prediction-market.ts';
import { predictionResolutionTable, predictionStatusTable } from './tables.ts';

export interface MarketResolution {
  readonly marketId: string;
  readonly result: MarketResult;
  /** When it resolved, in milliseconds of business time; absent: now. */
  readonly resolvedAt?: number;
}

export interface ResolveMarkets {
  readonly resolutions: readonly MarketResolution[];
  /** Whether a market that has its result already is a refusal, or no news. */
  readonly mustBeNew: boolean;
}

/** What has its result can neither get another nor trade again. */
export const alreadyResolved = (): AppError =>
  new AppError('MARKET_NOT_ACTIVE', { details: { marketStatus: 'resolved', nextOpen: null } });

/**
 * Writes how markets ended, once and for all; their proposals and holders follow by the watcher.
 * With `mustBeNew` the first market must not have a result yet: MARKET_NOT_ACTIVE.
 */
export const resolveMarkets: CommandKind<ResolveMarkets> = {
  name: 'predictions.resolveMarkets',
  needs: ({ resolutions }) => ({
    users: [],
    rows: resolutions.map(({ marketId }) => ref(predictionResolutionTable, marketId)),
  }),
  decide(state, { resolutions, mustBeNew }, { now }): Outcome {
    const open = resolutions.filter(
      ({ marketId }) => !state.get(predictionResolutionTable, marketId),
    );
    const named = resolutions[0]?.marketId;
    if (mustBeNew && open[0]?.marketId !== named) throw alreadyResolved();
    return {
      rows: open.map(({ marketId, result, resolvedAt = now }) => ({
        table: predictionResolutionTable,
        row: { marketId, result, resolvedAt },
      })),
      answer: { status: 200, data: {} },
    };
  },
};

export interface SetMarketStatus {
  readonly marketId: string;
  /** Null: the source's own status counts again. */
  readonly status: 'active' | 'paused' | 'closed' | null;
}

/** Sets what a market is in, above its source. MARKET_NOT_ACTIVE once it is resolved. */
export const setMarketStatus: CommandKind<SetMarketStatus> = {
  name: 'predictions.setMarketStatus',
  needs: ({ marketId }) => ({
    users: [],
    rows: [ref(predictionResolutionTable, marketId), ref(predictionStatusTable, marketId)],
  }),
  decide(state, { marketId, status }, { now }): Outcome {
    if (state.get(predictionResolutionTable, marketId)) throw alreadyResolved();
    const answer = { status: 200, data: {} };
    if (status === null) return { removed: [ref(predictionStatusTable, marketId)], answer };
    const row = { marketId, status, updatedAt: now };
    return { rows: [{ table: predictionStatusTable, row }], answer };
  },
};
