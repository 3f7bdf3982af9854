import * as Dropdown from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import './menu.css';

export interface MenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Marks the one that is chosen now. */
  readonly chosen?: boolean;
}

/** A menu below its trigger, which must be one button; arrow keys and letters move in it. */
export function Menu(props: {
  trigger: ReactNode;
  items: readonly MenuItem[];
  /** Said above the items. */
  title?: ReactNode;
  align?: 'start' | 'end';
}) {
  const { trigger, items, title, align = 'end' } = props;
  return (
    // Not modal: the part that locks the page's scrolling writes a style that the policy refuses.
    <Dropdown.Root modal={false}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content className="menu" align={align} sideOffset={6} collisionPadding={8}>
          {title && <Dropdown.Label className="menu-title">{title}</Dropdown.Label>}
          {items.map(({ key, label, icon, onSelect, danger, disabled, chosen }) => (
            <Dropdown.Item
              key={key}
              className={danger ? 'menu-item danger' : 'menu-item'}
              disabled={disabled ?? false}
              onSelect={onSelect}
              aria-current={chosen || undefined}
            >
              {icon}
              <span className="truncate">{label}</span>
            </Dropdown.Item>
          ))}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}
