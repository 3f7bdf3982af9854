import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import type { PerpQuote } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { plotted } from '../../money/decimal.ts';
import { formatUsd } from '../../money/format.ts';
import { Button } from '../../ui/button.tsx';
import { Slider } from '../../ui/controls.tsx';
import { Field } from '../../ui/field.tsx';
import { Amount, Money, Price } from '../../ui/money.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.tsx';
import { type PerpPart, refreshPerps } from './perp-reduce.tsx';
import { Line } from './quote-lines.tsx';
import { isAmount } from './trade-ticket.tsx';
import { useSettled } from './use-quote.ts';

type Mode = 'margin' | 'size';

/** What is wanted: margin alone or with size, the quote of it, and the order. */
function useAdd({ position, onPending }: PerpPart) {
  const [mode, setMode] = useState<Mode>('margin');
  const [collateralUsd, setCollateral] = useState('');
  const [times, setTimes] = useState(() => Math.round(plotted(position.initialLeverage)) || 1);
  const { marketSymbol, side } = position;
  const leverage = String(times);
  const wish = { marketSymbol, side, collateralUsd, leverage };
  const wished = JSON.stringify(wish);
  const settled = useSettled(wished);
  const valid = isAmount(collateralUsd);
  const quote = useQuery({
    queryKey: ['quote', 'perps', wish],
    enabled: mode === 'size' && valid && settled === wished,
    refetchInterval: 5_000,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => api.post('/perps/quote', { body: wish, signal }),
  });
  const add = useAction(
    (body: { collateralUsd: string; leverage?: string }, idempotencyKey) =>
      api.post('/perps/positions/{id}/add', { path: { id: position.id }, body, idempotencyKey }),
    (answer, input) => {
      setCollateral('');
      onPending(answer.pending ? answer.actionJobId : null);
      if (!answer.pending) toast.good(input.leverage ? 'Size added' : 'Margin added');
      refreshPerps();
    },
  );
  const body = { collateralUsd, ...(mode === 'size' ? { leverage } : {}) };
  return { mode, setMode, collateralUsd, setCollateral, times, setTimes, valid, quote, add, body };
}

/** Puts margin into the position, or margin and size. */
export function PerpAdd(props: PerpPart) {
  const account = useQuery(read('/account'));
  const adding = useAdd(props);
  const { mode, valid, quote, add } = adding;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) void add.run(adding.body);
      }}
    >
      <Segments
        label="What to add"
        value={mode}
        onValue={adding.setMode}
        options={[
          { value: 'margin', label: 'Margin only' },
          { value: 'size', label: 'Margin and size' },
        ]}
      />
      <Field
        label="Margin"
        className="amount"
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={adding.collateralUsd}
        onText={adding.setCollateral}
        hint={`In your wallet: ${formatUsd(account.data?.cashBalanceUsd)}`}
      />
      {mode === 'size' ? (
        <SizeToo adding={adding} symbol={props.position.marketSymbol} />
      ) : (
        <p className="small quiet">
          The size stays; the price of liquidation moves away by what the margin carries.
        </p>
      )}
      <Button
        type="submit"
        look="primary"
        size="l"
        className="position-wide"
        busy={add.busy}
        disabled={!valid || (mode === 'size' && !quote.data)}
      >
        {mode === 'size' ? 'Add size' : 'Add margin'}
      </Button>
      <ErrorNotice error={add.error} compact />
    </form>
  );
}

function SizeToo({ adding, symbol }: { adding: ReturnType<typeof useAdd>; symbol: string }) {
  const { times, setTimes, quote, valid } = adding;
  const market = useQuery(read('/perps/markets/{symbol}', { path: { symbol } }));
  return (
    <>
      <Slider
        label="Leverage"
        value={times}
        onValue={setTimes}
        min={1}
        max={Math.max(1, Math.floor(plotted(market.data?.maxLeverage ?? '1')))}
        text={`${times} times`}
      />
      <p className="small quiet">Leverage of what is added: {times}×</p>
      {quote.data && valid && <AddLines quote={quote.data} symbol={symbol} />}
      <ErrorNotice error={valid ? quote.error : null} compact />
    </>
  );
}

function AddLines({ quote, symbol }: { quote: PerpQuote; symbol: string }) {
  return (
    <dl className="position-quote small" aria-label="Quote" aria-live="polite">
      <Line label="Adds">
        <Amount value={quote.sizeBaseUnits} unit={symbol} />
      </Line>
      <Line label="Notional">
        <Money value={quote.notionalUsd} />
      </Line>
      <Line label="At about">
        <Price value={quote.entryPriceUsd} />
      </Line>
      <Line label="Fee, out of the margin">
        <Money value={quote.feeUsd} digits={4} />
      </Line>
    </dl>
  );
}
