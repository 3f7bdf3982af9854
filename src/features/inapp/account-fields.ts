import type { AccountEnd } from '../own-data/index.ts';
import type { Caller } from '../sessions/index.ts';

/** What a session does with the account as a whole; refusals as `AccountEnd` says. */
export const accountFields = (accountEnd: AccountEnd) => ({
  deleteAccount: (
    { totp = null, password = null }: { totp?: string | null; password?: string | null },
    { principal, ip, userAgent }: Caller,
  ) => accountEnd.end({ principal, ip, userAgent }, { totp, password }),
});
