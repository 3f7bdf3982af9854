import type { CommandKind, DecideContext, Outcome, State } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { baseUnits, type Usdc, usdc } from '../../money/fixed.ts';
import { requireFunds, scriptRows, type Trader } from '../orders/index.ts';
import { fillOfBuy, fillOfSale, requireMinimum, saleQuantity } from './checks.ts';
import { freshQuote, minimumOf, type SpotDeps } from './deps.ts';
import type { OrderAsset, SpotOrder } from './order.ts';
import { orderRows, placeOrder } from './place.ts';
import { swapPositionTable } from './tables.ts';

export interface Swap {
  readonly trader: Trader;
  readonly country: string | null;
  readonly vertical: 'SPOT' | 'STOCK';
  /** BUY: USDC for the token; SELL: the token for USDC. */
  readonly side: 'BUY' | 'SELL';
  readonly asset: OrderAsset;
  readonly amount: Usdc;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * A personal trade outside any group (contract 5). A sale takes only what swaps have bought; what
 * is held under proposals is sold there. GEO_RESTRICTED, TRADING_HALTED, MARKET_NOT_ACTIVE,
 * AMOUNT_BELOW_MINIMUM, NO_POSITION, INSUFFICIENT_FUNDS, PRICE_UNAVAILABLE, NO_LIQUIDITY, and the venue's own.
 */
export const swap = (deps: SpotDeps): CommandKind<Swap> => ({
  name: 'spot.swap',
  needs: ({ trader: { userId }, asset, vertical, scripted }) => ({
    users: [userId],
    update: scriptRows(vertical, scripted),
    rows: orderRows({ userId, assetId: asset.id, proposalId: null }),
  }),
  decide(state, command, context) {
    const action = command.side === 'BUY' ? 'open' : 'reduce';
    if (action === 'open') deps.requireRegion(command.vertical, action, command.country);
    deps.requireTrading(command.vertical, action);
    deps.requireMarket(command.vertical, context.now);
    return command.side === 'BUY'
      ? swapIn(state, deps, command, context)
      : swapOut(state, deps, command, context);
  },
});

function swapIn(state: State, deps: SpotDeps, command: Swap, context: DecideContext): Outcome {
  const { trader, asset, amount, maxSlippageBps } = command;
  requireMinimum(amount, minimumOf(deps, asset.mint));
  requireFunds(state, trader.userId, amount);
  const fill = fillOfBuy(freshQuote(deps, asset.mint, context.now), {
    spend: amount,
    decimals: asset.decimals,
    maxSlippageBps,
    feeBps: deps.feeBps,
  });
  const order = swapOrder(command, amount, context);
  return placeOrder(state, deps, order, fill, context, command);
}

function swapOut(state: State, deps: SpotDeps, command: Swap, context: DecideContext): Outcome {
  const { trader, asset, maxSlippageBps } = command;
  const held = state.get(swapPositionTable, trader.userId, asset.id);
  const sellable = baseUnits(held ? held.quantity - held.locked : 0n);
  if (sellable === 0n) throw new AppError('NO_POSITION');
  const quote = freshQuote(deps, asset.mint, context.now);
  const size = { max: false, amount: command.amount } as const;
  const amount = saleQuantity(quote, sellable, size, asset.decimals);
  const fill = fillOfSale(quote, { amount, decimals: asset.decimals, maxSlippageBps, size });
  const order = swapOrder(command, usdc(0n), context);
  return placeOrder(state, deps, order, fill, context, command);
}

const swapOrder = (command: Swap, spend: Usdc, context: DecideContext): SpotOrder => ({
  id: context.ids.next(),
  vertical: command.vertical,
  trader: command.trader,
  side: command.side,
  origin: 'SWAP',
  groupId: null,
  proposalId: null,
  asset: command.asset,
  spend,
  reason: null,
});
