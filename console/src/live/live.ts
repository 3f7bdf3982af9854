import type { TokenSource } from '../api/http.ts';
import { createPriceBoard, type PriceBoard } from './price-board.ts';
import { createSockets, type Sockets } from './sockets.ts';

/** What can have a live price: perps come from their own gateway. */
export type PriceKind = 'token' | 'stock' | 'market' | 'perp';

/** The newest tick of a perpetual market, values as decimal texts. */
export interface MarketTick {
  readonly symbol: string;
  readonly markPriceUsd: string;
  readonly midPriceUsd: string | null;
  readonly oraclePriceUsd: string;
  readonly fundingRatePercentage: string;
  readonly openInterestBaseLots: string;
  readonly volume24hUsd: string | null;
  readonly prevDayPriceUsd: string | null;
  readonly receivedAt: string;
}

export interface Live {
  readonly sockets: Sockets;
  readonly prices: PriceBoard;
  /** Ticks of a perpetual market while somebody watches its price. */
  onTick(listener: (tick: MarketTick) => void): () => void;
  /** Connects anew with the token of another session; what is watched stays watched. */
  restart(): void;
}

export const subjectOf = (kind: PriceKind, id: string): string => `${kind}:${id}`;

/** Live data of the session: its sockets, and a board of prices that subscribes as needed. */
export function createLive(tokens: TokenSource): Live {
  const sockets = createSockets(tokens);
  const wanted = new Set<string>();
  const tickListeners = new Set<(tick: MarketTick) => void>();

  function say(subject: string, verb: 'subscribe' | 'unsubscribe'): void {
    const at = subject.indexOf(':');
    const [kind, id] = [subject.slice(0, at), subject.slice(at + 1)];
    const socket = socketOf(kind);
    // What is not connected yet subscribes with the others when it is.
    if (!socket.connected) return;
    if (kind === 'perp') socket.emit(`${verb}_market`, { symbol: id }, ignore);
    else socket.emit(verb, { kind, id }, ignore);
  }

  function socketOf(kind: string) {
    const namespace = kind === 'perp' ? '/perps' : '/prices';
    const socket = sockets.of(namespace);
    if (socket.hasListeners('connected')) return socket;
    const own = (subject: string): boolean => subject.startsWith('perp:') === (kind === 'perp');
    socket.on('connected', () => {
      for (const subject of wanted) if (own(subject)) say(subject, 'subscribe');
    });
    socket.on('price', (tick: { kind: PriceKind; id: string; priceUsd: string }) =>
      prices.put(subjectOf(tick.kind, tick.id), tick.priceUsd),
    );
    socket.on('market_tick', (tick: MarketTick) => {
      prices.put(subjectOf('perp', tick.symbol), tick.markPriceUsd);
      for (const listener of tickListeners) listener(tick);
    });
    return socket;
  }

  const prices = createPriceBoard({
    nextFrame: (flush) => requestAnimationFrame(flush),
    onFirst(subject) {
      wanted.add(subject);
      say(subject, 'subscribe');
    },
    onLast(subject) {
      wanted.delete(subject);
      say(subject, 'unsubscribe');
    },
  });

  return {
    sockets,
    prices,
    restart() {
      sockets.close();
      for (const subject of wanted) say(subject, 'subscribe');
    },
    onTick(listener) {
      tickListeners.add(listener);
      return () => tickListeners.delete(listener);
    },
  };
}

const ignore = (): void => {};
