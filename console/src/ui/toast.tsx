import { useSyncExternalStore } from 'react';
import { asApiError } from '../api/api-error.ts';
import { adviceFor } from './advice.ts';

export interface ToastMessage {
  readonly id: number;
  readonly kind: 'good' | 'bad' | 'info';
  readonly title: string;
  readonly text?: string | undefined;
}

/** How long a toast stays, in milliseconds; one that tells of a failure stays longer. */
const STAY_MS = { good: 5_000, info: 6_000, bad: 12_000 } as const;
const MOST = 4;

let messages: readonly ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly ToastMessage[]): void {
  messages = next.slice(-MOST);
  for (const listener of listeners) listener();
}

/** Takes a toast off the screen. */
export const dismiss = (id: number): void => show(messages.filter((message) => message.id !== id));

function add(kind: ToastMessage['kind'], title: string, text?: string): void {
  lastId += 1;
  const id = lastId;
  show([...messages, { id, kind, title, text }]);
  setTimeout(() => dismiss(id), STAY_MS[kind]);
}

/** Short news at the edge of the screen, read out by readers of the screen. */
export const toast = {
  good: (title: string, text?: string): void => add('good', title, text),
  info: (title: string, text?: string): void => add('info', title, text),
  /** A failure with its code and what to do about it. */
  failed(title: string, problem: unknown): void {
    const { code, message } = asApiError(problem);
    add('bad', title, `${message} ${adviceFor(code)} (${code})`);
  },
};

/** The toasts that are on the screen now, the newest last. */
export const useToasts = (): readonly ToastMessage[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => messages,
  );
