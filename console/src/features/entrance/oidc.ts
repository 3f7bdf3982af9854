import { auth, type OidcEnd, type SignInConfig } from './auth-api.ts';

/** The page that the issuer sends people back to, as the service tells it. */
export const OIDC_PAGE = '/sign-in/oidc';

/** What the issuer sent back in the address. */
interface Returned {
  readonly state: string;
  readonly code: string;
  readonly iss?: string;
}

/**
 * Takes the answer of the issuer out of the address, before anything else reads it: it stays in no
 * history, and no router makes numbers of it. Null where there is none, as after a reload.
 */
function takeReturned(): Returned | null {
  if (location.pathname !== OIDC_PAGE) return null;
  const sent = new URLSearchParams(location.search);
  history.replaceState(null, '', OIDC_PAGE);
  const [state, code, iss] = [sent.get('state'), sent.get('code'), sent.get('iss')];
  if (state === null || code === null) return null;
  return { state, code, ...(iss === null ? {} : { iss }) };
}

let returned = takeReturned();

/** Ends what was begun, once; null where the issuer has sent nothing to end it with. */
export async function finishOidc(): Promise<OidcEnd | null> {
  const answer = returned;
  returned = null;
  return answer === null ? null : auth.finishOidc(answer);
}

/**
 * Leaves for the page of the issuer. It sends people back to the public address, where the cookie of
 * the attempt must be: who looks from another one is led there first.
 */
export async function leaveForIssuer(
  { issuer: publicUrl }: SignInConfig,
  wish: { readonly purpose: 'sign-in' | 'link'; readonly to: string },
): Promise<void> {
  const isThere = location.origin === publicUrl;
  location.assign(isThere ? (await auth.startOidc(wish)).url : `${publicUrl}/sign-in`);
}
