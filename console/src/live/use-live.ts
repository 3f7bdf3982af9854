import { useEffect, useRef, useSyncExternalStore } from 'react';
import { live } from './client.ts';
import type { MarketTick } from './live.ts';
import type { ConnectionState, Namespace } from './sockets.ts';

/** Whether live data flows. */
export const useConnection = (): ConnectionState =>
  useSyncExternalStore(live.sockets.subscribe, live.sockets.state);

/** Listens to an event of a namespace while the component is on the screen. */
export function useSocketEvent<Payload>(
  namespace: Namespace,
  event: string,
  listener: (payload: Payload) => void,
): void {
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => {
    const socket = live.sockets.of(namespace);
    const hear = (payload: Payload): void => newest.current(payload);
    socket.on(event, hear);
    return () => {
      socket.off(event, hear);
    };
  }, [namespace, event]);
}

/** Listens to the ticks of a perpetual market whose price is watched. */
export function useMarketTick(symbol: string, listener: (tick: MarketTick) => void): void {
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(
    () =>
      live.onTick((tick) => {
        if (tick.symbol === symbol) newest.current(tick);
      }),
    [symbol],
  );
}
