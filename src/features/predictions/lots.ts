import { assert } from '../../errors/app-error.ts';
import { type BaseUnits, baseUnits, min, mulDivDown, type Usdc, usdc } from '../../money/fixed.ts';
import { MAX_LOTS } from './limits.ts';

/** Shares bought together and what is left of their cost, fee in. */
export interface Lot {
  readonly shares: BaseUnits;
  readonly cost: Usdc;
}

/** Text of the lots as a row keeps them: `shares:cost` pairs in integer units. */
export const encodeLots = (lots: readonly Lot[]): string =>
  lots.map(({ shares, cost }) => `${shares}:${cost}`).join(',');

export function decodeLots(text: string): Lot[] {
  if (text === '') return [];
  return text.split(',').map((pair) => {
    const [shares = '', cost = ''] = pair.split(':');
    return { shares: baseUnits(BigInt(shares)), cost: usdc(BigInt(cost)) };
  });
}

/**
 * The lots after a buy. A buy at exactly the unit cost of the newest lot joins it, and so does any
 * buy once there are MAX_LOTS.
 */
export function withBuy(lots: readonly Lot[], bought: Lot): Lot[] {
  const newest = lots.at(-1);
  const joins =
    newest &&
    (lots.length >= MAX_LOTS || newest.cost * bought.shares === bought.cost * newest.shares);
  if (!joins) return [...lots, bought];
  const shares = baseUnits(newest.shares + bought.shares);
  return [...lots.slice(0, -1), { shares, cost: usdc(newest.cost + bought.cost) }];
}

/**
 * Takes shares out of the oldest lots first (contract 7, FIFO). A lot taken whole gives all its
 * cost, a part of one floor6(cost × part / lot).
 */
export function withoutSale(
  lots: readonly Lot[],
  sold: BaseUnits,
): { readonly lots: readonly Lot[]; readonly costOut: Usdc } {
  let left: bigint = sold;
  let costOut = 0n;
  let taken = 0;
  const rest: Lot[] = [];
  for (const lot of lots) {
    if (left === 0n) break;
    taken += 1;
    const part = min(lot.shares, left);
    left -= part;
    const cost = part === lot.shares ? lot.cost : mulDivDown(lot.cost, part, lot.shares);
    costOut += cost;
    if (part < lot.shares) {
      rest.push({ shares: baseUnits(lot.shares - part), cost: usdc(lot.cost - cost) });
    }
  }
  assert(left === 0n, 'a sale takes no more than the lots hold');
  return { lots: [...rest, ...lots.slice(taken)], costOut: usdc(costOut) };
}
