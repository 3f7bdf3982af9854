import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Toaster } from './toaster.tsx';
import './dialog.css';

export interface DialogProps {
  readonly open: boolean;
  /** Asked for by Escape, the cross and a press beside it. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The actions below, the main one last. */
  readonly footer?: ReactNode;
  readonly size?: 's' | 'm' | 'l';
}

/**
 * A dialog of the platform: the rest of the page is inert, Tab stays inside, Escape closes, and the
 * focus goes back to where it was.
 */
export function Dialog(props: DialogProps) {
  return <Modal {...props} shape="dialog" />;
}

/** A dialog at the side of the screen, from below on a phone. */
export function Drawer(props: DialogProps) {
  return <Modal {...props} shape="drawer" />;
}

function Modal(props: DialogProps & { shape: 'dialog' | 'drawer' }) {
  const { open, onClose, title, children, footer, size = 'm', shape } = props;
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    if (!open || !dialog) return;
    if (!dialog.open) dialog.showModal();
    return () => dialog.close();
  }, [open]);
  if (!open) return null;
  return (
    // Escape and the cross do the same for the keyboard as the press beside it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the platform closes it by Escape
    <dialog
      ref={element}
      className={classNames('modal', shape, `size-${size}`)}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div className="modal-box">
        <header className="modal-head">
          <h2 id={id}>{title}</h2>
          <Button look="quiet" size="s" icon={<X />} label="Close" onClick={onClose} />
        </header>
        <div className="modal-body">{children}</div>
        {footer && <footer className="modal-foot">{footer}</footer>}
      </div>
      <Toaster />
    </dialog>
  );
}
