import { Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import { page } from '../../platform/http/answer.ts';
import { beforeId, cutPage } from '../../platform/http/cursor.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { cursorQuery, idParam, limitQuery, oneOf } from '../../platform/http/schema.ts';
import { isPresentMember } from '../groups/index.ts';
import { idOrNone } from '../orders/index.ts';
import * as examples from './examples.ts';
import {
  groupPerpStatements,
  ownPositionStatements,
  type PerpProposalRecord,
  perpPositionStatement,
  perpProposalStatement,
  positionsByIdStatement,
  positionsOfProposalsStatement,
} from './read.sql.ts';
import { type PositionRecord, presentProposal, presentRecord } from './read.ts';
import { ownPosition, type PerpRouteDeps } from './route-deps.ts';
import { perpDetailSchema, perpPositionSchema, perpProposalSchema } from './schemas.ts';

const tag = 'Perpetuals';
const scope = 'read';
/** Proposals or positions of one page without `limit`. */
const DEFAULT_LIMIT = 50;

/** A group's calls and one's own positions. */
export const perpReadRoutes = (deps: PerpRouteDeps): readonly Route[] => [
  proposalsRoute(deps),
  proposalRoute(deps),
  positionsRoute(deps),
  positionRoute(deps),
];

/** The first positions of proposals' creators, by proposal. */
export async function creatorsPositions(
  { reads }: Pick<PerpRouteDeps, 'reads'>,
  records: readonly PerpProposalRecord[],
): Promise<ReadonlyMap<string, PositionRecord>> {
  const ids = records.map(({ position_id }) => position_id);
  const rows = await reads.query<PositionRecord>(positionsByIdStatement, [ids]);
  return new Map(rows.map((row) => [row.id as string, row]));
}

const proposalsRoute = (deps: PerpRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/perps/proposals',
    scope,
    tag,
    summary: "A group's perp proposals",
    description: 'Newest first. Members only.',
    query: Type.Object({
      groupId: Type.String({ description: 'The group.', minLength: 1, maxLength: 64 }),
      status: Type.Optional(
        oneOf(['open', 'closed', 'all'], { description: 'Which ones.', default: 'all' }),
      ),
      limit: limitQuery(),
      cursor: cursorQuery(),
    }),
    response: Type.Array(perpProposalSchema),
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: [examples.proposal] },
    async handler({ principal, query }) {
      const { groupId, status = 'all', limit = DEFAULT_LIMIT } = query;
      const before = beforeId(query.cursor);
      if (!(await isPresentMember(deps.reads, groupId, principal.userId))) {
        throw new AppError('NOT_GROUP_MEMBER');
      }
      const values = [groupId, before, limit + 1];
      const records = await deps.reads.query<PerpProposalRecord>(
        groupPerpStatements[status],
        values,
      );
      const { kept, nextCursor } = cutPage(records, limit, ({ id }) => [id]);
      const first = await creatorsPositions(deps, kept);
      return page(
        kept.map((record) => presentProposal(deps, record, first.get(record.position_id))),
        nextCursor,
      );
    },
  });

const proposalRoute = (deps: PerpRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/perps/proposals/{id}',
    scope,
    tag,
    summary: 'One perp proposal',
    description:
      "With the caller's positions under it. Members; who has left still sees the proposals of " +
      'what they hold.',
    params: Type.Object({ id: idParam('Id of the proposal.') }),
    response: perpDetailSchema,
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: examples.detail },
    async handler({ principal, params }) {
      const [record] = await deps.reads.query<PerpProposalRecord>(perpProposalStatement, [
        params.id,
      ]);
      if (!record) throw new AppError('NOT_FOUND', { message: 'No such proposal.' });
      const own = await deps.reads.query<PositionRecord>(positionsOfProposalsStatement, [
        principal.userId,
        [record.id],
      ]);
      const member = await isPresentMember(deps.reads, record.group_id, principal.userId);
      if (!member && !own.some(({ status }) => status === 'OPEN')) {
        throw new AppError('NOT_GROUP_MEMBER');
      }
      const first = await creatorsPositions(deps, [record]);
      const proposal = presentProposal(deps, record, first.get(record.position_id));
      return {
        ...proposal,
        participantAvatars: member ? proposal.participantAvatars : [],
        positions: own.map((row) => presentRecord(deps, row)),
      };
    },
  });

const positionsRoute = (deps: PerpRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/perps/positions',
    scope,
    tag,
    summary: 'Own perp positions',
    description: 'Newest first, with live and realized values.',
    query: Type.Object({
      filter: Type.Optional(
        oneOf(['active', 'past', 'all'], { description: 'Which ones.', default: 'active' }),
      ),
      groupId: Type.Optional(Type.String({ description: 'Only of this group.', maxLength: 64 })),
      limit: limitQuery(),
      cursor: cursorQuery(),
    }),
    response: Type.Array(perpPositionSchema),
    examples: { response: [examples.position] },
    async handler({ principal, query }) {
      const { filter = 'active', groupId, limit = DEFAULT_LIMIT } = query;
      const group = groupId === undefined ? null : idOrNone(groupId);
      const values = [principal.userId, beforeId(query.cursor), group, limit + 1];
      const records = await deps.reads.query<PositionRecord>(ownPositionStatements[filter], values);
      const { kept, nextCursor } = cutPage(records, limit, ({ id }) => [id as string]);
      return page(
        kept.map((record) => presentRecord(deps, record)),
        nextCursor,
      );
    },
  });

const positionRoute = (deps: PerpRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/perps/positions/{id}',
    scope,
    tag,
    summary: 'One own perp position',
    description: 'With live and realized values.',
    params: Type.Object({ id: idParam('Id of the position.') }),
    response: perpPositionSchema,
    examples: { response: examples.position },
    async handler(context) {
      const { id } = await ownPosition(deps, context, 'free');
      const [record] = await deps.reads.query<PositionRecord>(perpPositionStatement, [id]);
      if (!record) throw new AppError('NOT_FOUND', { message: 'No such position.' });
      return presentRecord(deps, record);
    },
  });
