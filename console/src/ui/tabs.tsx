import * as RadixTabs from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import './tabs.css';

export interface TabItem {
  readonly value: string;
  readonly label: ReactNode;
  /** Rendered only while the tab is the chosen one. */
  readonly content: ReactNode;
}

/** Tabs within a page; arrow keys move between them. Tabs that are pages are links in `tab-row`. */
export function Tabs(props: {
  label: string;
  items: readonly TabItem[];
  value: string;
  onValue: (value: string) => void;
  /** Stands at the right of the row. */
  aside?: ReactNode;
}) {
  const { label, items, value, onValue, aside } = props;
  return (
    <RadixTabs.Root className="tabs" value={value} onValueChange={onValue}>
      <div className="tab-row">
        <RadixTabs.List className="tab-list" aria-label={label}>
          {items.map((item) => (
            <RadixTabs.Trigger key={item.value} className="tab" value={item.value}>
              {item.label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {aside}
      </div>
      {items.map((item) => (
        <RadixTabs.Content key={item.value} className="tab-content" value={item.value}>
          {item.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

/** A choice of a few short words that changes what is shown beside it: `24h 7d 30d all`. */
export function Segments<Value extends string>(props: {
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onValue: (value: Value) => void;
}) {
  const { label, options, value, onValue } = props;
  return (
    <fieldset className="segments">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          className="segment"
          aria-pressed={option.value === value}
          onClick={() => onValue(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
