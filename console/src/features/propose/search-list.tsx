import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from '../../ui/field.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import '../../ui/table.css';
import './search-list.css';

interface Item {
  readonly id: string;
  readonly icon: ReactNode;
  readonly name: string;
  readonly detail: string;
  readonly end: ReactNode;
}

/** A search with what it finds; a press chooses. */
export function SearchList(props: {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  items: readonly Item[] | undefined;
  error: unknown;
  onRetry: () => void;
  onChoose: (id: string) => void;
  head?: ReactNode;
}) {
  const { label, placeholder, text, onText, items, error, onRetry, onChoose, head } = props;
  return (
    <div className="stack">
      <Field
        label={label}
        bare
        type="search"
        prefix={<Search aria-hidden="true" />}
        placeholder={placeholder}
        value={text}
        onText={onText}
        autoComplete="off"
      />
      {head}
      <ErrorNotice error={error} onRetry={onRetry} />
      {!items && !error && <Skeleton lines={5} height="l" />}
      {items?.length === 0 && (
        <EmptyState title="Nothing found">Try another word, or a shorter one.</EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className="choose-list" aria-label={label}>
          {items.map(({ id, icon, name, detail, end }) => (
            <li key={id}>
              <button type="button" className="choose-item" onClick={() => onChoose(id)}>
                {icon}
                <span className="cell-two">
                  <span className="truncate">{name}</span>
                  <span className="truncate">{detail}</span>
                </span>
                <span className="choose-end">{end}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
