/**
 * The accounts of the ledger. A user has `available` and `reserved` per asset, both kept as
 * balances; system accounts are only ever summed from their entries, so no row of theirs is hot.
 */
export const accountCodes = {
  available: 0,
  reserved: 1,
  /** The world outside: deposits come from it, withdrawals go to it. */
  external: 10,
  /** Service fees earned. */
  fees: 11,
  /** What rounding against the trader leaves. */
  dust: 12,
  /** What venues hold of us and we of them, spot trades. */
  spotVenue: 20,
  /** The same of prediction trades; outcome shares come out of it in pairs that pay 1 together. */
  predictionVenue: 21,
  /** What venues charge for trades. */
  venueFees: 22,
  /** Collateral in the isolated subaccounts of perpetual positions. */
  perpMargin: 23,
  /** The other side of every perpetual fill and of funding. */
  perpVenue: 24,
  /** Penalties of liquidations, which meet the losses of positions closed in bankruptcy. */
  insurance: 25,
} as const;

export type AccountName = keyof typeof accountCodes;
export type UserAccount = 'available' | 'reserved';
export type SystemAccount = Exclude<AccountName, UserAccount>;

/** Why money moved; one kind per transfer, every transfer has one cause with the same id. */
export const transferKinds = {
  deposit: 0,
  trade: 1,
  reserve: 2,
  release: 3,
  /** Joining fee and subscription of a group, from a member to an admin. */
  groupFee: 4,
  /** Shares of a resolved prediction market for what they pay. */
  claim: 5,
  /** Funding of a perpetual position, between its subaccount and the venue. */
  funding: 6,
  /** USDC to an address outside. */
  withdrawal: 7,
  /** The same back, when it could not be delivered. */
  withdrawalReturn: 8,
} as const;

export type TransferKind = keyof typeof transferKinds;

export const transferKindName = (code: number): TransferKind => {
  for (const [name, value] of Object.entries(transferKinds)) {
    if (value === code) return name as TransferKind;
  }
  throw new RangeError(`unknown transfer kind ${code}`);
};

/** The asset id of USDC, whose user accounts live in the `wallet` row. */
export const USDC_ASSET = 0;
