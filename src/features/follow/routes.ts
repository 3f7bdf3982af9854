import { Type } from 'typebox';
import { AppError, invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { page } from '../../platform/http/answer.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { cursorQuery, id, isoInstant, limitQuery, oneOf } from '../../platform/http/schema.ts';
import { isId, LAST_ID } from '../../platform/ids.ts';
import { type FollowHistoryRow, followerStatement, followHistoryStatement } from './follow.sql.ts';
import type { FollowVerticals } from './vertical.ts';

export interface FollowRouteDeps {
  readonly reads: ReadPool;
  readonly verticals: FollowVerticals;
}

const DEFAULT_LIMIT = 50;
const verticals = ['SPOT', 'STOCK', 'PREDICTION', 'PERP'] as const;
const sides = ['BUY', 'SELL', 'LONG', 'SHORT', 'CLOSE'] as const;
const statuses = ['QUEUED', 'UNKNOWN', 'FILLED', 'SKIPPED', 'FAILED'] as const;

const followSchema = Type.Object(
  {
    id: id('Id of the follow.'),
    vertical: oneOf(verticals, { description: 'Kind of trade.' }),
    proposalId: id('The proposal followed.'),
    leaderTradeId: id("The leader's trade."),
    side: oneOf(sides, { description: 'What was to be done.' }),
    status: oneOf(statuses, {
      description: 'FILLED, SKIPPED and FAILED are final; UNKNOWN waits for the venue.',
    }),
    code: Type.Optional(Type.String({ description: 'Why, of a SKIPPED or FAILED follow.' })),
    message: Type.Optional(Type.String({ description: 'The same in words.' })),
    // Each vertical has trades of its own shape; a closed object would be written without fields.
    trade: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        additionalProperties: true,
        description: 'Once it filled.',
      }),
    ),
    createdAt: isoInstant("When the leader's trade became final."),
    settledAt: Type.Optional(isoInstant('When the result was written.')),
  },
  { title: 'Follow', description: 'One durable result of auto-buy.' },
);

/** The caller's own follows in a group, newest first (contract 9). */
export const followRoutes = (deps: FollowRouteDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/groups/{id}/auto-buy/history',
    scope: 'read',
    tag: 'Groups',
    summary: 'What auto-buy did',
    description: 'One entry per call of a leader, with a reason for each that was not made.',
    params: Type.Object({ id: Type.String({ description: 'Id of the group.' }) }),
    query: Type.Object({ limit: limitQuery(), cursor: cursorQuery() }),
    response: Type.Array(followSchema),
    errors: ['NOT_GROUP_MEMBER'],
    examples: {
      response: [
        {
          id: '01920f3c-7b10-7abc-8def-0123456789ab',
          vertical: 'SPOT' as const,
          proposalId: '01920f3c-7b10-7abd-8def-0123456789ab',
          leaderTradeId: '01920f3c-7b10-7abe-8def-0123456789ab',
          side: 'BUY' as const,
          status: 'SKIPPED' as const,
          code: 'INSUFFICIENT_FUNDS',
          message: "The member's wallet held less than the follow amount.",
          createdAt: '2026-01-31T14:30:00.000Z',
          settledAt: '2026-01-31T14:30:00.120Z',
        },
      ],
    },
    async handler({ principal, params, query: { limit = DEFAULT_LIMIT, cursor } }) {
      const { userId } = principal;
      const before = positionOf(cursor);
      if (!(await wasMember(deps, params.id, userId))) throw new AppError('NOT_GROUP_MEMBER');
      const rows = await deps.reads.query<FollowHistoryRow & Record<string, unknown>>(
        followHistoryStatement,
        [userId, params.id, before, limit + 1],
      );
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return page(await present(deps, shown), last ? encodeCursor(last.leader_trade_id) : null);
    },
  }),
];

/** The leader's trade after which a page begins; ids of trades grow with time. */
function positionOf(cursor: string | undefined): string {
  if (cursor === undefined) return LAST_ID;
  const [last] = decodeCursor(cursor, 'string');
  if (!isId(last)) throw invalid('query.cursor is not a cursor that this service gave out');
  return last;
}

/** Own results stay readable after leaving; who never was a member sees nothing. */
async function wasMember(deps: FollowRouteDeps, groupId: string, userId: string): Promise<boolean> {
  if (!isId(groupId)) return false;
  const rows = await deps.reads.query(followerStatement, [groupId, userId]);
  return rows.length > 0;
}

async function present(deps: FollowRouteDeps, rows: readonly FollowHistoryRow[]) {
  const trades = new Map<string, object>();
  for (const vertical of new Set(rows.map((row) => row.vertical))) {
    const filled = rows.filter((row) => row.vertical === vertical && row.status === 'FILLED');
    const ids = filled.flatMap(({ trade_id }) => (trade_id === null ? [] : [trade_id]));
    const found = await deps.verticals[vertical]?.trades(ids);
    for (const [tradeId, trade] of found ?? []) trades.set(tradeId, trade);
  }
  return rows.map((row) => {
    const trade = row.trade_id === null ? undefined : trades.get(row.trade_id);
    return {
      id: row.id,
      vertical: row.vertical as (typeof verticals)[number],
      proposalId: row.proposal_id,
      leaderTradeId: row.leader_trade_id,
      side: row.side as (typeof sides)[number],
      status: row.status as (typeof statuses)[number],
      ...(row.code === null ? {} : { code: row.code }),
      ...(row.message === null ? {} : { message: row.message }),
      ...(trade ? { trade } : {}),
      createdAt: isoTime(row.created_at),
      ...(row.settled_at === null ? {} : { settledAt: isoTime(row.settled_at) }),
    };
  });
}
