import { useSyncExternalStore } from 'react';

/** The steps of the tour of the demo world, in order. */
export const tourSteps = ['call', 'follow', 'look', 'own'] as const;
export type TourStep = (typeof tourSteps)[number];

const KEY = 'skein.tour';
const listeners = new Set<() => void>();

/** Where the tour is; null when there is none. It ends with the browser's tab. */
function tourStep(): TourStep | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    return tourSteps.find((step) => step === kept) ?? null;
  } catch {
    return null;
  }
}

/** Goes to a step of the tour, or ends it. */
export function goToStep(step: TourStep | null): void {
  try {
    if (step === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, step);
  } catch {
    // Without storage there is no tour; everything else works.
  }
  for (const listener of listeners) listener();
}

export const beginTour = (): void => goToStep('call');

export const useTourStep = (): TourStep | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, tourStep);
