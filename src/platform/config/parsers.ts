import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseUsdc } from '../../money/text.ts';

/** How the text of one environment variable becomes a value. */
export interface Parser<Value> {
  /** What is allowed, as the end of "… is not allowed; allowed: …". */
  readonly allowed: string;
  /** The value, or undefined when the text is not allowed. */
  parse(text: string): Value | undefined;
}

/** One of a fixed set of words. */
export function oneOf<const Word extends string>(...words: Word[]): Parser<Word> {
  return {
    allowed: words.map((word) => `\`${word}\``).join(', '),
    parse: (text) => words.find((word) => word === text),
  };
}

export const flag: Parser<boolean> = {
  allowed: '`1` or `0`',
  parse: (text) => (text === '1' ? true : text === '0' ? false : undefined),
};

/** A whole number in plain digits within inclusive limits. */
export function wholeNumber(least: number, most: number): Parser<number> {
  return {
    allowed: `a whole number from ${least} to ${most}`,
    parse(text) {
      if (!/^(0|[1-9][0-9]{0,14})$/.test(text)) return undefined;
      const value = Number(text);
      return value >= least && value <= most ? value : undefined;
    },
  };
}

/** A plain decimal that is no money: a factor above 0 and not above `most`. */
export function factor(most: number): Parser<number> {
  return {
    allowed: `a plain decimal above 0 and not above ${most}, such as 1 or 0.5`,
    parse(text) {
      if (!/^[0-9]{1,9}(\.[0-9]{1,9})?$/.test(text)) return undefined;
      const value = Number(text);
      return value > 0 && value <= most ? value : undefined;
    },
  };
}

export const usdcAmount = {
  allowed: 'a dollar amount in plain notation with at most 6 decimals, such as 10000',
  parse(text: string) {
    const value = parseUsdc(text);
    return value === null || value < 0n || value > 1_000_000_000_000_000n ? undefined : value;
  },
};

export const directory: Parser<string> = {
  allowed: 'a path of a directory',
  parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
};

export const anyText: Parser<string> = { allowed: 'any text', parse: (text) => text };

export const host: Parser<string> = {
  allowed: 'a host name or an IP address to listen on',
  parse: (text) =>
    isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252})$/.test(text) ? text : undefined,
};

/** A host as URLs name it, in small letters; an IPv6 address without brackets. */
export const webhookHost: Parser<string> = {
  allowed: 'host names or IP addresses without a port, such as hooks.internal or 127.0.0.1',
  parse: (text) => host.parse(text)?.toLowerCase(),
};

export const databaseUrl: Parser<string> = {
  allowed: 'postgresql://user:password@host:port/database',
  parse(text) {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    const known = url.protocol === 'postgresql:' || url.protocol === 'postgres:';
    return known && url.pathname.length > 1 ? text : undefined;
  },
};

/** An http(s) origin: scheme, host and port only. A trailing slash is taken off. */
export const origin: Parser<string> = {
  allowed: 'an origin such as https://trade.example.org, without a path',
  parse(text) {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    const bare = url.pathname === '/' && url.search === '' && url.hash === '' && !url.username;
    return bare && /^https?:$/.test(url.protocol) && !url.password ? url.origin : undefined;
  },
};

/** Where an issuer or its keys are: https, or http on this machine alone. */
export const issuer: Parser<string> = {
  allowed: 'an https URL without query or fragment; http only on localhost',
  parse(text) {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    const secure = url.protocol === 'https:' || (url.protocol === 'http:' && local);
    return secure && !url.search && !url.hash && !url.username && !url.password ? text : undefined;
  },
};

/** What is asked of an OpenID Connect issuer: without `openid` it would give no ID token. */
export const oidcScope: Parser<string> = {
  allowed: 'words separated by single blanks, `openid` first',
  parse: (text) =>
    /^openid(?: [\x21\x23-\x5B\x5D-\x7E]{1,64}){0,16}$/.test(text) ? text : undefined,
};

