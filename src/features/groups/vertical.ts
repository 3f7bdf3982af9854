import type { TSchema } from 'typebox';
import type { Usdc } from '../../money/fixed.ts';

/** Which calls of a group a page shows. */
export interface CallsWish {
  readonly groupId: string;
  /** Who reads. */
  readonly userId: string;
  /** Only calls whose ids come before this one. */
  readonly before: string;
  readonly limit: number;
}

/** What somebody has made in a group, 1e-6 dollars. */
export interface GroupPnl {
  readonly userId: string;
  readonly realized: Usdc;
  /** Of what is still open, at the present price; what has no price counts at its cost. */
  readonly unrealized: Usdc;
}

/** What a vertical tells of a group; the composition root hands it over, so that none is known here. */
export interface GroupVertical {
  /** Its field of `GET /groups/{id}/proposals`, with what stands in there. */
  readonly field: 'tradingProposals' | 'predictionProposals' | 'perpProposals';
  readonly schema: TSchema;
  readonly example: object;
  /** Calls that the reader may see, the newest first. */
  calls(wish: CallsWish): Promise<readonly { readonly id: string; readonly shown: object }[]>;
  /** One line for everybody who ever held a position in the group, present member or not. */
  pnl(groupId: string): Promise<readonly GroupPnl[]>;
}
