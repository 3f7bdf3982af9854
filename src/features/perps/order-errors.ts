import type { ErrorCode } from '../../errors/catalogue.ts';

/** What every order can be refused with. */
export const orderErrors: readonly ErrorCode[] = [
  'GEO_RESTRICTED',
  'TRADING_HALTED',
  'MARKET_NOT_ACTIVE',
  'PRICE_UNAVAILABLE',
  'NO_LIQUIDITY',
  'ORDER_REJECTED',
  'VENUE_UNAVAILABLE',
  'FUNDING_REFUNDED',
];
/** What an order that opens or adds can be refused with. */
export const entryErrors: readonly ErrorCode[] = [
  ...orderErrors,
  'NOT_GROUP_MEMBER',
  'SUBSCRIPTION_REQUIRED',
  'AMOUNT_BELOW_MINIMUM',
  'INSUFFICIENT_FUNDS',
  'LEVERAGE_OUT_OF_RANGE',
];
