import { AppError } from '../../errors/app-error.ts';
import type { SpotQuote } from '../../market/market.ts';
import { type BaseUnits, baseUnits, min, type Usdc, usdc, valueAt } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import { fillBuy, fillSell, type SpotFill, tokensForUsd } from '../../venues/paper/spot.ts';
import type { SaleSize } from '../orders/index.ts';
import { serviceFee } from './amounts.ts';
import type { SpotProposalRow } from './tables.ts';

/** PROPOSAL_CLOSED when the proposal takes no more entries. */
export function requireOpen(proposal: SpotProposalRow): void {
  if (proposal.closedAt !== null) throw new AppError('PROPOSAL_CLOSED');
}

/** AMOUNT_BELOW_MINIMUM for a buy below the floor of its token. */
export function requireMinimum(spend: Usdc, minimum: Usdc): void {
  if (spend >= minimum) return;
  const details = { minimumUsd: formatUsdc(minimum), amountUsd: formatUsdc(spend) };
  throw new AppError('AMOUNT_BELOW_MINIMUM', { details });
}

/** The fill of a buy: the fee comes out of the amount first (contract 5, sizing). */
export function fillOfBuy(
  quote: SpotQuote,
  buy: { spend: Usdc; decimals: number; maxSlippageBps: number; feeBps: number },
): SpotFill {
  const spend = usdc(buy.spend - serviceFee(buy.spend, buy.feeBps).fee);
  return fillBuy({ quote, spend, decimals: buy.decimals, maxSlippageBps: buy.maxSlippageBps });
}

/**
 * The tokens of a sale: min(position, floor(amount / bid)); a remainder worth less than one USDC
 * unit is sold with it (contract 5, dust).
 */
export function saleQuantity(
  quote: SpotQuote,
  sellable: BaseUnits,
  size: SaleSize,
  decimals: number,
): BaseUnits {
  if (size.max) return sellable;
  const wanted = min(sellable, tokensForUsd(quote, size.amount, decimals));
  if (wanted === 0n) return baseUnits(0n);
  const left = baseUnits(sellable - wanted);
  return valueAt(left, decimals, quote.bid) === 0n ? sellable : baseUnits(wanted);
}

/** The fill of a sale; AMOUNT_BELOW_MINIMUM when it rounds to nothing. */
export const fillOfSale = (
  quote: SpotQuote,
  sale: { amount: BaseUnits; decimals: number; maxSlippageBps: number; size: SaleSize },
): SpotFill =>
  fillSell({
    quote,
    amount: sale.amount,
    decimals: sale.decimals,
    maxSlippageBps: sale.maxSlippageBps,
    ...(sale.size.max ? {} : { askedUsd: sale.size.amount }),
  });
