import type { ReactNode } from 'react';
import type { PriceKind } from '../../live/live.ts';
import { LivePrice, Percent } from '../../ui/money.tsx';

/** What stands above the page of a market: its name, its live price, and what to do with it. */
export function MarketHead(props: {
  icon: ReactNode;
  name: string;
  detail: ReactNode;
  price: { kind: PriceKind; id: string; initial: string | null };
  change: string | null;
  action: ReactNode;
}) {
  const { icon, name, detail, price, change, action } = props;
  return (
    <header className="market-head">
      <div className="market-title">
        {icon}
        <div className="stack-s market-name">
          <h1 className="truncate">{name}</h1>
          <div className="row wrap small quiet">{detail}</div>
        </div>
      </div>
      <p className="market-price">
        <strong>
          <LivePrice {...price} />
        </strong>
        <Percent value={change} tone />
        <span className="small quiet">24h</span>
      </p>
      {action}
    </header>
  );
}
