import type { ReactNode } from 'react';
import { divideDecimals, multiplyDecimals, subtractDecimals } from '../../money/decimal.ts';
import { classNames } from '../../ui/class-names.ts';
import { Amount, Cents, Money, Percent, Price } from '../../ui/money.tsx';
import type { Quoted } from './plan.ts';

function Line({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('line', strong && 'ticket-risk')}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How far one price is from another, in percent points of the other. */
const distance = (price: string, from: string): string =>
  multiplyDecimals(divideDecimals(subtractDecimals(price, from), from, 6), '100');

function SpotLines({ quote }: Extract<Quoted, { kind: 'spot' }>) {
  return (
    <>
      <Line name="Price">
        <Price value={quote.pricePerTokenUsd} />
      </Line>
      <Line name="You get">
        <Amount value={quote.tokenAmount} />
      </Line>
      <Line name="Price impact">
        <Percent value={quote.priceImpactPct} />
      </Line>
      <Line name="Service fee">
        <Money value={quote.svcFeeUsd} />
      </Line>
      <Line name="Money at risk" strong>
        <Money value={quote.totalCostUsd} />
      </Line>
    </>
  );
}

function PredictionLines({ quote }: Extract<Quoted, { kind: 'prediction' }>) {
  return (
    <>
      <Line name="Average price">
        <Cents value={quote.averagePriceUsd} />
      </Line>
      <Line name="Shares">
        <Amount value={quote.tokenAmount} />
      </Line>
      <Line name="Price impact">
        <Percent value={quote.priceImpactPct} />
      </Line>
      <Line name="Venue fee">
        <Money value={quote.venueFeeUsd} />
      </Line>
      <Line name="Pays if right">
        <Money value={quote.payoutUsd} />
      </Line>
      <Line name="Money at risk" strong>
        <Money value={quote.totalCostUsd} />
      </Line>
    </>
  );
}

function PerpLines({ quote, collateralUsd }: Extract<Quoted, { kind: 'perp' }>) {
  const { liquidationPriceUsd: liquidation, entryPriceUsd: entry } = quote;
  return (
    <>
      <Line name="Entry price">
        <Price value={entry} />
      </Line>
      <Line name="Position size">
        <Money value={quote.notionalUsd} />
      </Line>
      <Line name="Fee, out of the collateral">
        <Money value={quote.feeUsd} digits={4} />
      </Line>
      <Line name="Liquidation price">
        {liquidation === null ? (
          'None'
        ) : (
          <span className="row">
            <Price value={liquidation} className="down" />
            <span className="small quiet num">
              (<Percent value={distance(liquidation, entry)} signed />)
            </span>
          </span>
        )}
      </Line>
      {quote.takeProfitPriceUsd && (
        <Line name="Take profit at">
          <Price value={quote.takeProfitPriceUsd} />
        </Line>
      )}
      {quote.stopLossPriceUsd && (
        <Line name="Stop loss at">
          <Price value={quote.stopLossPriceUsd} />
        </Line>
      )}
      <Line name="Money at risk" strong>
        <Money value={collateralUsd} />
      </Line>
    </>
  );
}

/** What an order costs and brings, as the service quotes it; grey while a newer one is awaited. */
export function QuoteFacts({ quoted, current }: { quoted: Quoted; current: boolean }) {
  return (
    <dl className={classNames('ticket-quote', !current && 'waiting')} aria-busy={!current}>
      {quoted.kind === 'spot' && <SpotLines {...quoted} />}
      {quoted.kind === 'prediction' && <PredictionLines {...quoted} />}
      {quoted.kind === 'perp' && <PerpLines {...quoted} />}
    </dl>
  );
}
