import { type CommandKind, ref } from '../../engine/command.ts';
import { settingTable } from '../../ledger/tables.ts';

export interface ChangeSettingCommand {
  readonly key: string;
  /** Null takes the setting away, so that its default counts again. */
  readonly value: string | null;
}

/**
 * Writes one setting that concerns no single user (a switch of the operator, a script of the
 * sandbox). Answers `{ key, value }`, 200; refuses nothing. Processes hear of it through
 * `Settings.changed`, which the caller asks after the commit.
 */
export const changeSetting: CommandKind<ChangeSettingCommand> = {
  name: 'change setting',
  needs: ({ key }) => ({ users: [], rows: [ref(settingTable, key)] }),
  decide(_state, { key, value }, { now }) {
    const answer = { status: 200, data: { key, value } };
    if (value === null) return { removed: [ref(settingTable, key)], answer };
    return { rows: [{ table: settingTable, row: { key, value, updatedAt: now } }], answer };
  },
};
