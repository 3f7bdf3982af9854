import type { DueMembership } from './renewals.sql.ts';
import { RETRY_INTERVAL_MS } from './subscription.ts';

/**
 * The longest beginning of a list of due memberships, the earliest first, whose steps may be made at
 * once and still come to the same as one after another. A step that a step makes due comes a day
 * later at the earliest. Who is to pay must not be paid by another step, since the one may make the
 * other possible; and who leaves must not be paid afterwards.
 */
export function waveOf(due: readonly DueMembership[]): readonly DueMembership[] {
  const [first] = due;
  if (!first) return [];
  const moving = new Set<string>();
  const paid = new Set<string>();
  const end = due.findIndex(({ dueAt, userId, payeeId, ends }) => {
    if (dueAt >= first.dueAt + RETRY_INTERVAL_MS || paid.has(userId)) return true;
    const receiver = ends || payeeId === userId ? null : payeeId;
    if (receiver !== null && moving.has(receiver)) return true;
    moving.add(userId);
    if (receiver !== null) paid.add(receiver);
    return false;
  });
  return end < 0 ? due : due.slice(0, end);
}
