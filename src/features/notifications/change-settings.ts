import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { assert, invalid } from '../../errors/app-error.ts';
import { nextDigest } from './digest.ts';
import {
  changedSettings,
  defaultSettings,
  isOn,
  type NotificationChange,
  settingsObject,
} from './settings.ts';
import { notificationTable } from './tables.ts';

export interface ChangeSettings {
  readonly userId: string;
  readonly change: NotificationChange;
}

/**
 * Chooses what a user hears of, by mail and in the app; what is not named stays. Mails begin with
 * what happens from now on. Answers the settings, 200. VALIDATION_FAILED for switching security off.
 */
export const changeSettings: CommandKind<ChangeSettings> = {
  name: 'notifications.change',
  needs: ({ userId }) => ({ users: [userId], rows: [ref(notificationTable, userId)] }),
  decide(state, { userId, change }, { now }): Outcome {
    if (change.security?.mail === false || change.security?.inApp === false) {
      throw invalid('security is always on');
    }
    const before = state.get(notificationTable, userId);
    const wallet = state.wallet(userId);
    assert(wallet, `user ${userId} has no wallet`);
    const stored = before ?? defaultSettings;
    const after = changedSettings(stored, change);
    const settings = settingsObject(after);
    const answer = { status: 200, data: settings };
    if (after.mail === stored.mail && after.inApp === stored.inApp) return { answer };
    const newly = (kind: 'calls' | 'digest') => isOn(after.mail, kind) && !isOn(stored.mail, kind);
    const row = {
      userId,
      ...after,
      // Kinds that were off have not been told of; those that were on are told without a gap.
      mailedSeq: before && before.mail !== '' ? before.mailedSeq : wallet.eventSeq,
      callsFrom: before && !newly('calls') ? before.callsFrom : now,
      digestAt: digestOf(before?.digestAt ?? null),
      updatedAt: now,
    };
    function digestOf(due: number | null): number | null {
      if (!isOn(after.mail, 'digest')) return null;
      return newly('digest') ? nextDigest(now) : due;
    }
    return {
      rows: [{ table: notificationTable, row }],
      events: [{ userId, type: 'notifications.changed', data: settings }],
      answer,
    };
  },
};
