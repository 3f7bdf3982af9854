import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Done } from './done.tsx';

const verticals = [
  { value: 'spot', label: 'Spot' },
  { value: 'stocks', label: 'Stocks' },
  { value: 'predictions', label: 'Predictions' },
  { value: 'perps', label: 'Perpetuals' },
] as const;
const modes = [
  { value: 'ok', label: 'Works' },
  { value: 'down', label: 'Down' },
  { value: 'slow', label: 'Slow' },
  { value: 'reject', label: 'Rejects' },
  { value: 'no-liquidity', label: 'No liquidity' },
  { value: 'unknown-then-filled', label: 'Unknown, then filled' },
  { value: 'unknown-then-failed', label: 'Unknown, then failed' },
  { value: 'pending', label: 'Pending' },
] as const;
const switches = [
  { value: 'enabled', label: 'Enabled' },
  { value: 'reduce-only', label: 'Reduce only' },
  { value: 'halted', label: 'Halted' },
] as const;

type Vertical = (typeof verticals)[number]['value'];
type Mode = (typeof modes)[number]['value'];
type Trading = (typeof switches)[number]['value'];

/** The option that was chosen, else the first one. */
const chosenOf = <Value extends string>(
  options: readonly [{ readonly value: Value }, ...{ readonly value: Value }[]],
  chosen: string,
): Value => options.find(({ value }) => value === chosen)?.value ?? options[0].value;

const whole = (text: string): boolean => text === '' || /^[1-9]\d{0,8}$/.test(text);

/** Trouble of a venue, and the operator's switch of trading. */
export function VenuePart({ token }: { token: string }) {
  const [vertical, setVertical] = useState<Vertical>('spot');
  return (
    <div className="stack sandbox-parts">
      <Select
        label="Venue"
        options={verticals}
        value={vertical}
        onValue={(next) => setVertical(chosenOf(verticals, next))}
      />
      <Trouble token={token} vertical={vertical} />
      <TradingSwitch token={token} vertical={vertical} />
    </div>
  );
}

function Trouble({ token, vertical }: { token: string; vertical: Vertical }) {
  const [mode, setMode] = useState<Mode>('ok');
  const [count, setCount] = useState('');
  const [delay, setDelay] = useState('');
  const set = useAction((body: { mode: Mode; delayMs?: number; count?: number }, idempotencyKey) =>
    api.put('/sandbox/v1/venues/{vertical}/behaviour', {
      path: { vertical },
      body,
      bearer: token,
      idempotencyKey,
    }),
  );
  return (
    <section className="stack" aria-labelledby="sandbox-trouble">
      <h3 id="sandbox-trouble">Behaviour</h3>
      <Select
        label="It"
        options={modes}
        value={mode}
        onValue={(next) => setMode(chosenOf(modes, next))}
      />
      <div className="sandbox-pair">
        <Field
          label="Orders"
          inputMode="numeric"
          placeholder="All"
          value={count}
          onText={setCount}
          error={whole(count) ? null : 'A whole number.'}
          hint="Afterwards it works."
        />
        <Field
          label="Answer after"
          inputMode="numeric"
          placeholder="1000"
          suffix="ms"
          value={delay}
          onText={setDelay}
          error={whole(delay) ? null : 'A whole number.'}
        />
      </div>
      <div className="row">
        <Button
          look="primary"
          busy={set.busy}
          disabled={!whole(count) || !whole(delay)}
          onClick={() =>
            void set.run({
              mode,
              ...(delay === '' ? {} : { delayMs: +delay }),
              ...(count === '' ? {} : { count: +count }),
            })
          }
        >
          Set behaviour
        </Button>
      </div>
      <Done of={set}>{(now) => `${now.vertical}: ${now.mode}.`}</Done>
      <ErrorNotice error={set.error} compact />
    </section>
  );
}

function TradingSwitch({ token, vertical }: { token: string; vertical: Vertical }) {
  const [mode, setMode] = useState<Trading>('enabled');
  const set = useAction((body: { mode: Trading }, idempotencyKey) =>
    api.put('/sandbox/v1/trading/{vertical}', {
      path: { vertical },
      body,
      bearer: token,
      idempotencyKey,
    }),
  );
  return (
    <section className="stack" aria-labelledby="sandbox-trading">
      <h3 id="sandbox-trading">Trading</h3>
      <Select
        label="Orders are"
        options={switches}
        value={mode}
        onValue={(next) => setMode(chosenOf(switches, next))}
      />
      <div className="row">
        <Button busy={set.busy} onClick={() => void set.run({ mode })}>
          Set
        </Button>
      </div>
      <Done of={set}>{(now) => `${now.vertical}: ${now.mode}.`}</Done>
      <ErrorNotice error={set.error} compact />
    </section>
  );
}
