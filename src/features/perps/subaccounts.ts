import type { State } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { MAX_SUBACCOUNTS } from './limits.ts';
import { perpAccountTable } from './tables.ts';

const bitOf = (index: number): bigint => 1n << BigInt(index - 1);
const bitsOf = (state: State, userId: string): bigint =>
  BigInt(`0x${state.get(perpAccountTable, userId)?.inUse ?? '0'}`);

const write = (userId: string, bits: bigint) => ({
  table: perpAccountTable,
  row: { userId, inUse: bits.toString(16) },
});

/**
 * Takes the lowest free subaccount of a user, 1 to 100 (contract 8). POSITION_LIMIT when all are in
 * use by open, unclaimed or pending positions.
 */
export function takeSubaccount(state: State, userId: string) {
  const bits = bitsOf(state, userId);
  for (let index = 1; index <= MAX_SUBACCOUNTS; index += 1) {
    if ((bits & bitOf(index)) === 0n) return { index, write: write(userId, bits | bitOf(index)) };
  }
  throw new AppError('POSITION_LIMIT', { details: { limit: MAX_SUBACCOUNTS } });
}

/** Gives a subaccount back that is empty and drained. */
export const freeSubaccount = (state: State, userId: string, index: number) =>
  write(userId, bitsOf(state, userId) & ~bitOf(index));
