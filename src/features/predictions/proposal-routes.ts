import { Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import { page } from '../../platform/http/answer.ts';
import { beforeId, cutPage } from '../../platform/http/cursor.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { cursorQuery, idParam, limitQuery, oneOf } from '../../platform/http/schema.ts';
import { isPresentMember } from '../groups/index.ts';
import * as examples from './examples.ts';
import {
  groupPredictionsStatement,
  type PredictionRecord,
  predictionStatement,
} from './read.sql.ts';
import { presentRecord } from './read.ts';
import type { PredictionRouteDeps } from './route-deps.ts';
import { predictionDetailSchema, predictionWithPositionSchema } from './schemas.ts';
import { PROPOSAL_STATUSES } from './tables.ts';
import { isPrivate } from './visible.ts';

const tag = 'Predictions';
const scope = 'read';
/** Proposals of one page without `limit`. */
const DEFAULT_LIMIT = 50;

const statusesOf: Readonly<Record<string, readonly string[]>> = {
  open: ['PENDING', 'ACTIVE'],
  closed: ['CLOSED', 'RESOLVED', 'FAILED'],
  all: PROPOSAL_STATUSES,
};

/** A group's calls. */
export const predictionProposalRoutes = (deps: PredictionRouteDeps): readonly Route[] => [
  listRoute(deps),
  detailRoute(deps),
];

const listRoute = (deps: PredictionRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/predictions/proposals',
    scope,
    tag,
    summary: "A group's prediction proposals",
    description:
      "Newest first, each with its market now and the caller's position. Members only. PENDING " +
      'and FAILED ones are shown to their creator alone.',
    query: Type.Object({
      groupId: Type.String({ description: 'The group.', minLength: 1, maxLength: 64 }),
      status: Type.Optional(
        oneOf(['open', 'closed', 'all', ...PROPOSAL_STATUSES], {
          description: 'Which ones: open is PENDING and ACTIVE, closed the others.',
          default: 'all',
        }),
      ),
      limit: limitQuery(),
      cursor: cursorQuery(),
    }),
    response: Type.Array(predictionWithPositionSchema),
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: [examples.proposalWithPosition] },
    async handler({ principal, query }) {
      const { groupId, status = 'all', limit = DEFAULT_LIMIT, cursor } = query;
      const before = beforeId(cursor);
      if (!(await isPresentMember(deps.reads, groupId, principal.userId))) {
        throw new AppError('NOT_GROUP_MEMBER');
      }
      const statuses = statusesOf[status] ?? [status];
      const values = [principal.userId, groupId, before, statuses, limit + 1];
      const records = await deps.reads.query<PredictionRecord>(groupPredictionsStatement, values);
      const { kept, nextCursor } = cutPage(records, limit, ({ id }) => [id]);
      return page(
        kept.map((record) => presentRecord(deps, record, true)),
        nextCursor,
      );
    },
  });

const detailRoute = (deps: PredictionRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/predictions/proposals/{id}',
    scope,
    tag,
    summary: 'One prediction proposal',
    description:
      "With its market now and the caller's position. Members; who has left still sees the " +
      'proposals of what they hold.',
    params: Type.Object({ id: idParam('Id of the proposal.') }),
    response: predictionDetailSchema,
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: examples.proposalDetail },
    async handler({ principal, params }) {
      const [record] = await deps.reads.query<PredictionRecord>(predictionStatement, [
        principal.userId,
        params.id,
      ]);
      const isOthers = record !== undefined && record.creator_id !== principal.userId;
      if (!record) throw new AppError('NOT_FOUND', { message: 'No such proposal.' });
      const member = await isPresentMember(deps.reads, record.group_id, principal.userId);
      if (!member && !(record.quantity !== null && record.quantity > 0n)) {
        throw new AppError('NOT_GROUP_MEMBER');
      }
      if (isOthers && isPrivate(record)) {
        throw new AppError('NOT_FOUND', { message: 'No such proposal.' });
      }
      const { userPosition, participantAvatars, ...shown } = presentRecord(deps, record, member);
      return { ...shown, position: userPosition };
    },
  });
