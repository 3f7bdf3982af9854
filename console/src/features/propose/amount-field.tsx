import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { percentOf } from '../../money/decimal.ts';
import { formatUsd } from '../../money/format.ts';
import { Field } from '../../ui/field.tsx';
import { amountProblem, cleanAmount } from './amount.ts';

const QUICK = ['10', '25', '50', '100', '250'] as const;
/** Digits of USDC. */
const USDC_SCALE = 6;

/** Dollars to spend, with what the wallet holds and some amounts that can be pressed. */
export function AmountField(props: {
  label: string;
  value: string;
  onValue: (amountUsd: string) => void;
  hint?: string;
}) {
  const { label, value, onValue, hint } = props;
  const account = useQuery(read('/account'));
  const cash = account.data?.cashBalanceUsd;
  return (
    <div className="stack-s">
      <Field
        label={label}
        className="amount"
        inputMode="decimal"
        autoComplete="off"
        prefix="$"
        suffix="USDC"
        placeholder="0"
        value={value}
        onText={(typed) => onValue(cleanAmount(typed) + (/\d\.$/.test(typed) ? '.' : ''))}
        error={amountProblem(cleanAmount(value), cash)}
        hint={hint ?? `${formatUsd(cash)} in your wallet`}
      />
      <fieldset className="ticket-quick">
        <legend className="sr-only">Amounts</legend>
        {QUICK.map((amount) => (
          <button
            type="button"
            key={amount}
            className="ticket-chip num"
            aria-pressed={value === amount}
            onClick={() => onValue(amount)}
          >
            ${amount}
          </button>
        ))}
        {cash && (
          <button
            type="button"
            className="ticket-chip"
            onClick={() => onValue(percentOf(cash, 10, USDC_SCALE))}
          >
            10%
          </button>
        )}
      </fieldset>
    </div>
  );
}
