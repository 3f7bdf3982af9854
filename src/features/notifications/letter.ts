import type { CallRow } from './notifications.sql.ts';
import { isOn } from './settings.ts';

export interface Letter {
  readonly subject: string;
  readonly body: string;
}

/** Lines of one mail; what is beyond is only counted. */
export const MAX_NOTICE_LINES = 50;

export interface ToldEvent {
  readonly type: string;
  readonly data: string;
}

/** What an event says in a mail; null for one that is not told. */
function lineOf(mail: string, { type, data }: ToldEvent): string | null {
  const told = JSON.parse(data) as Record<string, string | null>;
  if (type === 'follow.result') {
    const { status, vertical, side, code } = told;
    if (!isOn(mail, 'followResults')) return null;
    if (status === 'FILLED') return `A follow was filled: ${vertical} ${side}.`;
    if (status !== 'SKIPPED' && status !== 'FAILED') return null;
    return `A follow was ${status === 'SKIPPED' ? 'skipped' : 'not made'}: ${vertical} ${side}, ${code}.`;
  }
  const { action, marketSymbol, side, sizeBaseUnits, priceUsd, penaltyUsd } = told;
  if (!isOn(mail, 'liquidations')) return null;
  const what = `${marketSymbol} ${side}, ${sizeBaseUnits} at $${priceUsd}`;
  if (action === 'LIQUIDATION')
    return `A position was liquidated: ${what}, penalty $${penaltyUsd}.`;
  return action === 'ADL' ? `A position was deleveraged: ${what}.` : null;
}

/** Calls of others, with the group that they are in. */
const callLines = (mail: string, calls: readonly CallRow[]): string[] =>
  isOn(mail, 'calls')
    ? calls
        .filter(({ own, metadata }) => {
          return !own && (JSON.parse(metadata) as { kind?: string }).kind === 'PROPOSAL';
        })
        .map(({ name, content }) => `${name}: ${content}`)
    : [];

/** The mail about what has happened; null where nothing is to be told. */
export function noticeLetter(
  mail: string,
  events: readonly ToldEvent[],
  calls: readonly CallRow[],
): Letter | null {
  const own = events.map((event) => lineOf(mail, event)).filter((line) => line !== null);
  const lines = [...own, ...callLines(mail, calls)];
  if (lines.length === 0) return null;
  const beyond = lines.length - MAX_NOTICE_LINES;
  const shown = lines.slice(0, MAX_NOTICE_LINES);
  const more = beyond > 0 ? [`… and ${beyond} more.`] : [];
  return { subject: 'News of your account on Skein', body: [...shown, ...more].join('\n') };
}

/** A mail as it is sent: what it is about can be switched off, and it says where. */
export const signed = ({ subject, body }: Letter): Letter => ({
  subject,
  body: `${body}\n\nWhat is mailed to you is chosen under Account, Notifications.\n\nSkein`,
});
