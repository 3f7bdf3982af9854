import type { CommandKind } from '../../engine/command.ts';
import { type SecurityEventDraft, securityEvent } from './security-event.ts';
import { useTotpStep as spendTotpStep, totpStepRef } from './totp-step.ts';

export interface UseCodeCommand {
  readonly userId: string;
  readonly step: number;
  /** What the security log tells of it, if anything. */
  readonly event: SecurityEventDraft | null;
}

/**
 * Uses up a code of the second factor for signing in: under the lock of the user's wallet, as a
 * withdrawal does, so that one code serves one of them. SECOND_FACTOR_INVALID when it was used.
 */
export const useCode: CommandKind<UseCodeCommand> = {
  name: 'use code',
  needs: ({ userId }) => ({ users: [userId], rows: [totpStepRef(userId)] }),
  decide(state, { userId, step, event }, { now, ids }) {
    const row = spendTotpStep(state, userId, step);
    const noted = event ? [securityEvent(event, { id: ids.next(), now })] : [];
    return { rows: [row, ...noted], answer: { status: 200, data: {} } };
  },
};
