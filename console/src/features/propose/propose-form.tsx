import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/queries.ts';
import type { ChartLine } from '../../ui/chart-types.ts';
import { Segments } from '../../ui/tabs.tsx';
import { cleanAmount } from './amount.ts';
import { ChooseEvent } from './choose-event.tsx';
import { ChoosePerp } from './choose-perp.tsx';
import { ChooseStock } from './choose-stock.tsx';
import { ChooseToken } from './choose-token.tsx';
import { type Draft, type Kind, kindOf, useDraftChange } from './draft.ts';
import { EventPanel } from './event-panel.tsx';
import { PerpFields, type PerpTerms } from './perp-fields.tsx';
import { PerpPanel } from './perp-panel.tsx';
import type { Quoted } from './plan.ts';
import { StockPanel } from './stock-panel.tsx';
import { Ticket } from './ticket.tsx';
import { TokenPanel } from './token-panel.tsx';
import { usePlan } from './use-plan.ts';
import { useQuote } from './use-quote.ts';

const options: readonly { value: Kind; label: string }[] = [
  { value: 'token', label: 'Token' },
  { value: 'stock', label: 'Stock' },
  { value: 'market', label: 'Event' },
  { value: 'perp', label: 'Perp' },
];

/** The levels of a perpetual order as lines of the chart. */
function linesOf(quoted: Quoted | undefined): ChartLine[] {
  if (quoted?.kind !== 'perp') return [];
  const { quote } = quoted;
  const levels = [
    { price: quote.entryPriceUsd, label: 'Entry', tone: 'accent' },
    { price: quote.liquidationPriceUsd, label: 'Liquidation', tone: 'warn' },
    { price: quote.takeProfitPriceUsd, label: 'Take profit', tone: 'up' },
    { price: quote.stopLossPriceUsd, label: 'Stop loss', tone: 'down' },
  ] as const;
  return levels.flatMap(({ price, ...line }) => (price === null ? [] : [{ price, ...line }]));
}

/** The two sides of a perpetual call. */
function SideField(props: { side: string | undefined; onSide: (side: 'LONG' | 'SHORT') => void }) {
  const { side, onSide } = props;
  return (
    <fieldset className="ticket-pair ticket-sides">
      <legend className="sr-only">Side</legend>
      {(['LONG', 'SHORT'] as const).map((one) => (
        <button
          type="button"
          key={one}
          className={`ticket-side ${one === 'LONG' ? 'up' : 'down'}`}
          aria-pressed={side === one}
          onClick={() => onSide(one)}
        >
          {one === 'LONG' ? 'Long' : 'Short'}
        </button>
      ))}
    </fieldset>
  );
}

/** What a call is about: a list to choose from, then the chosen market. */
function MarketCard(props: { draft: Draft; quoted: Quoted | undefined }) {
  const { draft, quoted } = props;
  const change = useDraftChange();
  const kind = kindOf(draft);
  const { id = '' } = draft;
  const choose = (next: string): void => change({ ...draft, kind, id: next });
  const back = (): void => change({ groupId: draft.groupId ?? '', kind });
  if (kind === 'token') {
    if (id === '') return <ChooseToken onChoose={choose} />;
    return <TokenPanel mint={id} onBack={back} />;
  }
  if (kind === 'stock') {
    if (id === '') return <ChooseStock onChoose={choose} />;
    return <StockPanel ticker={id} onBack={back} />;
  }
  if (kind === 'perp') {
    if (id === '') {
      return <ChoosePerp onChoose={(next) => change({ ...draft, kind, id: next, side: 'LONG' })} />;
    }
    return <PerpPanel symbol={id} lines={linesOf(quoted)} onBack={back} />;
  }
  if (id === '') return <ChooseEvent onChoose={choose} />;
  const side = draft.side === 'YES' || draft.side === 'NO' ? draft.side : null;
  return (
    <EventPanel
      ticker={id}
      marketId={draft.market}
      side={side}
      onChoose={(market, next) => change({ ...draft, market, side: next })}
      onBack={back}
    />
  );
}

/** Everything that a call needs, from the kind of market to the money at risk. */
export function ProposeForm({ draft }: { draft: Draft }) {
  const change = useDraftChange();
  const kind = kindOf(draft);
  const [amountUsd, setAmount] = useState(draft.amountUsd ?? '');
  const [terms, setTerms] = useState<PerpTerms>({
    leverage: draft.leverage ?? '2',
    takeProfitPct: '',
    stopLossPct: '',
  });
  const groups = useQuery(read('/groups'));
  const led = groups.data?.filter(({ memberType }) => memberType === 'LEADER') ?? [];
  const groupId = draft.groupId ?? (led.length === 1 ? led[0]?.uniqueId : undefined) ?? '';
  const market = useQuery({
    ...read('/perps/markets/{symbol}', { path: { symbol: draft.id ?? '' } }),
    enabled: kind === 'perp' && draft.id !== undefined,
  });
  const plan = usePlan(draft, terms);
  const quote = useQuote(plan, cleanAmount(amountUsd));
  return (
    <div className="columns propose-columns">
      <section className="card" aria-label="Market">
        <div className="card-body stack">
          <div className="row">
            <Segments
              label="Kind of market"
              options={options}
              value={kind}
              onValue={(next) => change({ groupId, kind: next })}
            />
          </div>
          <MarketCard draft={draft} quoted={plan ? quote.quoted : undefined} />
        </div>
      </section>
      <Ticket
        kind={kind}
        plan={plan}
        groupId={groupId}
        onGroup={(next) => change({ ...draft, groupId: next })}
        amountUsd={amountUsd}
        onAmount={setAmount}
        quote={quote}
      >
        {kind === 'perp' && draft.id && (
          <>
            <SideField side={draft.side} onSide={(side) => change({ ...draft, side })} />
            <PerpFields
              terms={terms}
              onTerms={setTerms}
              maxLeverage={market.data?.maxLeverage ?? '1'}
            />
          </>
        )}
      </Ticket>
    </div>
  );
}
