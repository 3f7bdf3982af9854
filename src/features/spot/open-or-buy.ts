import type { CommandKind } from '../../engine/command.ts';
import { Moved } from '../orders/index.ts';
import { buy } from './buy.ts';
import { type CreateProposal, createProposal } from './create-proposal.ts';
import type { SpotDeps } from './deps.ts';
import type { ProposalIdentity } from './proposal-identity.ts';
import { openProposalLookup, spotProposalTable } from './tables.ts';

export interface OpenOrBuy extends CreateProposal {
  /** The group's open proposal for the token as it was read before; null when there was none. */
  readonly proposal: ProposalIdentity | null;
}

/**
 * Buys into the group's open proposal for a token; without one it opens one, which a leader or an
 * admin may (contract 6). The choice is part of the decision: the proposal is held against closing
 * while it is bought into, the group is locked while one is opened. Refuses like `buy` or
 * `createProposal`, and with Moved when the other of the two would be right by now.
 */
export function openOrBuy(deps: SpotDeps): CommandKind<OpenOrBuy> {
  const opening = createProposal(deps);
  const buying = buy(deps);
  return {
    name: 'spot.openOrBuy',
    needs: (command) => {
      const { proposal } = command;
      return proposal ? buying.needs(intoProposal(command, proposal)) : opening.needs(command);
    },
    decide(state, command, context) {
      const { proposal, groupId, asset } = command;
      if (proposal === null) {
        if (state.find(openProposalLookup, groupId, asset.id)) throw new Moved();
        return opening.decide(state, command, context);
      }
      if (state.get(spotProposalTable, proposal.id)?.closedAt !== null) throw new Moved();
      return buying.decide(state, intoProposal(command, proposal), context);
    },
  };
}

const intoProposal = (command: OpenOrBuy, proposal: ProposalIdentity) => ({
  ...command,
  proposal,
  showsProposal: true,
});
