/** The fields of a recorded object, as they stand in its JSON. */
export type Fields = Readonly<Record<string, unknown>>;

export const conditionId = (n: number): string => `0x${String(n).padStart(64, '0')}`;
/** A token id as long as real ones: YES of market 1 is …11, NO …12. */
export const tokenId = (market: number, side: 'yes' | 'no'): string =>
  `${market}${side === 'yes' ? 1 : 2}`.padStart(70, '7');

/** An open market as Gamma answered it in February 2026: bid .22, ask .24, $4,000 of liquidity. */
export const gammaMarket = (n: number, fields: Fields = {}): Fields => ({
  id: String(1_000 + n),
  slug: `market-${n}`,
  question: `Question ${n}?`,
  conditionId: conditionId(n),
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.23", "0.77"]',
  clobTokenIds: JSON.stringify([tokenId(n, 'yes'), tokenId(n, 'no')]),
  active: true,
  closed: false,
  acceptingOrders: true,
  enableOrderBook: true,
  orderPriceMinTickSize: 0.01,
  orderMinSize: 5,
  bestBid: 0.22,
  bestAsk: 0.24,
  volume: '225742.615693',
  volume24hr: 6263.101253,
  liquidity: '4000',
  negRisk: false,
  feesEnabled: false,
  createdAt: '2026-01-01T00:00:00Z',
  startDate: '2026-01-02T00:00:00Z',
  endDate: '2026-07-01T04:00:00Z',
  updatedAt: '2026-02-07T16:04:44.718158Z',
  ...fields,
});

export const gammaEvent = (
  slug: string,
  markets: readonly (Fields | null)[],
  fields: Fields = {},
) => ({
  id: '77',
  slug,
  ticker: slug,
  title: `Event ${slug}`,
  startDate: '2026-01-01T12:00:00Z',
  endDate: '2026-07-01T04:00:00Z',
  updatedAt: '2026-02-07T16:05:00Z',
  image: 'https://example.com/image.png',
  tags: [{ id: '2', label: 'Politics', slug: 'politics' }],
  markets,
  ...fields,
});

/** Fields of a market that was closed and resolved. */
export const resolved = (prices: string, fields: Fields = {}): Fields => ({
  closed: true,
  acceptingOrders: false,
  umaResolutionStatus: 'resolved',
  outcomePrices: prices,
  closedTime: '2026-03-01 20:56:36+00',
  updatedAt: '2026-03-02T00:00:00Z',
  ...fields,
});

type Levels = readonly (readonly [price: string, size: string])[];

/** A book as the CLOB answers it: the best level of each side is the last one. */
export const clobBook = (asset: string, bids: Levels, asks: Levels, fields: Fields = {}) => {
  const side = (levels: Levels) => levels.map(([price, size]) => ({ price, size }));
  const timestamp = '1770480300000';
  return { asset_id: asset, timestamp, bids: side(bids), asks: side(asks), ...fields };
};
