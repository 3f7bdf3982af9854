/** What proxies and databases write where they do not know. */
const UNKNOWN = new Set(['XX', 'ZZ']);

/** The two letters of a country in upper case; null for anything else (`XX`, `T1`, blank). */
export function countryCode(text: string | undefined): string | null {
  const code = text?.trim().toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(code) && !UNKNOWN.has(code) ? code : null;
}
