import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { Done } from './done.tsx';

type Result = 'YES' | 'NO' | 'VOID';
type Status = 'active' | 'paused' | 'closed';
type StockStatus = 'OPEN' | 'PAUSED' | 'CLOSED';

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'closed', label: 'Closed' },
  { value: '', label: 'Its own' },
] as const;
const stockStatuses = [
  { value: 'OPEN', label: 'Open' },
  { value: 'PAUSED', label: 'Paused' },
  { value: 'CLOSED', label: 'Closed' },
  { value: '', label: 'As the calendar says' },
] as const;

/** Results and states of prediction markets, and the hours of stocks. */
export function MarketPart({ token }: { token: string }) {
  return (
    <div className="stack sandbox-parts">
      <Resolve token={token} />
      <StockHours token={token} />
    </div>
  );
}

function Resolve({ token }: { token: string }) {
  const [text, setSlug] = useState('');
  const [chosen, setStatus] = useState('paused');
  const slug = text.trim();
  const resolve = useAction(
    ({ result, ...path }: { slug: string; result: Result }, idempotencyKey) =>
      api.post('/sandbox/v1/predictions/markets/{slug}/resolve', {
        path,
        body: { result },
        bearer: token,
        idempotencyKey,
      }),
    refreshAll,
  );
  const change = useAction(
    ({ status, ...path }: { slug: string; status: Status | null }, idempotencyKey) =>
      api.post('/sandbox/v1/predictions/markets/{slug}/status', {
        path,
        body: { status },
        bearer: token,
        idempotencyKey,
      }),
    refreshAll,
  );
  return (
    <section className="stack" aria-labelledby="sandbox-resolve">
      <h3 id="sandbox-resolve">Prediction market</h3>
      <Field
        label="Slug of the market"
        value={text}
        onText={setSlug}
        autoComplete="off"
        spellCheck={false}
      />
      <Remark kind="warn">A result is for ever.</Remark>
      <div className="row wrap">
        {(['YES', 'NO', 'VOID'] as const).map((result) => (
          <Button
            key={result}
            disabled={slug === '' || resolve.busy}
            onClick={() => void resolve.run({ slug, result })}
          >
            Resolve {result}
          </Button>
        ))}
      </div>
      <Done of={resolve}>{(market) => `${market.slug} ended ${market.result}.`}</Done>
      <ErrorNotice error={resolve.error} compact />
      <Select label="Status" options={statuses} value={chosen} onValue={setStatus} />
      <div className="row">
        <Button
          disabled={slug === ''}
          busy={change.busy}
          onClick={() => void change.run({ slug, status: pick(statuses, chosen) })}
        >
          Set status
        </Button>
      </div>
      <Done of={change}>{(market) => `${market.slug}: ${market.status ?? 'its own status'}.`}</Done>
      <ErrorNotice error={change.error} compact />
    </section>
  );
}

/** The chosen one of some options; null for the empty one. */
function pick<Value extends string>(
  options: readonly { readonly value: Value }[],
  chosen: string,
): Exclude<Value, ''> | null {
  const found = options.find(({ value }) => value === chosen)?.value;
  return found ? (found as Exclude<Value, ''>) : null;
}

function StockHours({ token }: { token: string }) {
  const [chosen, setChosen] = useState('OPEN');
  const change = useAction(
    (body: { marketStatus: StockStatus | null }, idempotencyKey) =>
      api.put('/sandbox/v1/stocks/status', { body, bearer: token, idempotencyKey }),
    refreshAll,
  );
  return (
    <section className="stack" aria-labelledby="sandbox-stocks">
      <h3 id="sandbox-stocks">Hours of stocks</h3>
      <Select
        label="The market for stocks is"
        options={stockStatuses}
        value={chosen}
        onValue={setChosen}
      />
      <div className="row">
        <Button
          busy={change.busy}
          onClick={() => void change.run({ marketStatus: pick(stockStatuses, chosen) })}
        >
          Set hours
        </Button>
      </div>
      <Done of={change}>
        {({ marketStatus }) => `Stocks: ${marketStatus ?? 'as the calendar says'}.`}
      </Done>
      <ErrorNotice error={change.error} compact />
    </section>
  );
}
