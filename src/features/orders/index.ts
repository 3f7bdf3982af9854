export { createOrders, type Orders } from './orders.ts';
export { type ActionTrade, actionRoutes } from './routes.ts';
export { failedOutcome, intentRows, type SettleIntent, settledOutcome } from './settle.ts';
export { type IntentRow, intentTable, isOpen, openingIntentLookup } from './tables.ts';
export { type OrderWorker, startOrderWorker } from './worker.ts';
