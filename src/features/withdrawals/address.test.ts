import bs58 from 'bs58';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testId } from '../../../test/helpers/state.ts';
import type { AppError } from '../../errors/app-error.ts';
import { refuseDepositAddress, requireAddress } from './address.ts';

const MINT = 'So11111111111111111111111111111111111111112';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const isMint = (address: string): boolean => address === USDC;

/** The code of a refusal and its reason; null when nothing was refused. */
function refusal(work: () => unknown): [string, unknown] | null {
  try {
    work();
    return null;
  } catch (error) {
    const { code, details } = error as AppError;
    return [code, details.reason];
  }
}
const of = (text: string) => refusal(() => requireAddress(text, isMint));

test('any 32 bytes in base58 are an address, on the curve or not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      // The chain's own programs are texts that chance does not hit.
      const address = bs58.encode(bytes);
      expect(requireAddress(address, isMint)).toBe(address);
    }),
    { examples: [[new Uint8Array(32).fill(255)]] },
  );
});

test('what is not 32 bytes in base58 is refused', () => {
  const short = bs58.encode(new Uint8Array(31).fill(7));
  const long = bs58.encode(new Uint8Array(33).fill(7));
  expect(of('')).toEqual(['ADDRESS_INVALID', 'not base58']);
  expect(of(short)).toEqual(['ADDRESS_INVALID', 'not 32 bytes']);
  expect(of(long)).toEqual(['ADDRESS_INVALID', 'not base58']);
  // 0, O, I and l are not in the alphabet; nor are blanks and other scripts.
  for (const letter of ['0', 'O', 'I', 'l', ' ', 'ä', '１']) {
    expect(of(`${USDC.slice(1)}${letter}`)).toEqual(['ADDRESS_INVALID', 'not base58']);
  }
  expect(of(`0x${'ab'.repeat(20)}`)).toEqual(['ADDRESS_INVALID', 'not base58']);
});

test('programs of the chain and tokens are refused', () => {
  const programs = [
    '11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'SysvarC1ock11111111111111111111111111111111',
    MINT,
  ];
  for (const program of programs) {
    expect(of(program)).toEqual(['ADDRESS_INVALID', 'a program of the chain']);
  }
  expect(of(USDC)).toEqual(['ADDRESS_INVALID', 'a token, not a wallet']);
});

test('deposit addresses of the service are refused, the own and those of others', () => {
  const userId = testId(1);
  const with_ = (owner: string) => refusal(() => refuseDepositAddress({ userId: owner }, userId));
  expect(with_(userId)).toEqual(['ADDRESS_INVALID', 'your own deposit address']);
  expect(with_(testId(2))).toEqual(['ADDRESS_INVALID', 'a deposit address here']);
  expect(refusal(() => refuseDepositAddress(undefined, userId))).toBeNull();
});
