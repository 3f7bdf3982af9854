/** What a key may be allowed, in the order in which it is offered. */
export const scopes = [
  { scope: 'read', label: 'Read', hint: 'Everything that you can see' },
  { scope: 'trade:spot', label: 'Trade spot', hint: 'Tokens and stocks' },
  { scope: 'trade:predictions', label: 'Trade predictions', hint: 'Buy, sell and claim shares' },
  { scope: 'trade:perps', label: 'Trade perpetuals', hint: 'Open, change and close positions' },
  { scope: 'groups', label: 'Groups', hint: 'Join, leave, settings, auto-buy' },
  { scope: 'chat', label: 'Chat', hint: 'Write and react' },
  { scope: 'groups:pay', label: 'Pay group fees', hint: 'Moves your money to other people' },
] as const;

/** What a new key is offered with: everything but paying. */
export const ordinaryScopes: readonly string[] = scopes
  .map(({ scope }) => scope)
  .filter((scope) => scope !== 'groups:pay');

/** How long a key may live; null for ever. */
export const lives = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'Never' },
] as const;

const DAY_MS = 86_400_000;

/** The instant at which a key of so many days ends, from `nowMs` on; null for one that never does. */
export const endOf = (days: string, nowMs: number): string | null =>
  days === '' ? null : new Date(nowMs + Math.trunc(+days) * DAY_MS).toISOString();
