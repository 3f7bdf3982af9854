import { type CommandKind, type Needs, ref } from '../../engine/command.ts';
import { settingTable } from '../../ledger/tables.ts';
import type { InstrumentKind } from '../../market/instruments.ts';
import type { Price } from '../../money/fixed.ts';
import { openPinLookup, type PricePinRow, pricePinTable } from './pin-table.ts';

/** The setting row that is locked while pins change, so that none is open twice. */
export const PIN_LOCK_KEY = 'pins';

export interface ClearPinCommand {
  readonly kind: InstrumentKind;
  /** As in the path of the route: the mint of a token. */
  readonly instrument: string;
}

export interface SetPinCommand extends ClearPinCommand {
  readonly price: Price;
  /** Null: the same as the price. */
  readonly oracle: Price | null;
}

const needs = ({ kind, instrument }: ClearPinCommand): Needs => ({
  users: [],
  update: [ref(settingTable, PIN_LOCK_KEY)],
  rows: [ref(openPinLookup, kind, instrument)],
});

/** Pins a price from now on, ending the pin before it. Answers nothing but 200; refuses nothing. */
export const setPin: CommandKind<SetPinCommand> = {
  name: 'set pin',
  needs,
  decide(state, { kind, instrument, price, oracle }, { now }) {
    const before = state.find(openPinLookup, kind, instrument);
    const fromAt = notBefore(before, now);
    const pin: PricePinRow = { kind, instrument, price, oracle, fromAt, toAt: null };
    // A pin of the same instant has the same key and is replaced.
    const ended = before && before.fromAt < fromAt ? [{ ...before, toAt: fromAt }] : [];
    return {
      rows: [...ended, pin].map((row) => ({ table: pricePinTable, row })),
      found: [{ ref: ref(openPinLookup, kind, instrument), row: pin }],
      answer: { status: 200, data: {} },
    };
  },
};

/** Ends a pin now; without one nothing happens. Answers nothing but 200; refuses nothing. */
export const clearPin: CommandKind<ClearPinCommand> = {
  name: 'clear pin',
  needs,
  decide(state, { kind, instrument }, { now }) {
    const before = state.find(openPinLookup, kind, instrument);
    const answer = { status: 200, data: {} };
    if (!before) return { answer };
    const row = { ...before, toAt: notBefore(before, now) };
    return {
      rows: [{ table: pricePinTable, row }],
      found: [{ ref: ref(openPinLookup, kind, instrument), row: undefined }],
      answer,
    };
  },
};

/** Clocks of processes may differ by a moment; spans of pins never run backwards. */
const notBefore = (pin: PricePinRow | undefined, now: number): number =>
  Math.max(now, pin?.fromAt ?? now);
