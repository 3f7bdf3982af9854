import { type ImportCounts, importFiles } from '../import-files.ts';
import { bundledStocks } from './catalogue.ts';

export interface StockImport {
  /** Directory with one CSV per ticker: `AAPL.csv`; candles, or days as `date,…,dividends,splits`. */
  readonly from: string;
  /** The recording; what it already holds of other instruments and intervals stays. */
  readonly to: string;
  /** A name of CANDLE_INTERVALS_MS; null = the smallest step of each file. */
  readonly interval: string | null;
}

/**
 * Imports the bars of stocks (importFiles). The mints are those of the catalogue, by ticker or
 * issuer's symbol; the bars are taken for prices per token.
 */
export function importStocks(
  { from, to, interval }: StockImport,
  print: (line: string) => void,
): Promise<ImportCounts> {
  const instrumentOf = (symbol: string) => {
    const folded = symbol.toLowerCase();
    const token = bundledStocks.find(
      ({ stock }) =>
        stock?.ticker.toLowerCase() === folded || stock?.issuerSymbol.toLowerCase() === folded,
    );
    if (!token?.stock) return `there is no stock ${symbol} in the catalogue`;
    const { mint: id, name, decimals, stock } = token;
    return { kind: 'stock' as const, id, symbol: stock.ticker, name, decimals };
  };
  return importFiles({ from, to, interval, folder: 'stocks', instrumentOf }, print);
}
