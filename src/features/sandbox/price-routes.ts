import { Type } from 'typebox';
import { AppError, invalid } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { InstrumentKind } from '../../market/instruments.ts';
import { isMarketPin } from '../../market/predictions/book.ts';
import type { Price } from '../../money/fixed.ts';
import { formatPrice, parsePrice } from '../../money/text.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { decimalInput, moneyString, oneOf } from '../../platform/http/schema.ts';
import type { SandboxDeps } from './deps.ts';
import type { PinnedKind } from './pins.ts';
import { SANDBOX_TAG as tag } from './tag.ts';

const MINT = 'So11111111111111111111111111111111111111112';
const KINDS = ['token', 'stock', 'perp', 'market'] as const satisfies readonly InstrumentKind[];
const unknownCodes = {
  token: 'TOKEN_NOT_FOUND',
  stock: 'STOCK_NOT_FOUND',
  perp: 'MARKET_NOT_FOUND',
  market: 'MARKET_NOT_FOUND',
} as const satisfies Record<InstrumentKind, ErrorCode>;
const errors = ['TOKEN_NOT_FOUND', 'STOCK_NOT_FOUND', 'MARKET_NOT_FOUND'] as const;

const params = Type.Object({
  kind: oneOf(KINDS, { description: 'What the id names.', examples: ['token'] }),
  id: Type.String({
    description: 'Mint, stock ticker, perp symbol or slug of a prediction market.',
    examples: [MINT],
  }),
});
const kind = oneOf(KINDS, { description: 'What was named.', examples: ['token'] });
const id = Type.String({ description: 'The id as it was named.', examples: [MINT] });

/** Pinned prices. */
export const priceRoutes = (deps: SandboxDeps): readonly Route[] => [
  pinRoute(deps),
  unpinRoute(deps),
];

interface Pinnable {
  readonly kind: PinnedKind;
  /** As pins are kept: the mint of a token or stock, the slug of a market. */
  readonly instrument: string;
  /** What is wrong with a price of this instrument; null when nothing is. */
  readonly problemOf: (price: Price) => string | null;
}

const aboveZero = (price: Price): string | null =>
  price > 0n ? null : 'priceUsd must be above 0 with at most 18 decimals';

/**
 * What a path names: a token and a stock of the same mint have one pin (contract 15). Refuses with
 * the code of the kind unless something of that name has a price here.
 */
function pinnableOf(deps: SandboxDeps, named: { kind: InstrumentKind; id: string }): Pinnable {
  const { kind, id: name } = named;
  if (kind === 'market') {
    const market = deps.predictions.market(name);
    if (market) return { kind, instrument: market.slug, problemOf: marketPinProblem };
  } else if (kind === 'token' || kind === 'stock') {
    const { market } = deps;
    const token = kind === 'stock' ? market.stockByTicker(name) : market.token(name);
    if (token) return { kind: 'token', instrument: token.mint, problemOf: aboveZero };
  }
  throw new AppError(unknownCodes[kind]);
}

const marketPinProblem = (price: Price): string | null =>
  isMarketPin(price)
    ? null
    : 'priceUsd of a prediction market must be between 0 and 1 with at most 4 decimals';

const pinRoute = (deps: SandboxDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: '/prices/{kind}/{id}',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Pin a price',
    description:
      'While a price is pinned the venue fills at exactly this price, of unlimited depth and ' +
      'without a spread; fees still apply. It counts in all processes and survives a restart.',
    params,
    body: Type.Object({ priceUsd: decimalInput('Above 0, at most 18 decimals.', 'USD', '150.25') }),
    response: Type.Object({ kind, id, priceUsd: moneyString('The pinned price.', '150.25') }),
    errors,
    examples: {
      request: { priceUsd: '150.25' },
      response: { kind: 'token', id: MINT, priceUsd: '150.25' },
    },
    async handler({ params: named, body }) {
      const { kind, instrument, problemOf } = pinnableOf(deps, named);
      const price = parsePrice(body.priceUsd);
      if (price === null) throw invalid('priceUsd must be a decimal with at most 18 decimals');
      const problem = problemOf(price);
      if (problem !== null) throw invalid(problem);
      await deps.pins.pin(kind, instrument, price);
      return { ...named, priceUsd: formatPrice(price) };
    },
  });

const unpinRoute = (deps: SandboxDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/prices/{kind}/{id}',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Unpin a price',
    description: 'The price follows the market again. Without a pin nothing happens.',
    params,
    response: Type.Object({ kind, id }),
    errors,
    examples: { response: { kind: 'token', id: MINT } },
    async handler({ params: named }) {
      const { kind, instrument } = pinnableOf(deps, named);
      await deps.pins.unpin(kind, instrument);
      return named;
    },
  });
