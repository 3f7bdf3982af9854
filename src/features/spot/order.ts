import {
  type BaseUnits,
  baseUnits,
  type Price,
  price,
  type Ratio,
  ratio,
  type Usdc,
  usdc,
} from '../../money/fixed.ts';
import type { SpotFill } from '../../venues/paper/spot.ts';
import type { InPayload, Trader, UserRef } from '../orders/index.ts';

/** The token of an order, as the ledger and the wire know it. */
export interface OrderAsset {
  readonly id: number;
  readonly mint: string;
  readonly decimals: number;
}

/** Why an order was made; also the `origin` of its trade. */
export type OrderOrigin = 'OPEN' | 'MANUAL' | 'CLOSE' | 'FOLLOW' | 'EXIT' | 'SWAP';

/**
 * One spot order. Its id is the id of the trade it becomes, of the ledger transfer that books it
 * and of the action that tells about it.
 */
export interface SpotOrder {
  readonly id: string;
  readonly vertical: 'SPOT' | 'STOCK';
  readonly trader: Trader;
  readonly side: 'BUY' | 'SELL';
  readonly origin: OrderOrigin;
  readonly groupId: string | null;
  readonly proposalId: string | null;
  readonly asset: OrderAsset;
  /** BUY: dollars that leave the wallet, fee in. SELL: 0. */
  readonly spend: Usdc;
  /** The proposal's reason, of an opening order. */
  readonly reason: string | null;
  /** Who opened the proposal, where the answer of a buy or sale shows it beside the trade. */
  readonly shownCreator?: UserRef;
}

/** What is kept of an order while its outcome is unknown. */
export interface PendingOrder {
  readonly order: SpotOrder;
  readonly fill: SpotFill;
  /** What the paper venue will answer when it is due. */
  readonly outcome: 'FILLED' | 'FAILED';
}

/** A pending order out of the payload of its intent. */
export function decodePending(payload: string): PendingOrder {
  const raw = JSON.parse(payload) as {
    order: InPayload<SpotOrder>;
    fill: InPayload<SpotFill>;
    outcome: PendingOrder['outcome'];
  };
  return {
    order: { ...raw.order, spend: usdc(BigInt(raw.order.spend)) },
    fill: {
      price: price(BigInt(raw.fill.price)) satisfies Price,
      amount: baseUnits(BigInt(raw.fill.amount)) satisfies BaseUnits,
      gross: usdc(BigInt(raw.fill.gross)),
      rounded: raw.fill.rounded,
      priceImpactPct: ratio(BigInt(raw.fill.priceImpactPct)) satisfies Ratio,
    },
    outcome: raw.outcome,
  };
}
