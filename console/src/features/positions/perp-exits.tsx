import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { PerpPosition } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { compareDecimals } from '../../money/decimal.ts';
import { formatPrice } from '../../money/format.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { triggerPrice } from './perp-math.ts';
import { type PerpPart, refreshPerps } from './perp-reduce.tsx';
import { isAmount } from './trade-ticket.tsx';

type Kind = 'stop' | 'profit';
interface Change {
  readonly stopLossPct?: string | null;
  readonly takeProfitPct?: string | null;
}

/** The exits that the service takes by itself, in percent of the collateral. */
export function PerpExits({ position }: PerpPart) {
  const [profit, setProfit] = useState('');
  const [stop, setStop] = useState('');
  const change = useAction(
    (body: Change, idempotencyKey) =>
      api.patch('/perps/positions/{id}', { path: { id: position.id }, body, idempotencyKey }),
    () => {
      setProfit('');
      setStop('');
      toast.good('Exits changed');
      refreshPerps();
    },
  );
  const body: Change = {
    ...(isAmount(profit) ? { takeProfitPct: profit } : {}),
    ...(isAmount(stop) ? { stopLossPct: stop } : {}),
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void change.run(body);
      }}
    >
      <ExitField
        kind="profit"
        position={position}
        value={profit}
        onText={setProfit}
        onRemove={() => void change.run({ takeProfitPct: null })}
      />
      <ExitField
        kind="stop"
        position={position}
        value={stop}
        onText={setStop}
        onRemove={() => void change.run({ stopLossPct: null })}
      />
      <p className="small quiet">
        In percent of your collateral: at 5× a take profit of 50% triggers when the price has moved
        by 10%. Fees are not counted in.
      </p>
      <Button
        type="submit"
        look="primary"
        size="l"
        className="position-wide"
        busy={change.busy}
        disabled={Object.keys(body).length === 0}
      >
        Set exits
      </Button>
      <ErrorNotice error={change.error} compact />
    </form>
  );
}

function ExitField(props: {
  kind: Kind;
  position: PerpPosition;
  value: string;
  onText: (text: string) => void;
  onRemove: () => void;
}) {
  const { kind, position, value, onText, onRemove } = props;
  const now = kind === 'profit' ? position.takeProfitPriceUsd : position.stopLossPriceUsd;
  const about = isAmount(value) ? triggerOf(position, kind, value) : null;
  const standing = now ? `Now at ${formatPrice(now)}.` : 'Not set.';
  return (
    <Field
      label={kind === 'profit' ? 'Take profit' : 'Stop loss'}
      inputMode="decimal"
      autoComplete="off"
      placeholder={now ? 'Unchanged' : kind === 'profit' ? '50' : '25'}
      value={value}
      onText={onText}
      hint={about ? `Triggers at about ${formatPrice(about)}. ${standing}` : standing}
      suffix={
        <>
          %
          {now && (
            <Button look="quiet" size="s" onClick={onRemove}>
              Remove
            </Button>
          )}
        </>
      }
    />
  );
}

function triggerOf(position: PerpPosition, kind: Kind, pct: string): string | null {
  const { side, entryPriceUsd: entryUsd, currentSizeBaseUnits: sizeUnits } = position;
  const { initialCollateralUsdc: first, collateralBalanceUsdc: left } = position;
  if (entryUsd === null || sizeUnits === null) return null;
  // What was put in counts, fees included. What was added later is not told apart; the balance then
  // comes near to it.
  const collateralUsd = left !== null && compareDecimals(left, first) > 0 ? left : first;
  return triggerPrice({ side, entryUsd, sizeUnits, collateralUsd }, kind, pct);
}
