import * as RadixSlider from 'radix-ui/slider';
import * as RadixSwitch from 'radix-ui/switch';
import { useId } from 'react';
import './controls.css';

/** A value between two ends by pulling or by arrow keys. */
export function Slider(props: {
  label: string;
  value: number;
  onValue: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** What a reader of the screen hears of the value: `25 percent`. */
  text?: string;
  /** Values with a mark that can be pressed. */
  marks?: readonly { readonly value: number; readonly label: string }[];
  disabled?: boolean;
}) {
  const { label, value, onValue, min = 0, max = 100, step = 1, text, marks, disabled } = props;
  return (
    <div className="slider-frame">
      <RadixSlider.Root
        className="slider"
        value={[value]}
        onValueChange={([next]) => next !== undefined && onValue(next)}
        min={min}
        max={max}
        step={step}
        disabled={disabled ?? false}
      >
        <RadixSlider.Track className="slider-track">
          <RadixSlider.Range className="slider-range" />
        </RadixSlider.Track>
        <RadixSlider.Thumb
          className="slider-thumb"
          aria-label={label}
          aria-valuetext={text ?? String(value)}
        />
      </RadixSlider.Root>
      {marks && (
        <div className="slider-marks">
          {marks.map((mark) => (
            <button
              type="button"
              key={mark.value}
              disabled={disabled}
              onClick={() => onValue(mark.value)}
            >
              {mark.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** On or off, at once. */
export function Switch(props: {
  label: string;
  hint?: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  disabled?: boolean;
}) {
  const { label, hint, checked, onChecked, disabled } = props;
  const id = useId();
  return (
    <div className="switch-row">
      <div className="stack-s">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={`${id}-hint`} className="small quiet">
            {hint}
          </span>
        )}
      </div>
      <RadixSwitch.Root
        id={id}
        className="switch"
        checked={checked}
        onCheckedChange={onChecked}
        disabled={disabled ?? false}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        <RadixSwitch.Thumb className="switch-thumb" />
      </RadixSwitch.Root>
    </div>
  );
}
