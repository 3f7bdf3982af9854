import { monthByLetters } from './model-calendar.ts';
import type { Template } from './template.ts';

/**
 * Tickers that a venue of old gave to some events (venues/polymarket.md 5): `KXBTCD-26NOV27`, the
 * series and then year, month and perhaps day of the period.
 */
const TICKER = /^(KX[A-Z]+)-(\d{2})([A-Z]{3})(\d{2})?$/;

/** The ticker of a series for the end of a slug: `november-27-2026` or `november-2026`. */
export function legacyTicker(series: string, slugEnd: string): string {
  const [month = '', ...rest] = slugEnd.split('-');
  const year = rest.at(-1) ?? '';
  const day = rest.length > 1 ? (rest[0] ?? '').padStart(2, '0') : '';
  return `${series}-${year.slice(2)}${month.slice(0, 3).toUpperCase()}${day}`;
}

/** The slug of the event with this ticker; of the centuries it can mean, the nearest to now. */
export function slugOfTicker(
  templates: readonly Template[],
  ticker: string,
  nowMs: number,
): string | undefined {
  const [, series, yearDigits, letters, day] = TICKER.exec(ticker) ?? [];
  if (series === undefined) return undefined;
  const template = templates.find(({ legacySeries }) => legacySeries === series);
  const month = monthByLetters(letters ?? '');
  if (template === undefined || month === undefined) return undefined;
  const short = Number(yearDigits);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = short + 100 * Math.round((thisYear - short) / 100);
  const date = day === undefined ? [month, year] : [month, Number(day), year];
  return [template.stem, template.link, ...date].join('-');
}
