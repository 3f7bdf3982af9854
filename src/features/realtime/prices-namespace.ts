import type { Namespace } from 'socket.io';
import { AppError, invalid } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { MarketData } from '../../market/market.ts';
import type { PredictionData } from '../../market/predictions/data.ts';
import type { Price } from '../../money/fixed.ts';
import { formatPrice } from '../../money/text.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { answer, onPeer, type PeerDeps, textOf } from './peer.ts';
import { createTicker, type Tick, type Ticker } from './ticker.ts';

export interface PricesNamespaceDeps extends PeerDeps {
  readonly market: MarketData;
  readonly predictions: PredictionData;
  readonly clock: Clock;
}

const unknownCodes = {
  token: 'TOKEN_NOT_FOUND',
  stock: 'STOCK_NOT_FOUND',
  market: 'MARKET_NOT_FOUND',
} as const satisfies Record<string, ErrorCode>;
type PriceKind = keyof typeof unknownCodes;

const isKind = (text: string): text is PriceKind => Object.hasOwn(unknownCodes, text);

/** `/prices`: prices of tokens, stocks and prediction markets (YES) that were subscribed to. */
export function openPricesNamespace(namespace: Namespace, deps: PricesNamespaceDeps): Ticker {
  const { market, predictions, clock } = deps;

  /** The newest price; undefined while there is none, null of what is not known at all. */
  function priceOf(kind: PriceKind, id: string, nowMs: number): Price | undefined | null {
    if (kind === 'market') {
      const known = predictions.market(id);
      return known ? predictions.quote(known, nowMs)?.yesPrice : null;
    }
    const token = kind === 'stock' ? market.stockByTicker(id) : market.token(id);
    return token ? market.quote(token.mint, nowMs)?.mid : null;
  }

  function tickOf(subject: string): Tick | null {
    const at = subject.indexOf(':');
    const [kind, id] = [subject.slice(0, at) as PriceKind, subject.slice(at + 1)];
    const nowMs = clock.now();
    const price = priceOf(kind, id, nowMs);
    if (price == null) return null;
    const priceUsd = formatPrice(price);
    return { event: 'price', payload: { kind, id, priceUsd, at: isoTime(nowMs) }, key: priceUsd };
  }

  const ticker = createTicker(namespace, tickOf);

  /** The subject of a payload; what has no price here is refused with the code of its kind. */
  function subjectOf(payload: Record<string, unknown>): string {
    const kind = textOf(payload, 'kind');
    const id = textOf(payload, 'id');
    if (!isKind(kind)) {
      throw invalid('kind must be token, stock or market');
    }
    if (priceOf(kind, id, clock.now()) === null) throw new AppError(unknownCodes[kind]);
    return `${kind}:${id}`;
  }

  onPeer(namespace, deps, (peer) => {
    const { socket } = peer;
    answer(peer, deps, {
      name: 'subscribe',
      scope: 'read',
      handler(payload) {
        ticker.subscribe(socket, subjectOf(payload));
        return {};
      },
    });
    answer(peer, deps, {
      name: 'unsubscribe',
      scope: 'read',
      handler(payload) {
        ticker.unsubscribe(socket, subjectOf(payload));
        return {};
      },
    });
    socket.emit('connected', { userId: peer.principal.userId });
  });
  return ticker;
}
