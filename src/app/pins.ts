import type { KeptPin, PinLoaders } from '../features/sandbox/index.ts';
import { priceToTicks } from '../market/perps/perp-market.ts';
import type { Markets } from './market.ts';

/** How the markets take over the pins that are kept. */
export const pinLoaders = ({ market, predictions, perps }: Markets): PinLoaders => ({
  token: (rows) => market.loadPins(rows.map((row) => ({ mint: row.instrument, ...spanOf(row) }))),
  market: (rows) =>
    predictions.loadPins(rows.map((row) => ({ slug: row.instrument, ...spanOf(row) }))),
  perp: (rows) =>
    perps.loadPins(
      rows.flatMap((row) => {
        const facts = perps.market(row.instrument);
        const markTicks = facts && priceToTicks(facts, row.price);
        const oracleTicks = facts && priceToTicks(facts, row.oracle ?? row.price);
        if (!facts || markTicks == null || oracleTicks == null) return [];
        const { fromMs, toMs } = row;
        return [{ symbol: facts.symbol, markTicks, oracleTicks, fromMs, toMs }];
      }),
    ),
});

const spanOf = ({ price, fromMs, toMs }: KeptPin) => ({ price, fromMs, toMs });
