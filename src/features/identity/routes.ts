import { Type } from 'typebox';
import type { PrincipalKey } from '../../platform/http/principal.ts';
import { RATE_LIMIT_REQUESTS, RATE_WINDOW_SECONDS } from '../../platform/http/rate-budget.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { id, isoInstant, nullable, oneOf } from '../../platform/http/schema.ts';
import { keyScopes, ordinaryScopes } from './scopes.ts';

const apiKeySchema = Type.Object(
  {
    id: id('Id of the key.'),
    label: Type.String({ description: 'What its owner called it.', examples: ['trading bot'] }),
    prefix: Type.String({ description: 'First characters of the key.', examples: ['svc_4fT9aQ'] }),
    lastUsedAt: isoInstant('Last use, at most a minute old.'),
    expiresAt: nullable(isoInstant('When it ends; null when it never expires.')),
    createdAt: isoInstant('When it was made.'),
  },
  { description: 'The key in use, never its secret; null for an in-app session.' },
);

const identitySchema = Type.Object(
  {
    userId: id('Id of the user.'),
    authMethod: oneOf(['apiKey', 'jwt'], {
      description: 'How the caller proved who they are.',
      examples: ['apiKey'],
    }),
    apiKey: nullable(apiKeySchema),
    rateLimit: Type.Object(
      {
        limit: Type.Integer({ description: 'Requests per window.', examples: [1200] }),
        windowSeconds: Type.Integer({ description: 'Rolling window.', examples: [60] }),
      },
      { description: 'The request budget of the key.' },
    ),
    username: Type.String({ description: 'Unique name of the user.', examples: ['ada'] }),
    avatar: Type.String({ description: 'Address of the picture, or "".', examples: [''] }),
    idpId: Type.String({
      description: 'Id of the user at the identity provider.',
      examples: ['idp_01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f'],
    }),
    scopes: Type.Array(oneOf(keyScopes, { description: 'A scope.' }), {
      description: 'What the credential allows.',
      examples: [['read', 'trade:spot']],
    }),
  },
  { title: 'Identity', description: 'Who the caller is.' },
);

const identityExample = {
  userId: '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f',
  authMethod: 'apiKey' as const,
  apiKey: {
    id: '01920f3c-7a2b-7c4d-9e66-1b2c3d4e5f60',
    label: 'trading bot',
    prefix: 'svc_4fT9aQ',
    lastUsedAt: '2026-01-31T14:30:00.000Z',
    expiresAt: null,
    createdAt: '2026-01-01T09:00:00.000Z',
  },
  rateLimit: { limit: RATE_LIMIT_REQUESTS, windowSeconds: RATE_WINDOW_SECONDS },
  username: 'ada',
  avatar: '',
  idpId: 'idp_01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f',
  scopes: [...ordinaryScopes],
};

/** What callers may ask about themselves. */
export const identityRoutes = (): readonly Route[] => [meRoute];

const meRoute = defineRoute({
  method: 'GET',
  path: '/me',
  scope: 'none',
  tag: 'Identity',
  summary: 'Who the caller is',
  description:
    'The user, the key in use (its secret is never shown), what it allows and its request budget. ' +
    'Needs no scope.',
  response: identitySchema,
  examples: { response: identityExample },
  handler: ({ principal }) => ({
    userId: principal.userId,
    authMethod: principal.authMethod,
    apiKey: keyOf(principal.apiKey),
    rateLimit: { limit: RATE_LIMIT_REQUESTS, windowSeconds: RATE_WINDOW_SECONDS },
    username: principal.username,
    avatar: principal.avatar,
    idpId: principal.idpId,
    scopes: keyScopes.filter((scope) => principal.scopes.has(scope)),
  }),
});

/** The specification knows no key without a last use; one that was never noted is as old as itself. */
function keyOf(key: PrincipalKey | null) {
  return key && { ...key, lastUsedAt: key.lastUsedAt ?? key.createdAt };
}
