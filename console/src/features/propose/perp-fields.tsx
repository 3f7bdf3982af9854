import { plotted } from '../../money/decimal.ts';
import { Slider } from '../../ui/controls.tsx';
import { Field } from '../../ui/field.tsx';
import { cleanAmount } from './amount.ts';

export interface PerpTerms {
  readonly leverage: string;
  readonly takeProfitPct: string;
  readonly stopLossPct: string;
}

/** The leverages that can be pressed below the slider, as far as the market allows. */
const MARKS = [1, 2, 5, 10, 20, 50] as const;

/** Leverage and the two triggers, in percent of the collateral. */
export function PerpFields(props: {
  terms: PerpTerms;
  onTerms: (terms: PerpTerms) => void;
  maxLeverage: string;
}) {
  const { terms, onTerms, maxLeverage } = props;
  const most = Math.max(1, Math.floor(plotted(maxLeverage)));
  const value = Math.min(most, plotted(terms.leverage));
  return (
    <div className="stack">
      <div className="stack-s">
        <div className="spread">
          <span className="ticket-label">Leverage</span>
          <strong className="num">{terms.leverage}×</strong>
        </div>
        <Slider
          label="Leverage"
          value={value}
          min={1}
          max={most}
          text={`${terms.leverage} times`}
          onValue={(next) => onTerms({ ...terms, leverage: String(next) })}
        />
        <fieldset className="ticket-quick">
          <legend className="sr-only">Leverages</legend>
          {MARKS.filter((mark) => mark <= most).map((mark) => (
            <button
              type="button"
              key={mark}
              className="ticket-chip num"
              aria-pressed={value === mark}
              onClick={() => onTerms({ ...terms, leverage: String(mark) })}
            >
              {mark}×
            </button>
          ))}
        </fieldset>
      </div>
      <div className="ticket-pair">
        <Field
          label="Take profit"
          suffix="%"
          inputMode="decimal"
          placeholder="None"
          value={terms.takeProfitPct}
          onText={(typed) => onTerms({ ...terms, takeProfitPct: cleanAmount(typed) })}
        />
        <Field
          label="Stop loss"
          suffix="%"
          inputMode="decimal"
          placeholder="None"
          value={terms.stopLossPct}
          onText={(typed) => onTerms({ ...terms, stopLossPct: cleanAmount(typed) })}
        />
      </div>
      <p className="small quiet">
        In percent of the collateral. Who joins or follows the call inherits both.
      </p>
    </div>
  );
}
