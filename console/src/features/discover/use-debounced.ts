import { useEffect, useState } from 'react';

/** A text as it was when typing paused for so many milliseconds. */
export function useDebounced(text: string, pauseMs = 250): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
