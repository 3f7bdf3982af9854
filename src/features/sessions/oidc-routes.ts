import { answer } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { oidcCookie } from './cookie.ts';
import type { OidcVisitor } from './oidc-flow.ts';
import { OIDC_ATTEMPT_MS } from './oidc-limits.ts';
import type { OriginOf } from './origin.ts';
import type { AuthContext } from './routes.ts';
import {
  CHALLENGE,
  oidcEndSchema,
  oidcFinishBody,
  oidcStartBody,
  oidcStartSchema,
  tokenExample,
} from './schemas.ts';

const tag = 'Sign-in';
const errors = ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'OVERLOADED'] as const;

type Request = Parameters<OriginOf>[0];

/**
 * Signing in at the configured OIDC issuer, and linking an account there. The console opens the
 * issuer's page and takes its answer, so that these routes redirect nowhere either.
 */
export function oidcRoutes(context: AuthContext): readonly Route[] {
  return [startRoute(context), finishRoute(context)];
}

/** Who asks. FORBIDDEN, UNSUPPORTED_MEDIA_TYPE for a request of another site. */
async function visitorOf(context: AuthContext, request: Request): Promise<OidcVisitor> {
  const { signIn, cookie, own } = context;
  const origin = own(request);
  const sessionSecret = cookie.read(request.headers);
  return {
    secret: oidcCookie(signIn.config.publicUrl).read(request.headers),
    session: sessionSecret === null ? null : await signIn.store.ofSecret(sessionSecret),
    origin,
  };
}

const startRoute = (auth: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/oidc/start',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'Begin to sign in at the OIDC issuer',
    description:
      'Sets a cookie for ten minutes and answers the page of the issuer to open. The issuer sends ' +
      'people back to `/sign-in/oidc`. NOT_FOUND where no issuer is configured; ' +
      'UNAUTHORIZED for a link without a session.',
    body: oidcStartBody,
    response: oidcStartSchema,
    errors,
    examples: {
      request: { purpose: 'sign-in', to: '/groups' },
      response: {
        url: 'https://id.example/authorize?response_type=code&client_id=skein-console',
      },
    },
    async handler(context) {
      const visitor = await visitorOf(auth, context);
      const { url, secret } = await auth.signIn.oidcFlow.start(context.body, visitor);
      const cookie = oidcCookie(auth.signIn.config.publicUrl);
      const setCookie = cookie.set(secret, OIDC_ATTEMPT_MS / 1_000);
      return answer({ url }, { headers: { 'set-cookie': setCookie } });
    },
  });

const finishRoute = (auth: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/oidc/finish',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'Finish to sign in at the OIDC issuer',
    description:
      'Takes what the issuer sent back to `/sign-in/oidc`, once, and only from the browser that ' +
      'began. The first sign-in of an account at the issuer makes a user, whatever e-mail address ' +
      'it has. VALIDATION_FAILED for a link of an account that is another user’s.',
    body: oidcFinishBody,
    response: oidcEndSchema,
    errors,
    examples: {
      request: { state: CHALLENGE, code: 'SplxlOBeZQQYbYS6WxSbIA' },
      response: { purpose: 'sign-in', to: '/groups', challenge: null, session: tokenExample },
    },
    async handler(context) {
      const visitor = await visitorOf(auth, context);
      const { purpose, to, entered } = await auth.signIn.oidcFlow.finish(context.body, visitor);
      if (entered === null) return { purpose, to, challenge: null, session: null };
      if ('challenge' in entered) {
        return { purpose, to, challenge: entered.challenge, session: null };
      }
      return auth.enter(context, entered.session, (session) => ({
        purpose,
        to,
        challenge: null,
        session,
      }));
    },
  });
