import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Done } from './done.tsx';

type Kind = 'token' | 'stock' | 'perp' | 'market';

const kinds: readonly { value: Kind; label: string; id: string }[] = [
  { value: 'token', label: 'Token', id: 'Mint' },
  { value: 'stock', label: 'Stock', id: 'Ticker' },
  { value: 'perp', label: 'Perpetual market', id: 'Symbol' },
  { value: 'market', label: 'Prediction market', id: 'Slug of the market' },
];

/** The kind of that name; the first one for any other. */
const kindOf = (text: string): Kind => kinds.find(({ value }) => value === text)?.value ?? 'token';

interface Pinned {
  readonly kind: Kind;
  readonly id: string;
}

function usePins(token: string) {
  const pin = useAction(
    ({ path, ...body }: { path: Pinned; priceUsd: string; oracleUsd?: string }, idempotencyKey) =>
      api.put('/sandbox/v1/prices/{kind}/{id}', { path, body, bearer: token, idempotencyKey }),
    refreshAll,
  );
  const release = useAction(
    (path: Pinned, idempotencyKey) =>
      api.delete('/sandbox/v1/prices/{kind}/{id}', {
        path,
        bearer: token,
        idempotencyKey,
      }),
    refreshAll,
  );
  return { pin, release };
}

/** Pins a price: the venue fills at exactly it, at any size, until it is given back. */
export function PricePart({ token }: { token: string }) {
  const [kind, setKind] = useState<Kind>('token');
  const [id, setId] = useState('');
  const [priceUsd, setPrice] = useState('');
  const [oracleUsd, setOracle] = useState('');
  const path = { kind, id: id.trim() };
  const { pin, release } = usePins(token);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const oracle = kind === 'perp' && oracleUsd !== '' ? { oracleUsd } : {};
        release.reset();
        void pin.run({ path, priceUsd, ...oracle });
      }}
    >
      <Select label="Kind" options={kinds} value={kind} onValue={(next) => setKind(kindOf(next))} />
      <Field
        label={kinds.find(({ value }) => value === kind)?.id ?? 'Id'}
        value={id}
        onText={setId}
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        label={kind === 'market' ? 'Price of YES' : 'Price'}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        value={priceUsd}
        onText={setPrice}
        hint={kind === 'market' ? 'Between 0 and 1.' : undefined}
      />
      {kind === 'perp' && (
        <Field
          label="Oracle, when it differs"
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          value={oracleUsd}
          onText={setOracle}
        />
      )}
      <div className="row wrap">
        <Button
          type="submit"
          look="primary"
          busy={pin.busy}
          disabled={path.id === '' || priceUsd === ''}
        >
          Pin
        </Button>
        <Button
          busy={release.busy}
          disabled={path.id === ''}
          onClick={() => {
            pin.reset();
            void release.run(path);
          }}
        >
          Release
        </Button>
      </div>
      <Done of={pin}>{({ id: name, priceUsd: at }) => `${name} is pinned at ${at} USD.`}</Done>
      <Done of={release}>{({ id: name }) => `${name} is given back to the market.`}</Done>
      <ErrorNotice error={pin.error ?? release.error} compact />
    </form>
  );
}
