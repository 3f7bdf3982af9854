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
import type { PredictionFill } from '../../venues/paper/predictions.ts';
import type { InPayload, Trader } from '../orders/index.ts';

/** Why an order was made; also the `origin` of its trade. */
export type OrderOrigin = 'OPEN' | 'MANUAL' | 'CLOSE' | 'FOLLOW' | 'EXIT';

/**
 * One prediction order. Its id is the id of the trade it becomes, of the ledger transfer that
 * books it and of the action that tells about it.
 */
export interface PredictionOrder {
  readonly id: string;
  readonly trader: Trader;
  readonly side: 'BUY' | 'SELL';
  readonly origin: OrderOrigin;
  readonly groupId: string;
  readonly proposalId: string;
  /** The outcome token in the ledger. */
  readonly assetId: number;
  /** BUY: the most that may leave the wallet, fee in. SELL: 0. */
  readonly spend: Usdc;
}

/** What is kept of an order while its outcome is unknown. */
export interface PendingOrder {
  readonly order: PredictionOrder;
  readonly fill: PredictionFill;
  /** What the paper venue will answer when it is due. */
  readonly outcome: 'FILLED' | 'FAILED';
}

/** A pending order out of the payload of its intent. */
export function decodePending(payload: string): PendingOrder {
  const raw = JSON.parse(payload) as {
    order: InPayload<PredictionOrder>;
    fill: InPayload<PredictionFill>;
    outcome: PendingOrder['outcome'];
  };
  const { fill } = raw;
  return {
    order: { ...raw.order, spend: usdc(BigInt(raw.order.spend)) },
    fill: {
      shares: baseUnits(BigInt(fill.shares)) satisfies BaseUnits,
      price: price(BigInt(fill.price)) satisfies Price,
      gross: usdc(BigInt(fill.gross)),
      fee: usdc(BigInt(fill.fee)),
      priceImpactPct: ratio(BigInt(fill.priceImpactPct)) satisfies Ratio,
    },
    outcome: raw.outcome,
  };
}
