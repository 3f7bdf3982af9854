import type { Namespace, Socket } from 'socket.io';
import { AppError, invalid } from '../../errors/app-error.ts';
import { errorCatalogue } from '../../errors/catalogue.ts';
import type { Authenticate, Principal } from '../../platform/http/principal.ts';
import type { RateBudget } from '../../platform/http/rate-budget.ts';
import type { Log } from '../../platform/log.ts';

/** An authenticated socket. */
export interface Peer {
  readonly socket: Socket;
  readonly principal: Principal;
  /** The credential as an Authorization header, to look at again while the socket lives. */
  readonly authorization: string;
}

export interface PeerDeps {
  readonly authenticate: Authenticate;
  readonly rateBudget: RateBudget;
  readonly log: Log;
}

/** The credential of a handshake: `auth.token` or the Authorization header, never the query. */
export function authorizationOf({ handshake }: Pick<Socket, 'handshake'>): string | null {
  const { token } = handshake.auth as { token?: unknown };
  if (typeof token === 'string' && token !== '') return `Bearer ${token}`;
  return handshake.headers.authorization ?? null;
}

/**
 * Welcomes every authenticated socket of a namespace; one without a good credential is told so and
 * disconnected (contract 13). Where the credential cannot be looked at just now, the connection is
 * cut without a word, upon which the official client comes again. Who it is is known before the
 * client hears that it is connected, and `welcome` answers messages from its first line on, so that
 * no message comes too early.
 */
export function onPeer(
  namespace: Namespace,
  deps: PeerDeps,
  welcome: (peer: Peer) => void | Promise<void>,
): void {
  const found = new WeakMap<Socket, Peer | string>();
  namespace.use((socket, next) => {
    peerOf(socket, deps).then((peer) => {
      if (peer === null) return void socket.conn.close();
      found.set(socket, peer);
      next();
    });
  });
  namespace.on('connection', (socket) => {
    const peer = found.get(socket);
    if (typeof peer !== 'object') {
      socket.emit('error', { message: peer });
      socket.disconnect(true);
      return;
    }
    const welcomed = async (): Promise<void> => welcome(peer);
    welcomed().catch((err: unknown) => {
      deps.log.warn({ err }, 'a socket could not be welcomed');
      // Not `disconnect`, after which the client would not come again by itself.
      socket.conn.close();
    });
  });
}

/** Whether a credential was looked at and is not good, rather than not looked at. */
export const isRefused = (problem: unknown): boolean =>
  problem instanceof AppError && errorCatalogue[problem.code].httpStatus < 500;

/** Who is behind a socket, or what it is refused with; null when that cannot be known just now. */
async function peerOf(socket: Socket, deps: PeerDeps): Promise<Peer | string | null> {
  const authorization = authorizationOf(socket);
  if (authorization === null) return 'Authentication required';
  try {
    const principal = await deps.authenticate(authorization);
    return principal.scopes.has('read') ? { socket, principal, authorization } : 'Invalid token';
  } catch (problem) {
    if (isRefused(problem)) return 'Invalid token';
    deps.log.warn({ err: problem }, 'a socket could not be authenticated');
    return null;
  }
}

type Handler = (payload: Record<string, unknown>) => object | Promise<object>;

/**
 * Answers a message of the client by its acknowledgement: `{ ok: true, … }` or
 * `{ ok: false, code, message }` with a code of the catalogue. Each counts against the key's budget.
 */
export function answer(
  { socket, principal }: Peer,
  deps: Pick<PeerDeps, 'rateBudget' | 'log'>,
  message: { name: string; scope: 'read' | 'chat'; handler: Handler },
): void {
  socket.on(message.name, (payload: unknown, reply?: unknown) => {
    const acknowledge = typeof reply === 'function' ? (reply as (ack: object) => void) : () => {};
    respond(principal, deps, message, payload)
      .catch((problem: unknown) => refusalOf(problem, deps.log))
      .then(acknowledge);
  });
}

async function respond(
  principal: Principal,
  { rateBudget }: Pick<PeerDeps, 'rateBudget'>,
  { scope, handler }: { scope: 'read' | 'chat'; handler: Handler },
  payload: unknown,
): Promise<object> {
  const budget = await rateBudget.take(principal.budgetKey);
  if (!budget.admitted) {
    throw new AppError('RATE_LIMITED', { retryAfterSeconds: budget.resetSeconds });
  }
  if (!principal.scopes.has(scope)) throw new AppError('SCOPE_REQUIRED', { details: { scope } });
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  if (!isObject) throw invalid('the payload must be an object');
  return { ok: true, ...(await handler(payload as Record<string, unknown>)) };
}

function refusalOf(problem: unknown, log: Log): object {
  if (problem instanceof AppError) {
    const { code, message, details } = problem;
    return { ok: false, code, message, details };
  }
  log.error({ err: problem }, 'a message of a socket failed');
  return { ok: false, code: 'INTERNAL', message: errorCatalogue.INTERNAL.description };
}

/** A text of a payload. VALIDATION_FAILED when it is none, empty or too long. */
export function textOf(payload: Record<string, unknown>, field: string, most = 256): string {
  const value = payload[field];
  if (typeof value !== 'string' || value === '' || value.length > most) {
    throw invalid(`${field} must be a text of at most ${most} characters`);
  }
  return value;
}
