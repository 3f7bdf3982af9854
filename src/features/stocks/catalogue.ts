import { assert } from '../../errors/app-error.ts';
import type { Token } from '../../market/instruments.ts';
import type { MarketData } from '../../market/market.ts';
import { formatPrice, formatRatio, formatUsdc } from '../../money/text.ts';

export type StockKind = 'stock' | 'etf';

/**
 * The stocks of the catalogue that match: `query` in ticker, issuer's symbol or name, whatever the
 * case; an exact ticker or symbol comes first, the others keep the order of the catalogue.
 */
export function findStocks(
  stocks: readonly Token[],
  { query, kind }: { query: string | undefined; kind: StockKind | undefined },
): readonly Token[] {
  const folded = (query ?? '').trim().toLowerCase();
  const symbolsOf = ({ stock }: Token): string[] =>
    stock ? [stock.ticker.toLowerCase(), stock.issuerSymbol.toLowerCase()] : [];
  const matching = stocks.filter(
    (token) =>
      (kind === undefined || token.stock?.kind === kind) &&
      [...symbolsOf(token), token.name.toLowerCase()].some((text) => text.includes(folded)),
  );
  const exact = matching.filter((token) => symbolsOf(token).includes(folded));
  return [...exact, ...matching.filter((token) => !exact.includes(token))];
}

/** A stock on the wire (specification, stock catalog entry); what is not known is "0". */
export function presentStock(
  market: Pick<MarketData, 'quote' | 'stats'>,
  token: Token,
  nowMs: number,
) {
  const { stock } = token;
  assert(stock, `${token.mint} is a stock`);
  const mid = market.quote(token.mint, nowMs)?.mid;
  const change = market.stats(token.mint, nowMs).priceChange24hPct;
  return {
    ticker: stock.ticker,
    name: token.name,
    mint: token.mint,
    imageUrl: token.logoUrl,
    kind: stock.kind,
    price: mid === undefined ? '0' : formatPrice(mid),
    priceChange24h: change === null ? '0' : formatRatio(change),
    decimals: token.decimals,
    minTradeUsd: formatUsdc(stock.minTrade),
  };
}
