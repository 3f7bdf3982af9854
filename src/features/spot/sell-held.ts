import { type CommandKind, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { membershipTable, requireMember } from '../groups/index.ts';
import type { SaleSize, Trader } from '../orders/index.ts';
import { Moved } from '../orders/index.ts';
import type { SpotDeps } from './deps.ts';
import type { OrderAsset } from './order.ts';
import type { ProposalIdentity } from './proposal-identity.ts';
import { sell, sellableOf } from './sell.ts';
import { heldProposalLookup, spotPositionTable } from './tables.ts';

export interface SellHeld {
  readonly trader: Trader;
  readonly groupId: string;
  readonly asset: OrderAsset;
  /** The proposal that the token is held under as it was read before; null when there was none. */
  readonly proposal: ProposalIdentity | null;
  readonly size: SaleSize;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Sells a token from what the caller holds of it in a group: the position in the open proposal, else
 * in the newest one (contract 6). Refuses like `sell`, and with Moved when the position that it was
 * resolved to has nothing to sell any more, or one has appeared.
 */
export function sellHeld(deps: SpotDeps): CommandKind<SellHeld> {
  const selling = sell(deps);
  return {
    name: 'spot.sellHeld',
    needs(command) {
      const { trader, groupId, asset, proposal } = command;
      if (proposal) return selling.needs({ ...command, proposal, showsProposal: true });
      return {
        users: [trader.userId],
        rows: [
          ref(membershipTable, groupId, trader.userId),
          ref(heldProposalLookup, trader.userId, groupId, asset.id),
        ],
      };
    },
    decide(state, command, context) {
      const { trader, groupId, asset, proposal } = command;
      if (proposal === null) {
        if (state.find(heldProposalLookup, trader.userId, groupId, asset.id)) throw new Moved();
        requireMember(state.get(membershipTable, groupId, trader.userId));
        throw new AppError('NO_POSITION');
      }
      const position = state.get(spotPositionTable, trader.userId, proposal.id);
      if (sellableOf(position) === 0n) throw new Moved();
      return selling.decide(state, { ...command, proposal, showsProposal: true }, context);
    },
  };
}
