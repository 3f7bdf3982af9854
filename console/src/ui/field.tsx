import {
  type ComponentPropsWithRef,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
} from 'react';
import { classNames } from './class-names.ts';
import './field.css';

interface Around {
  readonly label: string;
  /** Said below the input; an error takes its place. */
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  /** Hides the label from the eye, not from a reader of the screen. */
  readonly bare?: boolean;
}

function Frame(props: Around & { id: string; children: ReactNode }) {
  const { id, label, hint, error, bare, children } = props;
  return (
    <div className={classNames('field', error && 'wrong')}>
      <label htmlFor={id} className={bare ? 'sr-only' : undefined}>
        {label}
      </label>
      {children}
      {(error || hint) && (
        <div id={`${id}-note`} className="field-note" role={error ? 'alert' : undefined}>
          {error || hint}
        </div>
      )}
    </div>
  );
}

type InputProps = Around &
  Omit<ComponentPropsWithRef<'input'>, 'prefix' | 'size'> & {
    readonly onText?: (text: string) => void;
    /** Stands inside, before what is typed: `$`. */
    readonly prefix?: ReactNode;
    /** Stands inside, behind it: `USDC`, or a button. */
    readonly suffix?: ReactNode;
  };

/** An input with its label, hint and error. */
export function Field(props: InputProps) {
  const { label, hint, error, bare, onText, prefix, suffix, className, ...rest } = props;
  const own = useId();
  const id = rest.id ?? own;
  return (
    <Frame id={id} label={label} hint={hint} error={error} bare={bare ?? false}>
      <div className={classNames('input', className)}>
        {prefix && <span className="affix">{prefix}</span>}
        <input
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          onChange={onText ? (event) => onText(event.target.value) : rest.onChange}
        />
        {suffix && <span className="affix">{suffix}</span>}
      </div>
    </Frame>
  );
}

/** Several lines of text with a label. */
export function TextArea(
  props: Around & {
    value: string;
    onText: (text: string) => void;
    rows?: number;
    maxLength?: number;
    placeholder?: string;
  },
) {
  const { label, hint, error, bare, onText, ...rest } = props;
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error} bare={bare ?? false}>
      <div className="input">
        <textarea
          {...rest}
          id={id}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
    </Frame>
  );
}

type SelectProps = Around &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> & {
    readonly options: readonly { readonly value: string; readonly label: string }[];
    readonly onValue: (value: string) => void;
  };

/** A choice of a few, by the select of the platform. */
export function Select(props: SelectProps) {
  const { label, hint, error, bare, options, onValue, ...rest } = props;
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error} bare={bare ?? false}>
      <div className="input select">
        <select {...rest} id={id} onChange={(event) => onValue(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </Frame>
  );
}
