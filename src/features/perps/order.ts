import type { Usdc } from '../../money/fixed.ts';
import { type Ratio, ratio, usdc } from '../../money/fixed.ts';
import { type Lots, lots, type PerpSide } from '../../venues/paper/perps/units.ts';
import type { InPayload, Trader } from '../orders/index.ts';

/** Why an order was made; also the `origin` of its trade. */
export type PerpOrigin = 'OPEN' | 'JOIN' | 'FOLLOW' | 'MANUAL' | 'CLOSE' | 'EXIT';

/**
 * One perpetual order with what it trades. Its id is the id of the trade it becomes, of the ledger
 * transfer that books it and of the action that tells about it.
 */
export interface PerpOrder {
  readonly id: string;
  readonly trader: Trader;
  readonly action: 'OPEN' | 'ADD' | 'REDUCE';
  readonly origin: PerpOrigin;
  readonly groupId: string;
  readonly proposalId: string;
  readonly positionId: string;
  readonly symbol: string;
  /** Of the position. */
  readonly side: PerpSide;
  /** OPEN, ADD: what leaves the wallet; REDUCE: 0. */
  readonly collateral: Usdc;
  /** In hundredths; of an OPEN, as it was sent. */
  readonly leverage: bigint;
  /** Unsigned, what they cost or brought, and the fee; 0 where only margin is added. */
  readonly lots: Lots;
  readonly quote: Usdc;
  readonly fee: Usdc;
  /** Of an OPEN. */
  readonly subaccount: number;
  readonly stopLossPct: Ratio | null;
  readonly takeProfitPct: Ratio | null;
  readonly reason: string | null;
}

/** What is kept of an order while its outcome is unknown. */
export interface PendingPerpOrder {
  readonly order: PerpOrder;
  /** What fills or fails with it: the further positions of a proposal that is closed. */
  readonly rest: readonly PerpOrder[];
  /** What the paper venue will answer when it is due. */
  readonly outcome: 'FILLED' | 'FAILED';
}

const ratioOrNull = (text: string | null): Ratio | null =>
  text === null ? null : ratio(BigInt(text));

/** A pending order out of the payload of its intent; `rest` is missing in those of one order. */
export function decodePending(payload: string): PendingPerpOrder {
  const { order, rest, outcome } = JSON.parse(payload) as {
    order: InPayload<PerpOrder>;
    rest?: readonly InPayload<PerpOrder>[];
    outcome: PendingPerpOrder['outcome'];
  };
  return { order: readOrder(order), rest: (rest ?? []).map(readOrder), outcome };
}

const readOrder = (order: InPayload<PerpOrder>): PerpOrder => ({
  ...order,
  collateral: usdc(BigInt(order.collateral)),
  leverage: BigInt(order.leverage),
  lots: lots(BigInt(order.lots)),
  quote: usdc(BigInt(order.quote)),
  fee: usdc(BigInt(order.fee)),
  stopLossPct: ratioOrNull(order.stopLossPct),
  takeProfitPct: ratioOrNull(order.takeProfitPct),
});
