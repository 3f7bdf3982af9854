import type { Namespace } from 'socket.io';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors/app-error.ts';
import type { PerpData } from '../../market/perps/perp-data.ts';
import { ticksToPrice } from '../../market/perps/perp-market.ts';
import { formatPrice, formatRatio, formatUsdc } from '../../money/text.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { answer, onPeer, type PeerDeps, textOf } from './peer.ts';
import { createTicker, type Tick, type Ticker } from './ticker.ts';

export interface PerpsNamespaceDeps extends PeerDeps {
  readonly engine: Pick<Engine, 'onCommitted'>;
  readonly perps: PerpData;
  readonly openInterest: (symbol: string) => bigint;
  /** Own positions as `GET /perps/positions/{id}` shows them; those that are gone are left out. */
  readonly readPositions: (ids: readonly string[]) => Promise<readonly { userId: string }[]>;
  readonly clock: Clock;
}

const MARKET = 'market:';
const userRoom = (userId: string): string => `user-${userId}`;

/** `/perps`: market ticks that were subscribed to, and the caller's own positions as they change. */
export function openPerpsNamespace(namespace: Namespace, deps: PerpsNamespaceDeps): Ticker {
  const { perps, clock } = deps;

  function tickOf(subject: string): Tick | null {
    const facts = perps.market(subject.slice(MARKET.length));
    const now = clock.now();
    const quote = facts && perps.quote(facts.symbol, now);
    if (!facts || !quote) return null;
    const { symbol } = facts;
    const stats = perps.stats(symbol, now);
    const values = {
      symbol,
      markPriceUsd: formatPrice(ticksToPrice(facts, quote.markTicks)),
      midPriceUsd: quote.mid === null ? null : formatPrice(quote.mid),
      oraclePriceUsd: formatPrice(ticksToPrice(facts, quote.oracleTicks)),
      fundingRatePercentage: formatRatio(perps.currentFundingRatePercentage(symbol, now)),
      openInterestBaseLots: deps.openInterest(symbol).toString(),
      volume24hUsd: stats.volume24hUsd === null ? null : formatUsdc(stats.volume24hUsd),
      prevDayPriceUsd: stats.prevDayPriceUsd === null ? null : formatPrice(stats.prevDayPriceUsd),
    };
    const { markPriceUsd, midPriceUsd, oraclePriceUsd, openInterestBaseLots } = values;
    return {
      event: 'market_tick',
      payload: { ...values, receivedAt: isoTime(now) },
      key: [markPriceUsd, midPriceUsd, oraclePriceUsd, openInterestBaseLots].join(' '),
    };
  }

  const ticker = createTicker(namespace, tickOf);
  const symbolOf = (payload: Record<string, unknown>): string => {
    const symbol = textOf(payload, 'symbol');
    const facts = perps.market(symbol);
    if (!facts) throw new AppError('MARKET_NOT_FOUND', { details: { symbol } });
    return facts.symbol;
  };

  onPeer(namespace, deps, (peer) => {
    const { socket, principal } = peer;
    const { userId } = principal;
    socket.join(userRoom(userId));
    answer(peer, deps, {
      name: 'subscribe_market',
      scope: 'read',
      handler(payload) {
        ticker.subscribe(socket, `${MARKET}${symbolOf(payload)}`);
        return {};
      },
    });
    answer(peer, deps, {
      name: 'unsubscribe_market',
      scope: 'read',
      handler(payload) {
        ticker.unsubscribe(socket, `${MARKET}${symbolOf(payload)}`);
        return {};
      },
    });
    socket.emit('connected', { userId });
  });

  deps.engine.onCommitted(({ events }) => {
    const ids = new Set<string>();
    for (const { type, userId, data } of events) {
      const isHeard = type.startsWith('perp.') && namespace.adapter.rooms.has(userRoom(userId));
      if (!isHeard) continue;
      const { assignmentId } = JSON.parse(data) as { assignmentId?: string };
      if (assignmentId !== undefined) ids.add(assignmentId);
    }
    if (ids.size > 0) void tell([...ids]);
  });

  /** What a position is now, to the sockets of its owner. */
  async function tell(ids: readonly string[]): Promise<void> {
    try {
      for (const position of await deps.readPositions(ids)) {
        namespace.to(userRoom(position.userId)).emit('position_update', position);
      }
    } catch (err) {
      deps.log.warn({ err }, 'changed positions could not be read for sockets');
    }
  }
  return ticker;
}
