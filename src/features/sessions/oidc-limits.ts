/** The clocks of an issuer and of this service may differ by so much. */
export const OIDC_CLOCK_SKEW_SECONDS = 60;
/** Keys and addresses of the issuer are read again after this long. */
export const OIDC_KEYS_MAX_AGE_MS = 600_000;
/** An unknown key makes the keys be read again, but not more often than this. */
export const OIDC_KEYS_COOLDOWN_MS = 30_000;
/** The issuer must answer within this time. */
export const OIDC_TIMEOUT_MS = 5_000;
/** Largest answer of an issuer that is read, in bytes; real ones have a few thousand. */
export const OIDC_ANSWER_BYTES = 262_144;
/** The issuer must have sent a person back within this time. */
export const OIDC_ATTEMPT_MS = 600_000;
/** Longest subject (OpenID Connect Core, 2). */
export const MAX_SUBJECT_CHARACTERS = 255;
/** Longest code that an issuer may send. */
export const MAX_OIDC_CODE_CHARACTERS = 2_048;
/** Longest path of the console to go on at after a sign-in. */
export const MAX_RETURN_PATH_CHARACTERS = 512;
