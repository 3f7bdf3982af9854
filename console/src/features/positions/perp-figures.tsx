import type { PerpPosition } from '../../api/types.generated.ts';
import { Amount, LivePrice, Money, Percent, Price } from '../../ui/money.tsx';
import { heldPerp } from '../home/held.ts';
import { perpReturnPct } from './past.ts';
import { Figures } from './position-head.tsx';

/** Figures of an open position; PnL and equity follow the mark. */
export function OpenPerpFigures(props: { position: PerpPosition; mark: string | undefined }) {
  const { position, mark } = props;
  const held = heldPerp(position);
  const worth = (mark === undefined ? null : held.worthAt(mark)) ?? held.worth;
  return (
    <Figures
      items={[
        ['Equity', <Money key="equity" value={worth?.valueUsd} />],
        ['PnL', <Money key="pnl" value={worth?.pnlUsd} tone />],
        ['PnL %', <Percent key="pct" value={worth?.pnlPct} tone />],
        ['Mark', <LivePrice key="mark" kind="perp" id={position.marketSymbol} initial={mark} />],
        ['Entry', <Price key="entry" value={position.entryPriceUsd} />],
        ['Liquidation', <Price key="liq" value={position.liquidationPriceUsd} />],
        [
          'Size',
          <Amount key="size" value={position.currentSizeBaseUnits} unit={position.marketSymbol} />,
        ],
        ['Notional', <Money key="notional" value={position.positionValueUsd} />],
        ['Collateral', <Money key="collateral" value={position.collateralBalanceUsdc} />],
        ['Unsettled funding', <Money key="due" value={position.unsettledFundingUsd} tone />],
        ['Stop loss', <Price key="sl" value={position.stopLossPriceUsd} />],
        ['Take profit', <Price key="tp" value={position.takeProfitPriceUsd} />],
      ]}
    />
  );
}

/** What a finished position has given and what it has cost. */
export function ClosedPerpFigures({ position }: { position: PerpPosition }) {
  return (
    <Figures
      items={[
        ['Net PnL', <Money key="net" value={position.netRealizedPnlUsd} tone />],
        ['Return', <Percent key="pct" value={perpReturnPct(position)} tone />],
        ['Entry', <Price key="entry" value={position.entryPriceUsd} />],
        ['Exit', <Price key="exit" value={position.exitPriceUsd} />],
        ['From price', <Money key="price" value={position.priceRealizedPnlUsd} tone />],
        ['Funding', <Money key="funding" value={position.fundingRealizedUsd} tone />],
        ['Fees', <Money key="fees" value={position.totalFeesUsd} digits={4} />],
        ['Penalty', <Money key="penalty" value={position.liquidationPenaltyUsd} />],
        ['Put in at first', <Money key="in" value={position.initialCollateralUsdc} />],
        ['Came back', <Money key="back" value={position.finalCollateralReturned} />],
      ]}
    />
  );
}
