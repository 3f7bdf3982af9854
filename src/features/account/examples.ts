/** Answers as the reference shows them; one account that holds 1.5 SOL. */
const at = '2026-01-31T14:30:00.000Z';
const sol = 'So11111111111111111111111111111111111111112';

export const depositAddressExample = {
  walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  token: 'USDC',
  tokenMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  network: 'solana',
};

export const accountExample = {
  totalValueUsd: '1225',
  cashBalanceUsd: '950',
  spotValueUsd: '225',
  stocksValueUsd: '0',
  predictionsValueUsd: '0',
  perpsValueUsd: '0',
  reservedUsd: '50',
  deposit: depositAddressExample,
};

export const balancesExample = [
  {
    tokenAddress: depositAddressExample.tokenMint,
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    balanceRaw: '1000000000',
    balance: '1000',
    availableRaw: '950000000',
    priceUsd: '1',
    valueUsd: '1000',
  },
  {
    tokenAddress: sol,
    symbol: 'SOL',
    name: 'Solana',
    decimals: 9,
    balanceRaw: '1500000000',
    balance: '1.5',
    availableRaw: '1500000000',
    priceUsd: '150',
    valueUsd: '225',
  },
];

export const holdingsExample = {
  positions: [
    {
      tokenAddress: sol,
      tokenSymbol: 'SOL',
      tokenName: 'Solana',
      balance: '1.5',
      value: '225',
      price: '150',
      chainId: 'solana',
      decimals: 9,
      currency: 'usd',
      lastUpdated: at,
    },
  ],
  nextCursor: null,
};

const depositId = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';

export const statementExample = {
  entries: [
    {
      id: `${depositId}-1`,
      at,
      kind: 'deposit' as const,
      amount: '1000',
      asset: 'USDC',
      balanceAfter: '1000',
      ref: depositId,
    },
  ],
  nextCursor: null,
};

export const eventsExample = {
  events: [
    {
      seq: 1,
      type: 'deposit',
      at,
      data: { depositId, amountUsd: '1000', source: 'sandbox', cashBalanceUsd: '1000' },
    },
  ],
  latestSeq: 1,
  oldestSeq: 1,
};
