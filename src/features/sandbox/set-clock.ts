import { type CommandKind, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { settingTable } from '../../ledger/tables.ts';
import {
  type ClockChange,
  type ClockState,
  changedClock,
  instantOf,
} from '../../platform/business-clock.ts';

/** The setting row that holds the state of the clock. */
export const CLOCK_KEY = 'clock';

export const printClock = (state: ClockState): string => JSON.stringify(state);
export const parseClock = (text: string): ClockState => JSON.parse(text) as ClockState;

/**
 * Stops, sets or advances the business clock of all processes. Answers nothing but 200; the clock
 * is asked after `SharedClock.changed`. VALIDATION_FAILED when it would go back.
 */
export const setClock: CommandKind<ClockChange> = {
  name: 'set clock',
  needs: () => ({ users: [], update: [ref(settingTable, CLOCK_KEY)] }),
  decide(store, change, { now, realNow }) {
    const row = store.get(settingTable, CLOCK_KEY);
    assert(row, 'the state of the clock is written before the first command');
    const state = parseClock(row.value);
    // A clock that stands does so at one instant for all; one that runs has nowhere been shown
    // later than in this process and the row together.
    const nowMs = state.frozen ? state.atMs : Math.max(now, instantOf(state, realNow));
    const next = changedClock({ state, nowMs, realMs: realNow }, change);
    return {
      rows: [
        {
          table: settingTable,
          row: { key: CLOCK_KEY, value: printClock(next), updatedAt: next.atMs },
        },
      ],
      answer: { status: 200, data: {} },
    };
  },
};
