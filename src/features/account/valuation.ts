import type { Asset } from '../../ledger/assets.ts';
import { type Price, type Usdc, usdc, valueAt } from '../../money/fixed.ts';
import type { Clock } from '../../platform/clock.ts';

/** One asset of a user, spendable and reserved in base units. */
export interface Holding {
  readonly asset: Asset;
  readonly available: bigint;
  readonly reserved: bigint;
}

/** The parts of an account's value that come from trading (contract 4). */
export const valueFields = [
  'spotValueUsd',
  'stocksValueUsd',
  'predictionsValueUsd',
  'perpsValueUsd',
] as const;
export type ValueField = (typeof valueFields)[number];

/**
 * One part of an account's value, brought by the vertical that knows it. `holdings` are the user's
 * assets in the same snapshot as the cash.
 */
export interface Valuer {
  readonly field: ValueField;
  value(userId: string, holdings: readonly Holding[]): Usdc | Promise<Usdc>;
}

/** All of a holding, spendable and reserved. */
export const heldUnits = ({ available, reserved }: Holding): bigint => available + reserved;

/** What an asset is called and worth. */
export interface AssetView {
  readonly name: string;
  /** The newest middle price, undefined without one; a stale price still values. */
  readonly price: Price | undefined;
  /** The business instant the price is from. */
  readonly atMs: number;
}

/** How the verticals together see the assets that are traded in them. */
export type ViewAsset = (asset: Asset, nowMs: number) => AssetView;

export interface PriceDeps {
  readonly viewAsset: ViewAsset;
  readonly clock: Clock;
}

/** Values the holdings of one asset kind at the middle price; what has no price counts nothing. */
export function holdingsValuer(field: ValueField, kind: string, deps: PriceDeps): Valuer {
  return {
    field,
    value(_userId, holdings) {
      let sum = 0n;
      for (const holding of holdings) {
        if (holding.asset.kind !== kind) continue;
        const { price } = deps.viewAsset(holding.asset, deps.clock.now());
        if (price !== undefined) sum += valueAt(heldUnits(holding), holding.asset.decimals, price);
      }
      return usdc(sum);
    },
  };
}
