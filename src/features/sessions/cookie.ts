import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors/app-error.ts';

/** How a cookie with a secret is named and set under one public address. */
export interface SessionCookie {
  /** The secret that a request carries; null without one. */
  read(headers: IncomingHttpHeaders): string | null;
  /** Set-Cookie for a session that lasts so many seconds at most. */
  set(secret: string, seconds: number): string;
  /** Set-Cookie that takes it away. */
  clear(): string;
}

/**
 * The cookie: not readable by scripts, never sent with a request of another site (Strict costs
 * nothing here, since only the console's own requests use it and no link needs it). Under https it
 * is secure and has the `__Host-` prefix: no other host and no plain connection can set it.
 */
export const sessionCookie = (publicUrl: string): SessionCookie =>
  secretCookie(publicUrl, 'skein_session');

/**
 * What ties a sign-in at an OIDC issuer to the browser that began it. Strict as well: the issuer
 * sends people to a page of the console, and the request of that page is one of this site.
 */
export const oidcCookie = (publicUrl: string): SessionCookie =>
  secretCookie(publicUrl, 'skein_oidc');

function secretCookie(publicUrl: string, plainName: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    read({ cookie = '' }) {
      const mine = cookie
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      // Two cookies of the name were not both set by this service: none is believed.
      return mine.length === 1 && /^[A-Za-z0-9_-]{43}$/.test(mine[0] ?? '')
        ? (mine[0] ?? null)
        : null;
    },
    set: (secret, seconds) => `${name}=${secret}; Max-Age=${seconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

/**
 * Refuses what another site makes a browser send: a request must be JSON, which a form cannot send
 * and a script of another origin may not, and a browser's own word on its origin must name this
 * service. UNSUPPORTED_MEDIA_TYPE, FORBIDDEN.
 */
export function requireOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  }
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  const foreignOrigin = origin !== undefined && origin !== publicUrl && hostOf(origin) !== host;
  if (foreignSite || foreignOrigin) {
    throw new AppError('FORBIDDEN', { message: 'The request comes from another origin.' });
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host || null : null;
}
