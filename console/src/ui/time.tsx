import { useServiceNow } from '../live/service-clock.ts';

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const short = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** `3 min. ago`; times within the last minute are `now`, also those of a clock that is ahead. */
export function agoText(atMs: number, nowMs: number): string {
  const gone = atMs - nowMs;
  const step = UNITS.find(({ ms }) => Math.abs(gone) >= ms);
  return step ? relative.format(Math.trunc(gone / step.ms), step.unit) : 'now';
}

/**
 * How long ago something was, or how far ahead it is, by the clock of the service; the exact time
 * on hover.
 */
export function Ago({ at }: { at: string }) {
  const nowMs = useServiceNow();
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} title={exact.format(atMs)}>
      {agoText(atMs, nowMs)}
    </time>
  );
}

/** A date with its time of day, in the time zone of the device. */
export function Moment({ at }: { at: string }) {
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} title={exact.format(atMs)} className="num">
      {short.format(atMs)}
    </time>
  );
}
