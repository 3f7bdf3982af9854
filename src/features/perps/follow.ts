import {
  type DecideContext,
  type Needs,
  type Outcome,
  type RowWrite,
  ref,
  type State,
} from '../../engine/command.ts';
import { assert, Skip } from '../../errors/app-error.ts';
import { ticksToPrice } from '../../market/perps/perp-market.ts';
import { BPS, min, mulDivDown, type Price } from '../../money/fixed.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { averagePrice } from '../../venues/paper/perps/prices.ts';
import { maxLeverageFor } from '../../venues/paper/perps/sizing.ts';
import { abs, lots, type PerpSide } from '../../venues/paper/perps/units.ts';
import { membershipTable } from '../groups/index.ts';
import {
  type FollowGate,
  type FollowOrder,
  isScripted,
  type PlacedFollow,
  requireFunds,
  scriptRows,
} from '../orders/index.ts';
import type { CheckedOrder } from './complete.ts';
import { fillOpening, openingLots, openingOf, requireCollateral } from './create-proposal.ts';
import { type PerpDeps, type TradableMarket, tradable } from './deps.ts';
import { boundTicks } from './execution.ts';
import type { PerpIdentities, PerpProposalIdentity } from './identity.ts';
import { joining, requireEntries } from './join.ts';
import { FOLLOW_GUARD_BPS, PERP_SLIPPAGE_BPS } from './limits.ts';
import type { PerpOrder } from './order.ts';
import { freeLots } from './own-position.ts';
import { followedPositionStatement } from './perps.sql.ts';
import { orderRows, placeOrder } from './place.ts';
import { reductionOf } from './reduce.ts';
import { takeSubaccount } from './subaccounts.ts';
import { perpMarketTable, perpPositionTable, perpProposalTable } from './tables.ts';

export interface PreparedPerpFollow {
  readonly follow: FollowOrder;
  readonly proposal: PerpProposalIdentity;
  /** Of an exit: what the follow has bought, as it was read before. */
  readonly positionId: string | null;
  readonly scripted: boolean;
}

const isEntry = ({ side }: FollowOrder): boolean => side !== 'CLOSE';

/**
 * Follows of perpetuals: the fixed amount as collateral at the leader's leverage, capped by the
 * tier and by the member, guarded against a price that has moved (contract 9). Refuses with a Skip
 * or an AppError in the contract's order of precedence.
 */
export function perpFollows(deps: PerpDeps, identities: PerpIdentities, reads: ReadPool) {
  return {
    async prepare(follow: FollowOrder): Promise<PreparedPerpFollow> {
      const proposal = await identities.proposal(follow.proposalId);
      assert(proposal, 'a follow row names an existing proposal');
      const scripted = isScripted(deps, 'PERP');
      if (isEntry(follow)) return { follow, proposal, positionId: null, scripted };
      const [row] = await reads.query<{ id: string }>(followedPositionStatement, [
        proposal.id,
        follow.trader.userId,
      ]);
      return { follow, proposal, positionId: row?.id ?? null, scripted };
    },
    needs({ follow, proposal, positionId, scripted }: PreparedPerpFollow): Needs {
      const { userId } = follow.trader;
      return {
        users: [userId],
        share: [ref(perpProposalTable, proposal.id)],
        update: scriptRows('PERP', scripted),
        rows: [
          ...orderRows(userId, proposal.symbol),
          ...(positionId === null ? [] : [ref(perpPositionTable, positionId)]),
        ],
      };
    },
    decide(
      state: State,
      prepared: PreparedPerpFollow,
      context: DecideContext,
      gate: FollowGate,
    ): PlacedFollow {
      const way = isEntry(prepared.follow) ? enter : exit;
      const { checked, taken } = way(deps, state, prepared, context, gate);
      const sending = { keyHash: null, scripted: prepared.scripted };
      const outcome: Outcome = placeOrder(state, checked, context, sending, taken);
      return { outcome, tradeId: checked.order.id, pending: outcome.answer?.status === 202 };
    },
  };
}

interface Ready {
  readonly checked: CheckedOrder;
  /** The write that takes the subaccount of a new position. */
  readonly taken: readonly RowWrite[];
}

