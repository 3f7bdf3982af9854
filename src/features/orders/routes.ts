import { Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { id, idParam, isoInstant, oneOf } from '../../platform/http/schema.ts';
import { type IntentOutcomeRow, intentStatement } from './orders.sql.ts';

/** A trade as its vertical shows it, found by the id it shares with its action. */
export interface ActionTrade {
  readonly userId: string;
  readonly proposalId: string | null;
  readonly kind: string;
  readonly createdAt: number;
  readonly trade: object;
}

export interface ActionDeps {
  readonly reads: ReadPool;
  /** The trade of a vertical with this id, or null; each vertical brings one. */
  readonly findTrade: readonly ((id: string) => Promise<ActionTrade | null>)[];
}

const statuses = ['QUEUED', 'SUBMITTED', 'UNKNOWN', 'SETTLED', 'FAILED'] as const;

const actionSchema = Type.Object(
  {
    id: id('Id of the action, the `actionJobId` of an order.'),
    kind: Type.String({ description: 'What was ordered.', examples: ['spot.open'] }),
    status: oneOf(statuses, { description: 'SETTLED and FAILED are final.' }),
    proposalId: Type.Optional(Type.String({ description: 'The proposal, once there is one.' })),
    // Each vertical has trades of its own shape; a closed object would be written without fields.
    trade: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        additionalProperties: true,
        description: 'Once it filled.',
      }),
    ),
    error: Type.Optional(
      Type.Object(
        {
          code: Type.String({ description: 'A code of the catalogue.' }),
          message: Type.String({ description: 'What happened.' }),
        },
        { description: 'Of a FAILED action.' },
      ),
    ),
    createdAt: isoInstant('When it was ordered.'),
    updatedAt: isoInstant('When its status last changed.'),
  },
  { title: 'Action', description: 'One order and what became of it.' },
);

/** The present truth about an order, also after its receipt (contract 1.7, 4). */
export const actionRoutes = (deps: ActionDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/actions/{id}',
    scope: 'read',
    tag: 'Account',
    summary: 'What became of an order',
    description: 'Own orders only. Every order has an action, also one that filled at once.',
    params: Type.Object({ id: idParam('The `actionJobId` of the order.') }),
    response: actionSchema,
    examples: {
      response: {
        id: '01920f3c-7b10-7abc-8def-0123456789ab',
        kind: 'spot.open',
        status: 'SUBMITTED' as const,
        createdAt: '2026-01-31T14:30:00.000Z',
        updatedAt: '2026-01-31T14:30:00.000Z',
      },
    },
    async handler({ principal, params }) {
      const [row] = await deps.reads.query<IntentOutcomeRow>(intentStatement, [
        params.id,
        principal.userId,
      ]);
      const trade = await findTrade(deps, row ? row.trade_id : params.id);
      if (row) return present(row, trade);
      if (trade?.userId !== principal.userId) throw new AppError('NOT_FOUND');
      const at = isoTime(trade.createdAt);
      return {
        id: params.id,
        kind: trade.kind,
        status: 'SETTLED' as const,
        ...(trade.proposalId === null ? {} : { proposalId: trade.proposalId }),
        trade: trade.trade,
        createdAt: at,
        updatedAt: at,
      };
    },
  }),
];

async function findTrade(deps: ActionDeps, id: string | null): Promise<ActionTrade | null> {
  if (id === null) return null;
  for (const find of deps.findTrade) {
    const trade = await find(id);
    if (trade) return trade;
  }
  return null;
}

function present(row: IntentOutcomeRow, trade: ActionTrade | null) {
  const proposalId = trade?.proposalId ?? row.proposal_id;
  return {
    id: row.id,
    kind: `${row.vertical.toLowerCase()}.${row.kind.toLowerCase()}`,
    status: row.status as (typeof statuses)[number],
    ...(proposalId === null ? {} : { proposalId }),
    ...(trade ? { trade: trade.trade } : {}),
    ...(row.error_code === null
      ? {}
      : { error: { code: row.error_code, message: row.error_message ?? '' } }),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
