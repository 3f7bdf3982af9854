import type { ReactNode } from 'react';
import { subtractDecimals } from '../../money/decimal.ts';
import { Amount, Cents, Money, Percent, Price } from '../../ui/money.tsx';
import type { Quote } from './use-quote.ts';

/** One line of a quote or of figures: what it is and how much. */
export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="line">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What an order would do at this moment. */
export function QuoteLines(props: { quote: Quote; side: 'buy' | 'sell'; unit: string }) {
  const { quote, side, unit } = props;
  const isShares = unit === 'shares';
  const { totalCostUsd: total, feeUsd, payoutUsd } = quote;
  return (
    <dl className="position-quote small" aria-label="Quote" aria-live="polite">
      <Line label={side === 'buy' ? 'You get about' : 'You sell'}>
        <Amount value={quote.tokenAmount} unit={unit} />
      </Line>
      <Line label="Average price">
        {isShares ? <Cents value={quote.priceUsd} /> : <Price value={quote.priceUsd} />}
      </Line>
      <Line label="Price impact">
        <Percent value={quote.priceImpactPct} />
      </Line>
      <Line label="Fee">
        <Money value={feeUsd} digits={4} />
      </Line>
      {payoutUsd && (
        <Line label="Pays if it wins">
          <Money value={payoutUsd} />
        </Line>
      )}
      <Line label={side === 'buy' ? 'Leaves your wallet' : 'Comes to your wallet'}>
        <strong>
          <Money value={side === 'buy' ? total : subtractDecimals(total, feeUsd)} />
        </strong>
      </Line>
    </dl>
  );
}
