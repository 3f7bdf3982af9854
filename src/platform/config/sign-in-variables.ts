import { anyText, issuer, longSecret, oidcScope, sender, shortName, smtpUrl } from './parsers.ts';
import { always, optional } from './row.ts';

/** How people sign in and where their mail goes. */
export const signInVariables = {
  authSecret: optional({
    name: 'SKEIN_AUTH_SECRET',
    fallbackNote: 'generated and kept in the database',
    meaning:
      'Seals the secrets of sign-in in the database: signing key and second factors. All processes ' +
      'need the same one; with another one enrolled second factors are not readable.',
    parser: longSecret,
    secret: true,
  }),
  oidcIssuer: optional({
    name: 'SKEIN_OIDC_ISSUER',
    fallbackNote: 'none: only the embedded identity provider',
    meaning:
      'OpenID Connect issuer that people may sign in with, and whose JWTs are accepted beside ' +
      'those of this service.',
    parser: issuer,
  }),
  oidcClientId: optional({
    name: 'SKEIN_OIDC_CLIENT_ID',
    meaning: 'Client id of the console at that issuer; needed with SKEIN_OIDC_ISSUER.',
    parser: anyText,
  }),
  oidcClientSecret: optional({
    name: 'SKEIN_OIDC_CLIENT_SECRET',
    fallbackNote: 'none: a public client, which PKCE protects',
    meaning: 'Secret of that client, where the issuer gave one. Only this service sends it.',
    parser: anyText,
    secret: true,
  }),
  oidcScope: always({
    name: 'SKEIN_OIDC_SCOPE',
    fallback: 'openid profile email',
    meaning: 'What the console asks that issuer for.',
    parser: oidcScope,
  }),
  oidcName: optional({
    name: 'SKEIN_OIDC_NAME',
    fallbackNote: 'the host of SKEIN_OIDC_ISSUER',
    meaning: 'How that issuer is called on the button of the sign-in.',
    parser: shortName,
  }),
  oidcAudience: optional({
    name: 'SKEIN_OIDC_AUDIENCE',
    fallbackNote: 'SKEIN_OIDC_CLIENT_ID',
    meaning: 'Audience that tokens of that issuer must name.',
    parser: anyText,
  }),
  oidcJwksUrl: optional({
    name: 'SKEIN_OIDC_JWKS_URL',
    fallbackNote: 'as the discovery document of the issuer says',
    meaning: 'Where that issuer publishes its keys.',
    parser: issuer,
  }),
  smtpUrl: optional({
    name: 'SKEIN_SMTP_URL',
    fallbackNote: 'in paper mode the outbox page, in live mode the log as `not sent`',
    meaning: 'Mail server for notices, confirmations and resets.',
    parser: smtpUrl,
    secret: true,
  }),
  mailFrom: always({
    name: 'SKEIN_MAIL_FROM',
    fallback: 'Skein <no-reply@localhost>',
    meaning: 'Sender of that mail.',
    parser: sender,
  }),
} as const;
