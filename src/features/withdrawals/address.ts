import bs58 from 'bs58';
import { AppError } from '../../errors/app-error.ts';

const ADDRESS_BYTES = 32;
/** 32 bytes are never more than 44 characters of base58. */
const LONGEST_ADDRESS = 44;

/** Accounts of the chain itself, from which nothing comes back. */
const programs = new Set([
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'ComputeBudget111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'So11111111111111111111111111111111111111112',
  '1nc1nerator11111111111111111111111111111111',
]);

const refused = (reason: string): AppError =>
  new AppError('ADDRESS_INVALID', { details: { reason } });

/**
 * The address when it can receive USDC on Solana: 32 bytes in base58 (a wallet or an account that a
 * program owns), no program of the chain, no token. ADDRESS_INVALID otherwise, with
 * `details.reason`. `isMint` knows the tokens.
 */
export function requireAddress(text: string, isMint: (address: string) => boolean): string {
  if (text.length > LONGEST_ADDRESS || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) {
    throw refused('not base58');
  }
  if (bs58.decode(text).length !== ADDRESS_BYTES) throw refused('not 32 bytes');
  if (programs.has(text) || text.startsWith('Sysvar')) throw refused('a program of the chain');
  if (isMint(text)) throw refused('a token, not a wallet');
  return text;
}

/** ADDRESS_INVALID for a deposit address of this service, `owner` being whose it is, if anybody's. */
export function refuseDepositAddress(
  owner: { readonly userId: string } | undefined,
  userId: string,
): void {
  if (!owner) return;
  throw refused(owner.userId === userId ? 'your own deposit address' : 'a deposit address here');
}
