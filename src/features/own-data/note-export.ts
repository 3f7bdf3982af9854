import type { CommandKind } from '../../engine/command.ts';
import { securityEvent } from '../sessions/index.ts';

export interface NoteExport {
  readonly userId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Notes in the security log that the account's data were taken along. Answers `{}`, 200. */
export const noteExport: CommandKind<NoteExport> = {
  name: 'account.noteExport',
  needs: ({ userId }) => ({ users: [userId] }),
  decide: (_state, origin, { now, ids }) => ({
    rows: [securityEvent({ ...origin, kind: 'account_exported' }, { id: ids.next(), now })],
    events: [{ userId: origin.userId, type: 'account.exported', data: {} }],
    answer: { status: 200, data: {} },
  }),
};
