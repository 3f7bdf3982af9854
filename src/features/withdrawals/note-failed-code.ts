import type { CommandKind } from '../../engine/command.ts';
import { securityEvent } from '../sessions/index.ts';
import type { Origin } from './rules.ts';

export interface NoteFailedCode {
  readonly userId: string;
  readonly origin: Origin;
}

/** Tells the owner's security log that somebody tried to withdraw with a code that was not right. */
export const noteFailedCode: CommandKind<NoteFailedCode> = {
  name: 'withdrawals.noteFailedCode',
  needs: ({ userId }) => ({ users: [userId] }),
  decide(_state, { userId, origin }, { now, ids }) {
    const draft = {
      userId,
      kind: 'second_factor_failed',
      ...origin,
      details: { action: 'withdraw' },
    } as const;
    return {
      rows: [securityEvent(draft, { id: ids.next(), now })],
      answer: { status: 200, data: {} },
    };
  },
};
