/** What `/me` tells about the key that was used; never the secret. */
export interface PrincipalKey {
  readonly id: string;
  readonly label: string;
  /** First characters of the key, enough for its owner to tell keys apart. */
  readonly prefix: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

/**
 * Who is calling, as the identity feature found out from the Authorization header. One object is
 * shared by all requests of a key, so it is never changed in place.
 */
export interface Principal {
  readonly userId: string;
  readonly idpId: string;
  readonly username: string;
  readonly avatar: string;
  readonly walletAddress: string;
  readonly authMethod: 'apiKey' | 'jwt';
  readonly scopes: ReadonlySet<string>;
  /** What the request counts against: the id of the key or of the session. */
  readonly budgetKey: string;
  readonly apiKey: PrincipalKey | null;
  /** The session behind a JWT of this service; null for a key and for a foreign issuer's token. */
  readonly sessionId: string | null;
}

/**
 * Turns the Authorization header into the caller; answers at once when it is cached. Throws or
 * rejects with UNAUTHORIZED.
 */
export type Authenticate = (header: string | undefined) => Principal | Promise<Principal>;
