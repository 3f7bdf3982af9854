export { amountOf, requireFunds, type SaleSize, saleSizeOf } from './amounts.ts';
export { gainWords, priceWords } from './call-words.ts';
export type { FollowGate, FollowOrder, PlacedFollow } from './followed.ts';
export { type ClosingTrade, withLateExit } from './late-exit.ts';
export { MOVED_ATTEMPTS, Moved, untilSettled } from './moved.ts';
export { createOrders, type Orders } from './orders.ts';
export { encodePayload, type InPayload } from './payload.ts';
export { executeOrder, idOrNone, type Sending, sendingOf } from './request.ts';
export { reserveOrder, scriptedOutcome } from './reserve.ts';
export { type ActionTrade, actionRoutes } from './routes.ts';
export {
  nullableObject,
  pendingFields,
  reasonField,
  saleFields,
  slippageFieldOf,
  tradeAmount,
} from './schemas.ts';
export { failedOutcome, intentRows, type SettleIntent, settledOutcome } from './settle.ts';
export { type IntentRow, intentTable, isOpen, openingIntentLookup } from './tables.ts';
export type { Trader, UserRef } from './trader.ts';
export { isScripted, type ScriptedVenues, scriptRows, submitToVenue } from './venue.ts';
export { type OrderWorker, startOrderWorker } from './worker.ts';
