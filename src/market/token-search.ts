import type { Token } from './instruments.ts';

const compare = <Value extends bigint | string>(a: Value, b: Value): number =>
  a < b ? -1 : a > b ? 1 : 0;

/** The names a stock is found by besides its mint, in small letters; none of other tokens. */
export const namesOfStock = ({ stock }: Token): readonly string[] =>
  stock === null ? [] : [stock.ticker.toLowerCase(), stock.issuerSymbol.toLowerCase()];

/** Tokens that match, best first. A mint matches only exactly: its letters' case matters. */
export function searchTokens(tokens: readonly Token[], query: string): Token[] {
  const text = query.trim();
  const folded = text.toLowerCase();
  if (folded === '') return [];
  const isExact = (token: Token): boolean =>
    token.mint === text ||
    token.symbol.toLowerCase() === folded ||
    namesOfStock(token).includes(folded);
  const matches = (token: Token): boolean =>
    isExact(token) ||
    token.symbol.toLowerCase().includes(folded) ||
    token.name.toLowerCase().includes(folded);
  return tokens
    .filter(matches)
    .sort(
      (a, b) =>
        Number(isExact(b)) - Number(isExact(a)) ||
        Number(b.verified) - Number(a.verified) ||
        compare(b.liquidity, a.liquidity) ||
        compare(a.mint, b.mint),
    );
}

/** What a token has done in a day: USD units and percent points; null where unknown. */
interface DayOfToken {
  readonly token: Token;
  readonly volume24h: bigint | null;
  readonly priceChange24hPct: bigint | null;
}

/** Tokens by 24 h volume times the size of the 24 h move, the most first (contract 5). */
export function byActivity(days: readonly DayOfToken[]): Token[] {
  const scored = days.map(({ token, volume24h, priceChange24hPct: change }) => {
    const move = change === null ? 0n : change < 0n ? -change : change;
    return { token, score: (volume24h ?? 0n) * move };
  });
  scored.sort((a, b) => compare(b.score, a.score) || compare(a.token.mint, b.token.mint));
  return scored.map(({ token }) => token);
}
