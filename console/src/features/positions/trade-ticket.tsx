import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { read, refresh } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { compareDecimals, parseDecimal, signOf } from '../../money/decimal.ts';
import { formatUsd } from '../../money/format.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.tsx';
import { PendingAction } from './pending-action.tsx';
import { QuoteLines } from './quote-lines.tsx';
import { type QuoteWish, useQuote, useSettled } from './use-quote.ts';

type Side = 'buy' | 'sell';

/** How much an order is for: dollars, or everything that is held. */
export interface OrderSize {
  readonly amountUsd?: string;
  readonly max?: boolean;
}

export interface TicketProps {
  /** What is traded, as the button says it: `BONK`, `YES`. */
  readonly name: string;
  readonly unit: string;
  /** Why nothing can be bought here; null when it can. */
  readonly buyClosed: string | null;
  /** Why nothing can be sold here; null when it can. */
  readonly sellClosed: string | null;
  /** What is held is worth about so much; null when there is no price. */
  readonly heldUsd: string | null;
  readonly quoteOf: (side: Side, size: OrderSize) => QuoteWish;
  readonly send: (
    side: Side,
    size: OrderSize,
    idempotencyKey: string,
  ) => Promise<{ pending: boolean; actionJobId: string | null }>;
}

/** What is wanted of a ticket: side, size, the quote of it, and the order. */
function useTicket(props: TicketProps) {
  const { name, buyClosed, sellClosed, quoteOf, send } = props;
  const [side, setSide] = useState<Side>(buyClosed === null ? 'buy' : 'sell');
  const [amountUsd, setAmount] = useState('');
  const [all, setAll] = useState(false);
  const [job, setJob] = useState<string | null>(null);
  const account = useQuery(read('/account'));
  const size: OrderSize | null = all ? { max: true } : isAmount(amountUsd) ? { amountUsd } : null;
  const closed = side === 'buy' ? buyClosed : sellClosed;
  const wish = size && closed === null ? quoteOf(side, size) : null;
  const wished = JSON.stringify(wish);
  const settled = useSettled(wished);
  const quote = useQuote(settled === wished ? wish : null);
  const order = useAction(
    (input: { side: Side; size: OrderSize }, key) => send(input.side, input.size, key),
    (answer, input) => {
      setAmount('');
      setAll(false);
      setJob(answer.pending ? answer.actionJobId : null);
      if (!answer.pending) toast.good(input.side === 'buy' ? `Bought ${name}` : `Sold ${name}`);
      refresh('/positions', '/account', '/trades', '/spot/proposals/{id}');
      refresh('/predictions/proposals/{id}');
    },
  );
  const cash = account.data?.cashBalanceUsd;
  const bought = side === 'buy' ? size?.amountUsd : undefined;
  return {
    ...{ side, amountUsd, setAmount, all, setAll, job, size, closed, wish, quote, order, cash },
    least: wish && leastOf(quote.error),
    tooMuch: bought && cash ? compareDecimals(bought, cash) > 0 : false,
    choose(next: Side): void {
      setSide(next);
      setAll(false);
      setAmount('');
      order.reset();
    },
  };
}
type Ticket = ReturnType<typeof useTicket>;

/** Buys into a call or sells out of it, in dollars or all of it; the quote comes before the order. */
export function TradeTicket(props: TicketProps) {
  const { name, unit, heldUsd } = props;
  const ticket = useTicket(props);
  const { side, size, closed, wish, quote, order, least, job } = ticket;
  return (
    <form
      className="card pad stack"
      aria-label="Trade"
      onSubmit={(event) => {
        event.preventDefault();
        if (size && quote.data) void order.run({ side, size });
      }}
    >
      <Segments
        label="Side"
        value={side}
        onValue={ticket.choose}
        options={[
          { value: 'buy', label: 'Buy' },
          { value: 'sell', label: 'Sell' },
        ]}
      />
      {closed ? (
        <Remark>{closed}</Remark>
      ) : (
        <>
          <AmountField ticket={ticket} heldUsd={heldUsd} />
          {quote.data && wish && <QuoteLines quote={quote.data} side={side} unit={unit} />}
          <ErrorNotice error={wish && !least && quote.error} compact />
          <ErrorNotice error={order.error} compact />
          <Button
            type="submit"
            look={side === 'buy' ? 'up' : 'down'}
            size="l"
            className="position-wide"
            busy={order.busy}
            disabled={!quote.data || wish === null || quote.isError || ticket.tooMuch}
          >
            {labelOf(side, name, size)}
          </Button>
        </>
      )}
      {job && <PendingAction id={job} />}
    </form>
  );
}

function AmountField({ ticket, heldUsd }: { ticket: Ticket; heldUsd: string | null }) {
  const { side, all, setAll, least } = ticket;
  return (
    <Field
      label={side === 'buy' ? 'Spend' : 'Sell for about'}
      className="amount"
      prefix="$"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      value={all ? 'All' : ticket.amountUsd}
      disabled={all}
      onText={ticket.setAmount}
      error={ticket.tooMuch ? 'More than your wallet holds.' : least && `At least ${least}.`}
      hint={
        side === 'buy'
          ? `In your wallet: ${formatUsd(ticket.cash)}`
          : `You hold about ${formatUsd(heldUsd)}`
      }
      suffix={
        side === 'sell' && (
          <Button size="s" aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? 'Amount' : 'Max'}
          </Button>
        )
      }
    />
  );
}

/** A plain dollar amount above zero, as the service takes it. */
export const isAmount = (text: string): boolean =>
  /^(0|[1-9]\d*)(\.\d{1,6})?$/.test(text) && parseDecimal(text) !== null && signOf(text) > 0;

/** The least amount that a refused quote names, for the eye. */
function leastOf(problem: Error | null): string | null {
  const { code, details } = asApiError(problem);
  const { minimumUsd } = details;
  return code === 'AMOUNT_BELOW_MINIMUM' && typeof minimumUsd === 'string'
    ? formatUsd(minimumUsd)
    : null;
}

function labelOf(side: Side, name: string, size: OrderSize | null): string {
  const verb = side === 'buy' ? 'Buy' : 'Sell';
  if (size?.max) return `Sell all ${name}`;
  return size?.amountUsd ? `${verb} ${formatUsd(size.amountUsd)} of ${name}` : `${verb} ${name}`;
}
