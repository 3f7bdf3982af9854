import { NOT_KNOWN } from '../../money/format.ts';

const short = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** An instant in the time of the device, with all of it on hover. */
export function When({ at }: { at: string | null | undefined }) {
  if (!at) return <span>{NOT_KNOWN}</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={long.format(date)} className="num">
      {short.format(date)}
    </time>
  );
}
