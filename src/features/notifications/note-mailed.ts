import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { mail } from '../sessions/index.ts';
import { type Letter, signed } from './letter.ts';
import { callNoticeTable, notificationTable } from './tables.ts';

export interface NoteMailed {
  readonly userId: string;
  /** The settings that the letters were written by. */
  readonly mail: string;
  readonly mailedSeq: { readonly before: bigint; readonly after: bigint };
  readonly digestAt: { readonly before: number | null; readonly after: number | null };
  /** Up to which instants of which groups calls are told. */
  readonly seen: readonly { readonly groupId: string; readonly seenAt: number }[];
  readonly letters: readonly Letter[];
}

/**
 * Mails what was written and notes how far it goes, in one transaction, so that nothing is told
 * twice and nothing is left out. Does nothing when another process was faster or the user has chosen
 * anew. It moves nothing of the user's, so no stream tells it.
 */
export const noteMailed: CommandKind<NoteMailed> = {
  name: 'notifications.noteMailed',
  needs: ({ userId, seen }) => ({
    users: [userId],
    rows: [
      ref(notificationTable, userId),
      ...seen.map(({ groupId }) => ref(callNoticeTable, userId, groupId)),
    ],
  }),
  decide(state, { userId, mail: kinds, mailedSeq, digestAt, seen, letters }, context): Outcome {
    const row = state.get(notificationTable, userId);
    const isPresent =
      row?.mail === kinds && row.mailedSeq === mailedSeq.before && row.digestAt === digestAt.before;
    const wasSeen = seen.some(({ groupId, seenAt }) => {
      const noted = state.get(callNoticeTable, userId, groupId);
      return noted !== undefined && noted.seenAt >= seenAt;
    });
    if (!row || !isPresent || wasSeen) return {};
    const { ids, realNow } = context;
    const noted = { ...row, mailedSeq: mailedSeq.after, digestAt: digestAt.after };
    return {
      rows: [
        { table: notificationTable, row: noted },
        ...seen.map((one) => ({ table: callNoticeTable, row: { userId, ...one } })),
        ...letters.map((letter) =>
          mail({ userId, ...signed(letter) }, { id: ids.next(), now: realNow }),
        ),
      ],
    };
  },
};
