import { Type } from 'typebox';
import { AppError, invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import { page } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { cursorQuery, id, isoInstant, limitQuery } from '../../platform/http/schema.ts';
import { isId, LAST_ID } from '../../platform/ids.ts';
import type { SignIn } from './create-sessions.ts';
import { userExists } from './login.sql.ts';
import { type OutboxRow, outboxPage } from './mail.sql.ts';
import { SANDBOX_TOKEN_SECONDS } from './tokens.ts';
import { inTransaction } from './transaction.ts';

const tag = 'Sandbox';
const USER = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';

/** Sessions without a sign-in, and the mail that was not sent (contract 15). */
export const sessionSandboxRoutes = (deps: {
  signIn: SignIn;
  database: Pick<Database, 'reads' | 'withClient'>;
}): readonly Route[] => [sessionRoute(deps), outboxRoute(deps)];

interface Deps {
  readonly signIn: SignIn;
  readonly database: Pick<Database, 'reads' | 'withClient'>;
}

const sessionRoute = ({ signIn, database }: Deps): Route =>
  defineRoute({
    method: 'POST',
    path: '/sessions',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Sign a user in',
    description:
      'A session JWT of the embedded identity provider, good for 12 hours. The session is a real ' +
      'one: its owner sees it in the list and can revoke it.',
    body: Type.Object({ userId: id('Id of the user.') }),
    response: Type.Object({
      token: Type.String({
        description: 'Bearer token of the session.',
        examples: ['eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl'],
      }),
    }),
    status: 201,
    errors: ['NOT_FOUND'],
    examples: {
      request: { userId: USER },
      response: { token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl' },
    },
    async handler({ body: { userId }, peerAddress, headers }) {
      const known = isId(userId) ? await database.reads.query(userExists, [userId]) : [];
      if (known.length === 0) throw new AppError('NOT_FOUND', { message: 'No such user.' });
      const origin = signIn.originOf({ peerAddress, headers });
      const session = await inTransaction(database, (run) =>
        signIn.store.start(run, { userId, method: 'sandbox', origin }),
      );
      const of = { userId, sessionId: session.id };
      const { token } = await signIn.tokens.issue(of, SANDBOX_TOKEN_SECONDS);
      return { token };
    },
  });

const outboxRoute = ({ database }: Deps): Route =>
  defineRoute({
    method: 'GET',
    path: '/outbox',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Mail that was not sent',
    description:
      'Without a mail server, paper mode keeps its mail here for 7 days, the newest first. Links ' +
      'in it are secrets.',
    query: Type.Object({ limit: limitQuery(), cursor: cursorQuery() }),
    response: Type.Array(
      Type.Object({
        id: id('Id of the mail.'),
        to: Type.String({ description: 'Address.', examples: ['ada@example.org'] }),
        subject: Type.String({ description: 'Subject.', examples: ['Reset your password'] }),
        text: Type.String({ description: 'Plain text.', examples: ['Open this link …'] }),
        createdAt: isoInstant('When it was written, in real time.'),
      }),
    ),
    examples: {
      response: [
        {
          id: USER,
          to: 'ada@example.org',
          subject: 'Confirm your e-mail address',
          text: 'Welcome to Skein. Open this link …',
          createdAt: '2026-01-31T14:30:00.000Z',
        },
      ],
    },
    async handler({ query: { limit = 50, cursor = LAST_ID } }) {
      if (!isId(cursor)) throw invalid('query.cursor is not a cursor that this service gave out');
      const found = await database.reads.query<OutboxRow & Record<string, unknown>>(outboxPage, [
        cursor,
        limit + 1,
      ]);
      const rows = found.slice(0, limit);
      const next = found.length > limit ? (rows.at(-1)?.id ?? null) : null;
      return page(
        rows.map(({ id: mailId, recipient: to, subject, body: text, createdAt }) => ({
          id: mailId,
          to,
          subject,
          text,
          createdAt: isoTime(createdAt),
        })),
        next,
      );
    },
  });
