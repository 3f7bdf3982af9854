import { useEffect } from 'react';
import { onAccountEvent } from '../live/account-events.ts';
import { toast } from '../ui/toast.tsx';
import { newsOf } from './news.ts';

/** Tells what happens to the account while the page is open. */
export function useNews(): void {
  useEffect(
    () =>
      onAccountEvent((event) => {
        const news = newsOf(event);
        if (news) toast[news.kind](news.title, news.text);
      }),
    [],
  );
}
