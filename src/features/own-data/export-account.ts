import { isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Statement } from '../../platform/db/table.ts';
import { NO_ID } from '../../platform/ids.ts';
import { readNotificationSettings } from '../notifications/index.ts';
import * as money from './export-money.sql.ts';
import * as person from './export-person.sql.ts';
import * as trading from './export-trading.sql.ts';

/** Rows read at once: all that an export holds in memory. */
export const EXPORT_PAGE_ROWS = 500;

/** Lists that can be long, read page by page, in the order in which they are written. */
export const exportedLists: Readonly<Record<string, Statement>> = {
  apiKeys: person.exportKeys,
  sessions: person.exportSessions,
  securityLog: person.exportSecurityLog,
  memberships: person.exportMemberships,
  joinRequests: person.exportJoinRequests,
  spotProposals: trading.exportSpotProposals,
  predictionProposals: trading.exportPredictionProposals,
  perpProposals: trading.exportPerpProposals,
  spotTrades: trading.exportSpotTrades,
  predictionTrades: trading.exportPredictionTrades,
  perpTrades: trading.exportPerpTrades,
  perpFunding: trading.exportFunding,
  spotPositions: trading.exportSpotPositions,
  predictionPositions: trading.exportPredictionPositions,
  perpPositions: trading.exportPerpPositions,
  followResults: money.exportFollows,
  ledger: money.exportLedger,
  deposits: money.exportDeposits,
  withdrawals: money.exportWithdrawals,
  feesPaid: money.exportFeesPaid,
  feesReceived: money.exportFeesReceived,
  chatMessages: person.exportMessages,
  chatReports: person.exportReports,
  chatMutes: person.exportMutes,
  agents: person.exportAgents,
  externalAgents: person.exportExternalAgents,
};

type Keyed = Record<string, unknown> & { readonly key: string; readonly json: string };
type Whole = Record<string, unknown> & { readonly json: string };

/** The rows of one list, comma between them. */
async function* rowsOf(reads: ReadPool, statement: Statement, userId: string) {
  let after = NO_ID;
  for (let separator = ''; ; separator = ',') {
    const rows = await reads.query<Keyed>(statement, [userId, after, EXPORT_PAGE_ROWS]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield separator + rows.map(({ json }) => json).join(',');
    if (rows.length < EXPORT_PAGE_ROWS) return;
    after = last.key;
  }
}

/**
 * All of a user's own data as one JSON text with its envelope, piece by piece. Each list is read page
 * by page while the pieces before are sent: nothing is held meanwhile, and what changes during the
 * export may be in one list already and not in another. `atMs` is business time.
 */
export async function* exportAccount(
  reads: ReadPool,
  { userId, atMs }: { readonly userId: string; readonly atMs: number },
): AsyncGenerator<string> {
  const whole = async (statement: Statement): Promise<string> => {
    const [row] = await reads.query<Whole>(statement, [userId]);
    return row?.json ?? 'null';
  };
  yield `{"data":{"exportedAt":"${isoTime(atMs)}"`;
  yield `,"profile":${await whole(person.exportProfile)}`;
  const settings = await readNotificationSettings(reads, userId);
  yield `,"notificationSettings":${JSON.stringify(settings)}`;
  yield `,"balances":${await whole(money.exportBalances)}`;
  yield `,"swapPositions":${await whole(trading.exportSwapPositions)}`;
  for (const [name, statement] of Object.entries(exportedLists)) {
    yield `,"${name}":[`;
    yield* rowsOf(reads, statement, userId);
    yield ']';
  }
  yield '}}';
}
