import { Type } from 'typebox';
import { AppError, invalid } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { InstrumentKind } from '../../market/instruments.ts';
import { priceToTicks } from '../../market/perps/perp-market.ts';
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
  } else if (kind === 'perp') {
    const facts = deps.perps.market(name);
    if (facts) {
      const onTick = (price: Price): string | null =>
        priceToTicks(facts, price) === null
          ? `priceUsd is not on the tick of ${facts.symbol}`
          : null;
      return { kind, instrument: facts.symbol, problemOf: onTick };
    }
  } else {
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

/** A price of a request. VALIDATION_FAILED unless it can be pinned. */
function pinnedPrice(
  text: string,
  field: string,
  problemOf: (price: Price) => string | null,
): Price {
  const price = parsePrice(text);
  if (price === null || price <= 0n) {
    throw invalid(`${field} must be above 0 with at most 18 decimals`);
  }
  const problem = problemOf(price);
  if (problem !== null) throw invalid(problem);
  return price;
}

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
    body: Type.Object({
      priceUsd: decimalInput('Above 0, at most 18 decimals.', 'USD', '150.25'),
      oracleUsd: Type.Optional(
        decimalInput('Of a perpetual, where it differs from the mark.', 'USD', '150.2'),
      ),
    }),
    response: Type.Object({
      kind,
      id,
      priceUsd: moneyString('The pinned price.', '150.25'),
      oracleUsd: Type.Optional(moneyString('Where it was given.', '150.2')),
    }),
    errors,
    examples: {
      request: { priceUsd: '150.25' },
      response: { kind: 'token', id: MINT, priceUsd: '150.25' },
    },
    async handler({ params: named, body }) {
      const { kind, instrument, problemOf } = pinnableOf(deps, named);
      const price = pinnedPrice(body.priceUsd, 'priceUsd', problemOf);
      const { oracleUsd } = body;
      if (oracleUsd !== undefined && kind !== 'perp') {
        throw invalid('oracleUsd is of perpetuals only');
      }
      const oracle =
        oracleUsd === undefined ? null : pinnedPrice(oracleUsd, 'oracleUsd', problemOf);
      await deps.pins.pin(kind, instrument, price, oracle);
      // Positions that the pin crosses are queued before it is answered (contract 15).
      if (kind === 'perp') await deps.perpDriver.queue(instrument);
      const shown = { ...named, priceUsd: formatPrice(price) };
      return oracle === null ? shown : { ...shown, oracleUsd: formatPrice(oracle) };
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
      if (kind === 'perp') await deps.perpDriver.queue(instrument);
      return named;
    },
  });
