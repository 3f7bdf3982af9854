import { assert } from '../../errors/app-error.ts';
import type { Statement } from '../../platform/db/table.ts';
import { ownPerpStatements, type PerpRecord, presentPerpRecord } from '../perps/index.ts';
import {
  ownPredictionStatements,
  type PredictionRecord,
  presentPredictionRecord,
} from '../predictions/index.ts';
import { ownSpotStatements, presentSpotRecord, type SpotRecord } from '../spot/index.ts';
import type { Crowd } from './crowds.ts';
import type { PortfolioDeps } from './deps.ts';

/** How a vertical reads and shows the positions of a user. */
export interface Vertical<Row extends Crowd> {
  /** Ids and versions. $1 user, $2 before this id, $3 limit. */
  readonly open: Statement;
  readonly past: Statement;
  /** Proposals and who takes part in them. $1 proposals. */
  readonly crowds: Statement;
  /** Whole rows by the ids of the statements above; nobody takes part in them yet. */
  load(userId: string, ids: readonly string[]): Promise<Row[]>;
  /** The id under which the statements above name it. */
  idOf(row: Row): string;
  proposalOf(row: Row): { readonly id: string; readonly groupId: string };
  /** What the market has to do with it now: as long as that is the same, so is what is shown. */
  marketOf(row: Row): string;
  /** The position on the wire; `others`: whether the owner may see who else takes part. */
  present(row: Row, others: boolean): object;
}

export const spotVertical = (deps: PortfolioDeps): Vertical<SpotRecord> => ({
  ...ownSpotStatements,
  load: (userId, ids) => deps.reads.query<SpotRecord>(ownSpotStatements.records, [userId, ids]),
  idOf: ({ id }) => id,
  proposalOf: ({ id, group_id }) => ({ id, groupId: group_id }),
  marketOf: ({ asset_id }) =>
    String(deps.market.quote(deps.assets.byId(asset_id).mint, deps.clock.now())?.mid),
  present: (row, others) => presentSpotRecord(deps, row, { trades: null, others }),
});

/** Statistics of prediction markets are shown as of the second. */
const MARKET_STEP_MS = 1_000;

export const predictionVertical = (deps: PortfolioDeps): Vertical<PredictionRecord> => ({
  ...ownPredictionStatements,
  load: (userId, ids) =>
    deps.reads.query<PredictionRecord>(ownPredictionStatements.records, [userId, ids]),
  idOf: ({ id }) => id,
  proposalOf: ({ id, group_id }) => ({ id, groupId: group_id }),
  marketOf({ market_id }) {
    const market = deps.data.market(market_id);
    if (!market) return '';
    const now = deps.clock.now();
    const { status, result } = deps.data.state(market, now);
    const quote = deps.data.quote(market, now);
    // A pin is of every instant, a book of the one at which it was taken.
    const price = quote?.pinned ?? `${quote?.atMs} ${quote?.yesPrice}`;
    return `${Math.floor(now / MARKET_STEP_MS)} ${status} ${result} ${price}`;
  },
  present: (row, others) => presentPredictionRecord(deps, row, others),
});

export const perpVertical = (deps: PortfolioDeps): Vertical<PerpRecord> => ({
  ...ownPerpStatements,
  load: (_userId, ids) => deps.reads.query<PerpRecord>(ownPerpStatements.records, [ids]),
  idOf: ({ id }) => id as string,
  proposalOf({ proposalId, groupId }) {
    assert(typeof proposalId === 'string' && typeof groupId === 'string', 'a record has its ids');
    return { id: proposalId, groupId };
  },
  marketOf({ symbol }) {
    const { data } = deps.perps;
    const mark = data.quote(symbol as string, deps.clock.now())?.markTicks;
    return `${mark} ${data.status(symbol as string)}`;
  },
  present(row, others) {
    const shown = presentPerpRecord(deps, row);
    return others ? shown : { ...shown, participantAvatars: [] };
  },
});