function enter(
  deps: PerpDeps,
  state: State,
  { follow, proposal }: PreparedPerpFollow,
  context: DecideContext,
  gate: FollowGate,
): Ready {
  const { trader, amount: collateral } = follow;
  deps.requireRegion('PERP', 'open', state.wallet(trader.userId)?.country ?? null);
  const row = state.get(perpProposalTable, proposal.id);
  const fundingIndex = state.get(perpMarketTable, proposal.symbol)?.fundingIndex;
  assert(row, 'a follow has its proposal');
  requireEntries(row);
  deps.requireTrading('PERP', 'open');
  const market = tradable(deps, proposal.symbol, context.now);
  requireCollateral(collateral);
  const leverage = cappedLeverage(state, market, proposal, follow);
  const { side } = proposal;
  const size = { side, collateral, leverage, maxSlippageBps: PERP_SLIPPAGE_BPS };
  const wanted = openingLots(market, size);
  gate.requireBudget();
  const subaccount = takeSubaccount(state, trader.userId);
  requireFunds(state, trader.userId, collateral);
  requireUnmoved(follow, topPrice(market, side));
  const execution = fillOpening(deps, market, size, wanted);
  requireUnmoved(follow, averagePrice(market.params, execution.lots, execution.quote));
  gate.requireTime();
  const order: PerpOrder = {
    ...joining({ trader, proposal, collateral, leverage }, context.ids, 'FOLLOW'),
    ...execution,
    subaccount: subaccount.index,
  };
  return { checked: openingOf(market, order, fundingIndex, row), taken: [subaccount.write] };
}

/** The leader's leverage, at most what the member has allowed and what the tier gives this size. */
function cappedLeverage(
  state: State,
  { params, quote }: TradableMarket,
  proposal: PerpProposalIdentity,
  { trader, amount: collateral }: FollowOrder,
): bigint {
  const member = state.get(membershipTable, proposal.groupId, trader.userId);
  const bound = boundTicks(quote, proposal.side === 'LONG', PERP_SLIPPAGE_BPS);
  const most = maxLeverageFor({ params, collateral, boundTicks: bound });
  const allowed = member?.maxLeverage == null ? most : hundredthsOf(member.maxLeverage);
  const leverage = min(proposal.leverage, min(most, allowed));
  return leverage < ONE_TIMES ? ONE_TIMES : leverage;
}

const ONE_TIMES = 100n;
/** A leverage of a membership, 1e-18, in hundredths rounded down. */
const hundredthsOf = (leverage: bigint): bigint => leverage / 10n ** 16n;

/** The best price there is on the side that an entry takes from. */
function topPrice({ facts, quote }: TradableMarket, side: PerpSide): Price | null {
  const top = side === 'LONG' ? quote.askTicks : quote.bidTicks;
  return top === null ? null : ticksToPrice(facts, top);
}

/** PRICE_MOVED when a price is more than 2 % worse than the leader's fill: one-sided. */
function requireUnmoved(follow: FollowOrder, at: Price | null): void {
  if (at === null || isWorse(follow.side as PerpSide, at, follow.leaderPrice)) {
    throw new Skip('PRICE_MOVED');
  }
}

const isWorse = (side: PerpSide, average: Price, leader: Price): boolean =>
  side === 'LONG'
    ? average * BPS > leader * (BPS + FOLLOW_GUARD_BPS)
    : average * BPS < leader * (BPS - FOLLOW_GUARD_BPS);

/** The same fraction of what the follow has bought; no price guard (contract 18.9). */
function exit(
  deps: PerpDeps,
  state: State,
  { follow, proposal, positionId }: PreparedPerpFollow,
  context: DecideContext,
  gate: FollowGate,
): Ready {
  const { trader, sold, held } = follow;
  assert(sold !== null && held !== null && held > 0n, 'an exit has its fraction');
  const row = positionId === null ? undefined : state.get(perpPositionTable, positionId);
  if (!row?.followed || row.status !== 'OPEN') throw new Skip('POSITION_TOUCHED');
  const proposalRow = state.get(perpProposalTable, proposal.id);
  const fundingIndex = state.get(perpMarketTable, proposal.symbol)?.fundingIndex;
  assert(proposalRow && fundingIndex !== undefined, 'a follow has its proposal and market');
  deps.requireTrading('PERP', 'reduce');
  // Lots of a reduction still in flight count as closed: the fraction is one of what is left.
  const size = lots(mulDivDown(min(freeLots(row), abs(row.baseLots)), sold, held));
  if (size === 0n) throw new Skip('BELOW_MINIMUM');
  const checked = reductionOf(deps, {
    id: context.ids.next(),
    trader,
    row,
    proposal: proposalRow,
    fundingIndex,
    size,
    origin: 'EXIT',
    maxSlippageBps: PERP_SLIPPAGE_BPS,
    now: context.now,
  });
  gate.requireTime();
  return { checked, taken: [] };
}
