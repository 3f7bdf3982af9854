import { LATEST_INSTANT_MS } from '../../platform/business-clock.ts';
import { decodeCursor, encodeCursor, foreignCursor } from '../../platform/http/cursor.ts';
import { isId, LAST_ID, NO_ID } from '../../platform/ids.ts';
import type { TradeRefRow } from './portfolio.sql.ts';

/** Before which id the list of each vertical goes on. */
export interface PositionsCursor {
  readonly perps: string;
  readonly spot: string;
  readonly predictions: string;
}

/** Where the lists of positions go on. VALIDATION_FAILED for a cursor of another list. */
export function positionsCursor(cursor: string | undefined): PositionsCursor {
  if (cursor === undefined) return { perps: LAST_ID, spot: LAST_ID, predictions: LAST_ID };
  const [perps, spot, predictions] = decodeCursor(cursor, 'string', 'string', 'string');
  if (![perps, spot, predictions].every(isId)) throw foreignCursor();
  return { perps, spot, predictions };
}

/** After these ids; null for a vertical that has no more. Null when none has. */
export function afterPositions(
  last: Readonly<Record<keyof PositionsCursor, string | null>>,
): string | null {
  const { perps, spot, predictions } = last;
  if (perps === null && spot === null && predictions === null) return null;
  return encodeCursor(perps ?? NO_ID, spot ?? NO_ID, predictions ?? NO_ID);
}

/** The trade after which a page goes on. VALIDATION_FAILED for a cursor of another list. */
export function tradesCursor(cursor: string | undefined): [atMs: number, id: string] {
  if (cursor === undefined) return [LATEST_INSTANT_MS, LAST_ID];
  const [atMs, id] = decodeCursor(cursor, 'number', 'string');
  if (!isId(id) || atMs < 0 || atMs > LATEST_INSTANT_MS) throw foreignCursor();
  return [atMs, id];
}

export const afterTrade = ({ at, id }: TradeRefRow): string => encodeCursor(at, id);
