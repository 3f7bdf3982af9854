import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './button.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` once per view; `up` and `down` for the two sides of a trade. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'up' | 'down';
  readonly size?: 's' | 'm' | 'l';
  /** Shows that the action runs; the button cannot be pressed again meanwhile. */
  readonly busy?: boolean | undefined;
  /** A sign before the words, or the only content together with `label`. */
  readonly icon?: ReactNode;
  /** What a reader of the screen hears where there is only a sign. */
  readonly label?: string;
}

export function Button(props: ButtonProps) {
  const { look = 'plain', size = 'm', busy, icon, label, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={classNames('button', look, `size-${size}`, !children && 'square', className)}
      disabled={rest.disabled === true || busy === true}
      aria-busy={busy || undefined}
      aria-label={label}
      title={rest.title ?? label}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

/** The class names of a link that looks like a button. */
export const buttonLook = (
  look: NonNullable<ButtonProps['look']> = 'plain',
  size: NonNullable<ButtonProps['size']> = 'm',
): string => classNames('button', look, `size-${size}`);
