import type { Token } from './instruments.ts';
import { bundledStocks } from './stocks/catalogue.ts';
import { bundledTokens } from './tokens.ts';

/** Everything every installation can trade for USDC without a recording: tokens, then stocks. */
export const bundledInstruments: readonly Token[] = [...bundledTokens, ...bundledStocks];
