import { demoRoutes } from '../features/demo/index.ts';
import {
  authRoutes,
  type MailWorker,
  OUTBOX_PAGE,
  openEntrance,
  openMailTransport,
  startMailWorker,
} from '../features/sessions/index.ts';
import type { Authenticate } from '../platform/http/principal.ts';
import { inlineScriptHashes } from '../platform/http/reference-page.ts';
import { pagePolicy } from '../platform/http/security-headers.ts';
import type { HttpServer } from '../platform/http/server.ts';
import type { Services } from './services.ts';

/** One check for all credentials: API keys, and the tokens of sessions. */
export interface Credentials {
  readonly authenticate: Authenticate;
  /** Calls the listener after a key or a session was revoked: to close sockets. */
  onRevoked(listener: (id: string) => void): () => void;
}

type Authenticators = Pick<Services, 'authenticator' | 'signIn'>;

/** Chooses by what the header looks like, so that neither costs the other anything. */
export function allCredentials({ authenticator, signIn }: Authenticators): Credentials {
  const sessions = signIn.authenticator;
  return {
    authenticate(header) {
      const isToken = header !== undefined && sessions.accepts(header);
      return isToken ? sessions.authenticate(header) : authenticator.authenticate(header);
    },
    onRevoked(listener) {
      const stops = [authenticator.onRevoked(listener), sessions.onRevoked(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Whether mail that this process writes ends in the outbox. */
const hasOutbox = ({ config }: Services): boolean =>
  config.sandbox && config.mode === 'paper' && config.smtpUrl === null;

/** Sends mail by the configured server, or keeps it for the outbox. */
export function startMail(services: Services): MailWorker {
  const { config } = services;
  const { smtpUrl, mailFrom } = config;
  const transport = smtpUrl === null ? null : openMailTransport(smtpUrl, mailFrom);
  return startMailWorker({
    ...services,
    ...services.surroundings,
    transport,
    outbox: hasOutbox(services),
  });
}

/** What the routes under `/auth` are. */
export const signInRoutes = (services: Services) => [
  ...authRoutes({
    signIn: services.signIn,
    outbox: hasOutbox(services),
    sandbox: services.config.sandbox,
    clock: services.clock,
  }),
  ...demoRoutes(services.demoDoor, openEntrance(services.signIn)),
];

/** The keys that tokens are checked with, and the page of the outbox where there is one. */
export function mountSignIn(server: HttpServer, services: Services): void {
  const { jwks } = services.signIn.tokens;
  server.app.get('/auth/jwks.json', (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300').send(jwks);
  });
  if (!hasOutbox(services)) return;
  const policy = pagePolicy(inlineScriptHashes(OUTBOX_PAGE));
  server.app.get('/outbox', (_request, reply) => {
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8');
    reply.send(OUTBOX_PAGE);
  });
}
