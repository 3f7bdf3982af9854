import { Type } from 'typebox';
import { type TransferKind, transferKinds } from '../../ledger/accounts.ts';
import {
  decimalString,
  id,
  isoInstant,
  moneyString,
  nullable,
  oneOf,
} from '../../platform/http/schema.ts';

const mint = (description: string) =>
  Type.String({ description, examples: ['So11111111111111111111111111111111111111112'] });
const decimals = () =>
  Type.Integer({ description: 'Decimal places of the base unit.', examples: [9] });
const nextCursor = () =>
  nullable(Type.String({ description: 'Where the next page begins; null on the last page.' }));

/**
 * Kinds of movements that a statement shows: all but reservations (contract 18.14), and but funding,
 * which moves between the subaccount of a position and the venue and never through the wallet.
 */
const shownKinds: TransferKind[] = (Object.keys(transferKinds) as TransferKind[]).filter(
  (kind) => kind !== 'reserve' && kind !== 'release' && kind !== 'funding',
);

export const depositAddressSchema = Type.Object(
  {
    walletAddress: Type.String({
      description: 'Address of the deposit wallet, base58.',
      examples: ['7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'],
    }),
    token: Type.String({ description: 'What may be sent there.', examples: ['USDC'] }),
    tokenMint: Type.String({
      description: 'Mint address of that token.',
      examples: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    }),
    network: Type.String({ description: 'Network of the address.', examples: ['solana'] }),
  },
  { title: 'DepositAddress', description: 'Where to send USDC so that it lands in the wallet.' },
);

export const accountSchema = Type.Object(
  {
    totalValueUsd: moneyString('Cash, reserved and the four values together.', '1250.5'),
    cashBalanceUsd: moneyString('Spendable USDC.', '1000'),
    spotValueUsd: moneyString('Tokens held, at the middle price.', '200.5'),
    stocksValueUsd: moneyString('Tokenized stocks held, at the middle price.', '0'),
    predictionsValueUsd: moneyString('Outcome shares held.', '0'),
    perpsValueUsd: moneyString('Equity of the perp positions.', '0'),
    reservedUsd: moneyString('USDC held for orders in flight.', '50'),
    deposit: depositAddressSchema,
  },
  { title: 'Account', description: 'What an account is worth.' },
);

export const balanceSchema = Type.Object(
  {
    tokenAddress: mint('Mint address.'),
    symbol: Type.String({ description: 'Ticker of the token.', examples: ['SOL'] }),
    name: Type.String({ description: 'Name of the token.', examples: ['Solana'] }),
    decimals: decimals(),
    balanceRaw: Type.String({
      description: 'Everything held, reserved included, in base units.',
      examples: ['1500000000'],
    }),
    balance: decimalString('The same in whole tokens.', 'tokens', '1.5'),
    availableRaw: Type.String({
      description: 'What can be spent or sold now, in base units.',
      examples: ['1500000000'],
    }),
    priceUsd: nullable(moneyString('Middle price of a whole token; null without one.', '150')),
    valueUsd: nullable(moneyString('Balance times price, rounded down; null without one.', '225')),
  },
  { title: 'Balance', description: 'What is held of one token.' },
);

export const holdingSchema = Type.Object(
  {
    tokenAddress: mint('Mint address.'),
    tokenSymbol: Type.String({ description: 'Ticker of the token.', examples: ['SOL'] }),
    tokenName: Type.String({ description: 'Name of the token.', examples: ['Solana'] }),
    balance: decimalString('Whole tokens held, reserved included.', 'tokens', '1.5'),
    value: moneyString('Balance times price, rounded down; 0 without a price.', '225'),
    price: moneyString('Middle price of a whole token; 0 without one.', '150'),
    chainId: Type.String({ description: 'Network of the token.', examples: ['solana'] }),
    decimals: decimals(),
    currency: Type.String({ description: 'Currency of price and value.', examples: ['usd'] }),
    lastUpdated: isoInstant('When the price is from.'),
  },
  { title: 'Holding', description: 'A token or tokenized stock that was bought and is held.' },
);

export const holdingsSchema = Type.Object({
  positions: Type.Array(holdingSchema),
  nextCursor: nextCursor(),
});

const movementSchema = Type.Object(
  {
    id: Type.String({
      description: 'Id of the movement.',
      examples: ['01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f-1'],
    }),
    at: isoInstant('When it was booked.'),
    kind: oneOf(shownKinds, { description: 'Why it moved.', examples: ['deposit'] }),
    amount: decimalString('What came in, or with a minus went out.', 'of the asset', '-25'),
    asset: Type.String({ description: 'Symbol of the asset that moved.', examples: ['USDC'] }),
    balanceAfter: decimalString('Spendable balance after it.', 'of the asset', '975'),
    ref: id('Id of its cause: the trade, the deposit, …'),
  },
  { title: 'LedgerMovement', description: 'One posted movement of money or tokens.' },
);

export const statementSchema = Type.Object({
  entries: Type.Array(movementSchema),
  nextCursor: nextCursor(),
});

const accountEventSchema = Type.Object(
  {
    seq: Type.Integer({
      description: 'Number of the event in the stream of the user, without gaps.',
      examples: [7],
    }),
    type: Type.String({ description: 'What happened.', examples: ['deposit'] }),
    at: isoInstant('When it happened.'),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'What there is to know of it; money as strings.',
    }),
  },
  { title: 'AccountEvent', description: 'Something that changed in the account.' },
);

export const eventsSchema = Type.Object({
  events: Type.Array(accountEventSchema),
  latestSeq: Type.Integer({
    description: 'Number of the newest event of the user, 0 before the first.',
    examples: [7],
  }),
  oldestSeq: Type.Integer({
    description:
      'Number of the oldest event still kept; when it is above `after` + 1, events were missed and ' +
      'the present state must be read anew.',
    examples: [1],
  }),
});
