import { defineRoute, type Route } from '../../platform/http/route.ts';
import type { AuthContext } from './routes.ts';
import {
  acceptedSchema,
  doneSchema,
  emailBody,
  mailedTokenBody,
  signUpBody,
  tokenExample,
  tokenSchema,
} from './schemas.ts';

const tag = 'Sign-in';
const PASSWORD = 'a violet skein of geese';
const MAILED = 'q83vEjRWeJA7tDq9fZ0h1zQyQ0m1b2x3Y4z5A6B7C8D';

/** What goes by way of a mailbox: signing up, confirming an address, resetting a password. */
export const mailRoutes = (context: AuthContext): readonly Route[] => [
  signUpRoute(context),
  verifyRoute(context),
  requestResetRoute(context),
  resetRoute(context),
];

const signUpRoute = ({ signIn, own }: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/sign-up',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'Sign up with an e-mail address',
    description:
      'Mails a link that confirms the address; the account begins with it. An address that has an ' +
      'account is answered alike and mailed a notice instead. Signing up again before the link was ' +
      'used replaces the password and the link.',
    body: signUpBody,
    response: acceptedSchema,
    errors: ['FORBIDDEN', 'RATE_LIMITED', 'OVERLOADED'],
    examples: {
      request: { email: 'ada@example.org', password: PASSWORD, username: 'ada' },
      response: { accepted: true },
    },
    async handler(context) {
      await signIn.credentials.signUp(context.body, own(context));
      return { accepted: true };
    },
  });

const verifyRoute = ({ signIn, own, enter }: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/verify-email',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'Confirm an e-mail address',
    description:
      'Takes the mailed token and the password of the sign-up, makes the user (in paper mode with ' +
      'the deposit) and signs in. The token alone does nothing: whoever got a mail by mistake ' +
      'cannot open an account with a password that somebody else knows.',
    body: mailedTokenBody,
    response: tokenSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED', 'OVERLOADED'],
    examples: { request: { token: MAILED, password: PASSWORD }, response: tokenExample },
    async handler(context) {
      const session = await signIn.credentials.verifyEmail(context.body, own(context));
      return enter(context, session, (token) => token);
    },
  });

const requestResetRoute = ({ signIn, own }: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/reset-password/request',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'Ask to reset a password',
    description: 'Mails a link if the address has an account; the answer is the same if not.',
    body: emailBody,
    response: acceptedSchema,
    errors: ['FORBIDDEN', 'RATE_LIMITED', 'OVERLOADED'],
    examples: { request: { email: 'ada@example.org' }, response: { accepted: true } },
    async handler(context) {
      await signIn.credentials.requestReset(context.body.email, own(context));
      return { accepted: true };
    },
  });

const resetRoute = ({ signIn, own }: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/reset-password',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'Reset a password',
    description:
      'Sets the password and signs all sessions out. A second factor stays: it is asked for at ' +
      'the next sign-in.',
    body: mailedTokenBody,
    response: doneSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED', 'OVERLOADED'],
    examples: { request: { token: MAILED, password: PASSWORD }, response: { done: true } },
    async handler(context) {
      await signIn.credentials.resetPassword(context.body, own(context));
      return { done: true };
    },
  });
