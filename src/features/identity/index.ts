export type { RandomBytes } from './api-key.ts';
export {
  type Authenticator,
  type AuthenticatorDeps,
  createAuthenticator,
} from './authenticator.ts';
export { type CreateKeyCommand, createKey } from './create-key.ts';
export {
  createIdentity,
  type Identity,
  type IdentityDeps,
  type KeyWish,
  type UserWish,
} from './identity.ts';
export { type RevokeKeyCommand, revokeKey } from './revoke-key.ts';
export { identityRoutes } from './routes.ts';
export { keyScopes, scopesOf } from './scopes.ts';
