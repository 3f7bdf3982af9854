import type { Asset } from '../../ledger/assets.ts';
import { type Price, type Usdc, usdc, valueAt } from '../../money/fixed.ts';
import type { ReadPool } from '../../platform/db/pool.ts';

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

/** Where statements are sent: the pool of reads, or a transaction that has one view of all rows. */
export type Query = Pick<ReadPool, 'query'>;

/**
 * What a part of an account is worth at an instant, in 1e-6 dollars. `holdings` are the user's
 * assets as they were read with the cash.
 */
export type ValuePart = (userId: string, holdings: readonly Holding[], atMs: number) => Usdc;

/** One part of an account's value, brought by the vertical that knows it. */
export interface Valuer {
  readonly field: ValueField;
  /** Reads what else the part needs of these users, at most one statement for all of them. */
  load(query: Query, userIds: readonly string[]): ValuePart | Promise<ValuePart>;
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

/** Values the holdings of one asset kind at the middle price; what has no price counts nothing. */
export function holdingsValuer(field: ValueField, kind: string, viewAsset: ViewAsset): Valuer {
  return {
    field,
    load() {
      // Many users hold the same few assets, so each is looked at once an instant.
      const prices = new Map<number, Price | undefined>();
      let pricedAtMs = Number.NaN;
      const priceOf = (asset: Asset, atMs: number): Price | undefined => {
        if (atMs !== pricedAtMs) prices.clear();
        pricedAtMs = atMs;
        if (!prices.has(asset.id)) prices.set(asset.id, viewAsset(asset, atMs).price);
        return prices.get(asset.id);
      };
      return (_userId, holdings, atMs) => {
        let sum = 0n;
        for (const holding of holdings) {
          const { asset } = holding;
          if (asset.kind !== kind) continue;
          const price = priceOf(asset, atMs);
          if (price !== undefined) sum += valueAt(heldUnits(holding), asset.decimals, price);
        }
        return usdc(sum);
      };
    },
  };
}