/** A name that stands on a button. */
export const shortName: Parser<string> = {
  allowed: '1 to 40 characters, no control characters',
  parse: (text) => (/^\P{C}{1,40}$/u.test(text) && text.trim() === text ? text : undefined),
};

export const smtpUrl: Parser<string> = {
  allowed: 'smtp://user:password@host:port or smtps://…',
  parse(text) {
    if (!URL.canParse(text)) return undefined;
    const { protocol, hostname } = new URL(text);
    return /^smtps?:$/.test(protocol) && hostname !== '' ? text : undefined;
  },
};

/** An address with or without a name; a line break would add headers to a mail. */
export const sender: Parser<string> = {
  allowed: 'an address such as Skein <no-reply@example.org>',
  parse: (text) => (/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(text) ? text : undefined),
};

export const longSecret: Parser<string> = {
  allowed: 'at least 32 characters',
  parse: (text) => (text.length >= 32 && text.length <= 512 ? text : undefined),
};

export const bearerToken: Parser<string> = {
  allowed: '1 to 256 characters of A-Z a-z 0-9 - . _ ~ + / =',
  parse: (text) => (/^[A-Za-z0-9._~+/=-]{1,256}$/.test(text) ? text : undefined),
};

export const headerName: Parser<string> = {
  allowed: 'the name of one HTTP header, such as cf-ipcountry',
  parse: (text) => (/^[A-Za-z0-9-]{1,64}$/.test(text) ? text.toLowerCase() : undefined),
};

export const instant: Parser<number> = {
  allowed: 'an instant in ISO 8601 UTC, such as 2026-01-31T14:30:00.000Z',
  parse(text) {
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/.test(text)) return undefined;
    const atMs = Date.parse(text);
    return Number.isNaN(atMs) ? undefined : atMs;
  },
};

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Codes that carry a name but are no country: unions, pseudo-locales and "unknown". */
const notCountries = /^(EU|EZ|UN|QO|XA|XB|ZZ)$/;

/** An ISO 3166-1 country code. An alias such as UK is refused: it would never match a country. */
export const country: Parser<string> = {
  allowed: 'ISO 3166-1 country codes of two letters, such as GB (not UK)',
  parse(text) {
    const code = text.toUpperCase();
    if (!/^[A-Z]{2}$/.test(code) || notCountries.test(code)) return undefined;
    const current = new Intl.Locale(`und-${code}`).region;
    return current === code && regionNames.of(code) !== undefined ? code : undefined;
  },
};

/** An IP address or a network in CIDR notation. */
export const network: Parser<string> = {
  allowed: 'IP addresses or networks such as 10.0.0.0/8',
  parse(text) {
    const [address = '', bits, ...rest] = text.split('/');
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return undefined;
    if (bits === undefined) return text;
    if (!/^(0|[1-9][0-9]{0,2})$/.test(bits)) return undefined;
    if (Number(bits) > (version === 4 ? 32 : 128)) return undefined;
    return text;
  },
};

export const failpointName: Parser<string> = {
  allowed: 'names of failpoints such as engine.after-claim or follow.mid-fan-out:100',
  parse: (text) => (/^[a-z0-9]+([.-][a-z0-9]+)*(:[1-9]\d*)?$/.test(text) ? text : undefined),
};

/** A list separated by commas; blanks around items do not count, empty text is the empty list. */
export function listOf<Value>(item: Parser<Value>): Parser<readonly Value[]> {
  return {
    allowed: `${item.allowed}; several are separated by commas, empty means none`,
    parse(text) {
      if (text.trim() === '') return Object.freeze([]);
      const values: Value[] = [];
      for (const part of text.split(',')) {
        const value = item.parse(part.trim());
        if (value === undefined) return undefined;
        if (!values.includes(value)) values.push(value);
      }
      return Object.freeze(values);
    },
  };
}
