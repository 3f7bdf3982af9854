import { useEffect, useRef } from 'react';
import { live } from '../../live/client.ts';
import { subjectOf } from '../../live/live.ts';
import { signOf } from '../../money/decimal.ts';
import { formatCents, formatPercent, formatPrice } from '../../money/format.ts';
import { LivePrice } from '../../ui/money.tsx';
import { type Call, gainPct, sidePrice } from './calls.ts';

const textOf = (gain: string): string => {
  const sign = signOf(gain);
  const arrow = sign > 0 ? '▲ ' : sign < 0 ? '▼ ' : '';
  return `${arrow}${formatPercent(gain, { signed: true })}`;
};
const toneOf = (gain: string): string => ['down', '', 'up'][signOf(gain) + 1] ?? '';

/** What an open call has gained since its entry, following the market past React. */
export function LiveGain({ call, entryUsd }: { call: Call; entryUsd: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const newest = useRef(call);
  newest.current = call;
  const { kind, id } = call.price;
  useEffect(
    () =>
      live.prices.watch(subjectOf(kind, id), (priceUsd) => {
        const target = element.current;
        if (!target) return;
        const gain = gainPct(newest.current, entryUsd, sidePrice(newest.current, priceUsd));
        const text = textOf(gain);
        if (target.textContent === text) return;
        target.textContent = text;
        target.className = `num ${toneOf(gain)}`;
      }),
    [kind, id, entryUsd],
  );
  const first = call.priceUsd === null ? null : gainPct(call, entryUsd, call.priceUsd);
  return (
    <span ref={element} className={`num ${first === null ? '' : toneOf(first)}`}>
      {first === null ? '–' : textOf(first)}
    </span>
  );
}

/** The price of the side of a call this moment. */
export function CallPrice({ call }: { call: Call }) {
  const { price, side } = call;
  // The board has the price of YES, the reading that of the side.
  const initial =
    call.side === 'NO' && call.priceUsd ? sidePrice(call, call.priceUsd) : call.priceUsd;
  return (
    <LivePrice
      kind={price.kind}
      id={price.id}
      initial={initial}
      format={(value) => {
        if (price.kind !== 'market') return formatPrice(value);
        return formatCents(value == null ? value : sidePrice({ side }, value));
      }}
    />
  );
}
