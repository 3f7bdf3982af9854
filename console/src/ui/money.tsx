import type { PriceKind } from '../live/live.ts';
import { usePrice } from '../live/use-price.ts';
import { signOf } from '../money/decimal.ts';
import {
  type FormatOptions,
  formatAmount,
  formatCents,
  formatPercent,
  formatPrice,
  formatUsd,
} from '../money/format.ts';
import { classNames } from './class-names.ts';

type Value = string | null | undefined;

interface NumberProps extends FormatOptions {
  readonly value: Value;
  /** Green above zero, red below; together with the sign, never colour alone. */
  readonly tone?: boolean;
  readonly className?: string | undefined;
}

const toneOf = (value: Value, tone: boolean | undefined): string | false =>
  tone === true && value != null && signOf(value) !== 0 && (signOf(value) > 0 ? 'up' : 'down');

const titleOf = (value: Value, unit: string): string | undefined =>
  value == null ? undefined : `${value}${unit}`;

/** An amount in dollars; the full value shows on hover. */
export function Money({ value, tone, className, ...options }: NumberProps) {
  const shown = formatUsd(value, { signed: tone === true, ...options });
  return (
    <span
      className={classNames('num', toneOf(value, tone), className)}
      title={titleOf(value, ' USD')}
    >
      {shown}
    </span>
  );
}

/** A price in dollars, with as many digits as its size wants. */
export function Price({ value, className, ...options }: Omit<NumberProps, 'tone'>) {
  return (
    <span className={classNames('num', className)} title={titleOf(value, ' USD')}>
      {formatPrice(value, options)}
    </span>
  );
}

/** A price of an outcome in cents. */
export function Cents({ value, className }: Pick<NumberProps, 'value' | 'className'>) {
  return (
    <span className={classNames('num', className)} title={titleOf(value, ' USD')}>
      {formatCents(value)}
    </span>
  );
}

/** Percent points with an arrow for the direction. */
export function Percent({ value, tone, className, ...options }: NumberProps) {
  const shown = formatPercent(value, { signed: tone === true, ...options });
  // What is rounded to zero points nowhere.
  const sign = value == null || !/[1-9]/.test(shown) ? 0 : signOf(value);
  return (
    <span
      className={classNames('num', sign !== 0 && toneOf(value, tone), className)}
      title={titleOf(value, ' %')}
    >
      {tone && sign !== 0 && (
        <span aria-hidden="true" className="arrow">
          {sign > 0 ? '▲ ' : '▼ '}
        </span>
      )}
      {shown}
    </span>
  );
}

/** An amount of a token, of shares or of a base asset. */
export function Amount({
  value,
  unit = '',
  className,
  ...options
}: NumberProps & { unit?: string }) {
  return (
    <span className={classNames('num', className)} title={titleOf(value, unit && ` ${unit}`)}>
      {formatAmount(value, options)}
      {unit && ` ${unit}`}
    </span>
  );
}

/** A price that follows the market, written past React; `initial` is that of the last reading. */
export function LivePrice(props: {
  kind: PriceKind;
  id: string;
  initial: Value;
  format?: (price: Value) => string;
  className?: string | undefined;
}) {
  const { kind, id, initial, format = formatPrice, className } = props;
  const element = usePrice<HTMLSpanElement>(kind, id, format);
  return (
    <span
      ref={element}
      className={classNames('num live-price', className)}
      title={titleOf(initial, ' USD')}
    >
      {format(initial)}
    </span>
  );
}
