import { Type } from 'typebox';
import { AppError, invalid } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { InstrumentKind } from '../../market/instruments.ts';
import { formatPrice, parsePrice } from '../../money/text.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { decimalInput, moneyString, oneOf } from '../../platform/http/schema.ts';
import type { SandboxDeps } from './deps.ts';
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

/**
 * The mint whose price is pinned: a token and a stock of the same mint have one pin (contract 15).
 * Refuses with the code of the kind unless something of that name has a price here.
 */
function mintOf({ market }: SandboxDeps, named: { kind: InstrumentKind; id: string }): string {
  const { kind: of, id: name } = named;
  const byMint = of === 'token' ? market.token(name) : undefined;
  const token = of === 'stock' ? market.stockByTicker(name) : byMint;
  if (!token) throw new AppError(unknownCodes[of]);
  return token.mint;
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
    body: Type.Object({ priceUsd: decimalInput('Above 0, at most 18 decimals.', 'USD', '150.25') }),
    response: Type.Object({ kind, id, priceUsd: moneyString('The pinned price.', '150.25') }),
    errors,
    examples: {
      request: { priceUsd: '150.25' },
      response: { kind: 'token', id: MINT, priceUsd: '150.25' },
    },
    async handler({ params: named, body }) {
      const mint = mintOf(deps, named);
      const price = parsePrice(body.priceUsd);
      if (price === null || price <= 0n) {
        throw invalid('priceUsd must be above 0 with at most 18 decimals');
      }
      await deps.pins.pinToken(mint, price);
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
      await deps.pins.unpinToken(mintOf(deps, named));
      return named;
    },
  });
