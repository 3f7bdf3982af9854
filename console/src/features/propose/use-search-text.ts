import { useEffect, useState } from 'react';

/** How long typing must rest before a search is sent, in milliseconds. */
const REST_MS = 250;

/** What is typed, and the same once it has rested: what is searched for. */
export function useSearchText() {
  const [text, setText] = useState('');
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText, searched };
}
