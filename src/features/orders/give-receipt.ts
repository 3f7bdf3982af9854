import { type CommandKind, ref } from '../../engine/command.ts';
import { intentTable, isOpen } from './tables.ts';

export interface GiveReceipt {
  readonly intentId: string;
  readonly userId: string;
}

/**
 * Fixes the 202 receipt as the answer of an order still in flight: from here on the answer stored
 * for its Idempotency-Key no longer changes (contract 1.7). Does nothing once the outcome is known.
 */
export const giveReceipt: CommandKind<GiveReceipt> = {
  name: 'orders.giveReceipt',
  needs: ({ intentId, userId }) => ({ users: [userId], rows: [ref(intentTable, intentId)] }),
  decide(state, { intentId }) {
    const intent = state.get(intentTable, intentId);
    if (!intent || !isOpen(intent) || intent.receiptGiven) return {};
    return { rows: [{ table: intentTable, row: { ...intent, receiptGiven: true } }] };
  },
};
