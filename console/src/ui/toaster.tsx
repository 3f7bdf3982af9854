import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { dismiss, type ToastMessage, useToasts } from './toast.tsx';
import './toast.css';

let places: readonly string[] = [];
const listeners = new Set<() => void>();

function setPlaces(next: readonly string[]): void {
  places = next;
  for (const listener of listeners) listener();
}

/** Whether this place is the newest: what is below a modal dialog is seen and heard by nobody. */
function useIsTop(): boolean {
  const place = useId();
  useEffect(() => {
    setPlaces([...places, place]);
    return () => setPlaces(places.filter((one) => one !== place));
  }, [place]);
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => places.at(-1) === place,
  );
}

const icons = { good: CircleCheck, bad: CircleAlert, info: Info } as const;

function Toast({ id, kind, title, text }: ToastMessage) {
  const Icon = icons[kind];
  return (
    <div className={`toast ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      <Icon aria-hidden="true" />
      <div className="toast-text">
        <strong>{title}</strong>
        {text && <p>{text}</p>}
      </div>
      <Button look="quiet" size="s" icon={<X />} label="Dismiss" onClick={() => dismiss(id)} />
    </div>
  );
}

/**
 * Where toasts appear and are read out: once in the page, and once in each modal dialog, above
 * which nothing of the page can be. Each region is there before the words are; the newest has them,
 * and what was told in a dialog that closes goes on in the page.
 */
export function Toaster() {
  const isTop = useIsTop();
  const toasts = useToasts();
  return (
    <section className="toaster" aria-label="News" aria-live="polite" aria-relevant="additions">
      {isTop && toasts.map((toast) => <Toast key={toast.id} {...toast} />)}
    </section>
  );
}
