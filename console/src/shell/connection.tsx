import { useConnection } from '../live/use-live.ts';

const words = {
  live: 'Live',
  waiting: 'Reconnecting…',
  off: 'Offline',
} as const;

/** Whether what is shown follows the market this moment. */
export function ConnectionMark() {
  const state = useConnection();
  return (
    <p className={`connection ${state}`} role="status">
      <span className="dot" aria-hidden="true" />
      {words[state]}
    </p>
  );
}
