import type { Principal } from '../../platform/http/principal.ts';

/** Who orders: what trades and proposals show of the user. */
export interface Trader {
  readonly userId: string;
  readonly idpId: string;
  readonly username: string;
  readonly walletAddress: string;
}

/** A user as proposals name their creator. */
export type UserRef = Pick<Trader, 'idpId' | 'username'>;

export const traderOf = ({ userId, idpId, username, walletAddress }: Principal): Trader => ({
  userId,
  idpId,
  username,
  walletAddress,
});
