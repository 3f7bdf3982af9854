import type { Principal } from '../../platform/http/principal.ts';

/** Where a call of a signed-in person comes from, for the security log. */
export interface Caller {
  readonly principal: Principal;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** A session that is signed in. Times are real wall-clock milliseconds. */
export interface SessionView {
  readonly id: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly userAgent: string;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

/** How an account signs in. */
export interface SignInProfile {
  /** Null for an account that has none, such as one of the sandbox or of an OIDC issuer. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly totpEnabled: boolean;
  readonly passkeys: readonly PasskeyView[];
  readonly oidcLinked: boolean;
}

/** One line of the security log; `at` is business time in milliseconds. */
export interface SecurityLogEntry {
  readonly id: string;
  readonly kind: string;
  readonly at: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** What was done, as JSON; never a secret. */
  readonly details: string;
  /** The page after this row begins here. */
  readonly cursor: string;
}

export interface TotpEnrolment {
  /** For authenticators that take it by hand: base32. */
  readonly secret: string;
  /** `otpauth://` address for a QR code. */
  readonly uri: string;
  /** Each signs in once in place of a code; shown this once, stored only as hashes. */
  readonly recoveryCodes: readonly string[];
}

/**
 * What a signed-in person may do with their own sign-in. Refusals: VALIDATION_FAILED for what does
 * not fit, FORBIDDEN for a wrong password, SECOND_FACTOR_REQUIRED where none is enrolled,
 * SECOND_FACTOR_INVALID for a wrong or used code, NOT_FOUND for what is not the caller's,
 * RATE_LIMITED after too many guesses.
 */
export interface Sessions {
  /** Sessions that are signed in, the newest first. */
  list(userId: string, currentSessionId: string | null): Promise<readonly SessionView[]>;
  /** Signs a session out in every process at once, sockets included; answers what it was. */
  revoke(caller: Caller, sessionId: string): Promise<SessionView>;
  profile(userId: string): Promise<SignInProfile>;
  /** The newest first; `cursor` as of the last row read. VALIDATION_FAILED for another one. */
  securityLog(
    userId: string,
    page: { readonly cursor?: string | null; readonly limit: number },
  ): Promise<readonly SecurityLogEntry[]>;
  /** Begins the enrolment of an authenticator; an account with a password must give it. */
  beginTotp(caller: Caller, wish: { readonly password?: string | null }): Promise<TotpEnrolment>;
  /** The first right code switches the second factor on. */
  confirmTotp(caller: Caller, code: string): Promise<void>;
  /** Switches the second factor off; takes a code or a recovery code. */
  removeTotp(caller: Caller, code: string): Promise<void>;
  /**
   * Whether a code fits now, and the 30-second step that it belongs to. It does not use the code
   * up: the command that acts on it stores the step with `useTotpStep`, in its own transaction.
   */
  verifyTotp(userId: string, code: string): Promise<{ readonly step: number }>;
  /** PublicKeyCredentialCreationOptions as JSON. */
  beginPasskey(caller: Caller): Promise<string>;
  /** `responseJson` is what navigator.credentials.create() gave, as JSON. */
  finishPasskey(
    caller: Caller,
    wish: { readonly name: string; readonly responseJson: string },
  ): Promise<PasskeyView>;
  removePasskey(caller: Caller, passkeyId: string): Promise<void>;
  /** Changes the password and signs all other sessions out. */
  changePassword(
    caller: Caller,
    wish: { readonly currentPassword: string; readonly newPassword: string },
  ): Promise<void>;
  /** Checks the password of an account that has one: FORBIDDEN for a wrong or missing one. */
  requirePassword(caller: Caller, password: string | null): Promise<void>;
  /** Tells every process that all sessions of a user have ended, as their rows say already. */
  tellEnded(userId: string): Promise<void>;
  /** Lets an account of the configured OIDC issuer sign in as the caller; `token` is its JWT. */
  linkOidc(caller: Caller, token: string): Promise<void>;
  /**
   * No account of an issuer signs in as the caller any more, and all other sessions end.
   * VALIDATION_FAILED when there would be no way in left, NOT_FOUND when none is linked.
   */
  unlinkOidc(caller: Caller): Promise<void>;
}
