import type { KeptPin, PinLoaders } from '../features/sandbox/index.ts';
import type { Markets } from './market.ts';

/** How the markets take over the pins that are kept. */
export const pinLoaders = ({ market, predictions }: Markets): PinLoaders => ({
  token: (rows) => market.loadPins(rows.map((row) => ({ mint: row.instrument, ...spanOf(row) }))),
  market: (rows) =>
    predictions.loadPins(rows.map((row) => ({ slug: row.instrument, ...spanOf(row) }))),
});

const spanOf = ({ price, fromMs, toMs }: KeptPin) => ({ price, fromMs, toMs });
