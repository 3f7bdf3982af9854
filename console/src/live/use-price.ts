import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatPrice } from '../money/format.ts';
import { live } from './client.ts';
import { type PriceKind, subjectOf } from './live.ts';

/**
 * Writes a live price into the text of an element, past React: `<span ref={usePrice('token', id)}>`.
 * Give the element the price of the last reading as its content. The attribute `data-move` says
 * `up` or `down` for the style of a change.
 */
export function usePrice<Element extends HTMLElement>(
  kind: PriceKind,
  id: string,
  format: (priceUsd: string) => string = formatPrice,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const printed = useRef(format);
  printed.current = format;
  useEffect(
    () =>
      live.prices.watch(subjectOf(kind, id), (priceUsd, direction) => {
        const target = element.current;
        if (!target) return;
        const text = printed.current(priceUsd);
        if (target.textContent === text) return;
        target.textContent = text;
        target.title = `${priceUsd} USD`;
        if (direction !== 0) target.dataset.move = direction > 0 ? 'up' : 'down';
      }),
    [kind, id],
  );
  return element;
}

/**
 * A live price as a value for what is computed from it; renders at most once in `everyMs`
 * milliseconds. For many rows use `usePrice`.
 */
export function usePriceValue(
  kind: PriceKind,
  id: string | null,
  everyMs = 500,
): string | undefined {
  const [price, setPrice] = useState<string>();
  useEffect(() => {
    if (id === null) return;
    let newest: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = live.prices.watch(subjectOf(kind, id), (priceUsd) => {
      newest = priceUsd;
      timer ??= setTimeout(() => {
        timer = undefined;
        setPrice(newest);
      }, everyMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
      setPrice(undefined);
    };
  }, [kind, id, everyMs]);
  return price;
}
