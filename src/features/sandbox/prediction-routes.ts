import { Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import type { PredictionMarket } from '../../market/predictions/prediction-market.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { nullable, oneOf } from '../../platform/http/schema.ts';
import type { SandboxDeps } from './deps.ts';
import { SANDBOX_TAG as tag } from './tag.ts';

const SLUG = 'fed-cuts-rates-in-march';
const slugSchema = Type.String({ description: 'Slug of the market.', examples: [SLUG] });
const params = Type.Object({ slug: slugSchema });
const resultSchema = oneOf(['YES', 'NO', 'VOID'], { description: 'VOID pays 0.5 a share.' });
const errors = ['MARKET_NOT_FOUND', 'MARKET_NOT_ACTIVE'] as const;

/** Ends and pauses of prediction markets. */
export const predictionControlRoutes = (deps: SandboxDeps): readonly Route[] => [
  resolveRoute(deps),
  statusRoute(deps),
];

function marketOf({ predictions }: SandboxDeps, slug: string): PredictionMarket {
  const market = predictions.market(slug);
  if (!market) throw new AppError('MARKET_NOT_FOUND', { details: { marketId: slug } });
  return market;
}

const resolveRoute = (deps: SandboxDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/predictions/markets/{slug}/resolve',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Resolve a prediction market',
    description:
      'Once and for all. In an event of which one market wins, YES resolves the others to NO. ' +
      'Proposals and holders follow at once; `POST /drain` waits for them.',
    params,
    body: Type.Object({ result: resultSchema }),
    response: Type.Object({ slug: slugSchema, result: resultSchema }),
    errors,
    examples: { request: { result: 'YES' }, response: { slug: SLUG, result: 'YES' } },
    async handler({ params: { slug }, body: { result } }) {
      await deps.marketStates.resolve(marketOf(deps, slug), result);
      return { slug, result };
    },
  });

const statusSchema = nullable(
  oneOf(['active', 'paused', 'closed'], {
    description: 'Above what the market itself says; null: that counts again.',
    examples: ['paused'],
  }),
);

const statusRoute = (deps: SandboxDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/predictions/markets/{slug}/status',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Open, pause or close a prediction market',
    description:
      'Counts in all processes and survives a restart. Closing makes its proposals sell-only, ' +
      'which opening does not take back.',
    params,
    body: Type.Object({ status: statusSchema }),
    response: Type.Object({ slug: slugSchema, status: statusSchema }),
    errors,
    examples: { request: { status: 'paused' }, response: { slug: SLUG, status: 'paused' } },
    async handler({ params: { slug }, body: { status } }) {
      await deps.marketStates.setStatus(marketOf(deps, slug), status);
      return { slug, status };
    },
  });
