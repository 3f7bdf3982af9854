export type { RandomBytes } from './api-key.ts';
export {
  type Authenticator,
  type AuthenticatorDeps,
  createAuthenticator,
} from './authenticator.ts';
export {
  createIdentity,
  type Identity,
  type IdentityDeps,
  type KeyWish,
  type UserWish,
} from './identity.ts';
export { identityRoutes } from './routes.ts';
export { keyScopes } from './scopes.ts';
