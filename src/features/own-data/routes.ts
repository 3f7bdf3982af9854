import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { type TSchema, Type } from 'typebox';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { StreamAnswer } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { isoInstant } from '../../platform/http/schema.ts';
import { exportAccount, exportedLists } from './export-account.ts';
import { noteExport } from './note-export.ts';

/** When to ask again while an export of the same user runs, in seconds. */
const RETRY_AFTER_SECONDS = 10;

export interface OwnDataDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
  readonly clock: Clock;
  readonly originOf: (request: {
    readonly peerAddress: string;
    readonly headers: IncomingHttpHeaders;
  }) => { readonly ip: string | null; readonly userAgent: string | null };
}

const ownObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
  } as TSchema);

/** `spotTrades` becomes `spot trades`. */
const words = (name: string): string => name.replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`);

const listSchemas = Object.fromEntries(
  ['balances', 'swapPositions', ...Object.keys(exportedLists)].map((name) => [
    name,
    Type.Array(ownObject('One row; amounts are decimal text, instants ISO 8601.'), {
      description: `The user's own: ${words(name)}.`,
    }),
  ]),
);

const exportSchema = Type.Object({
  exportedAt: isoInstant('When the export was begun.'),
  profile: ownObject('Who the user is here and how they sign in; no secret.'),
  notificationSettings: ownObject('What the user wants to hear of.'),
  ...listSchemas,
});

const example = {
  exportedAt: '2026-01-31T14:30:00.000Z',
  profile: { id: '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f', username: 'ada', email: null },
  notificationSettings: { security: { mail: true, inApp: true } },
  ...Object.fromEntries(Object.keys(listSchemas).map((name) => [name, []])),
};

/** What users take along of their account. */
export function ownDataRoutes({ engine, reads, clock, originOf }: OwnDataDeps): readonly Route[] {
  const running = new Set<string>();
  return [
    defineRoute({
      method: 'GET',
      path: '/account/export',
      scope: 'read',
      tag: 'Account',
      summary: 'Everything of the account as one JSON',
      description:
        'For a signed-in person, not for an API key. The answer is sent while it is read, so it may ' +
        'be long; one at a time. It holds no secret. The security log notes it.',
      response: exportSchema,
      errors: ['FORBIDDEN'],
      examples: { response: example },
      async handler({ principal, peerAddress, headers }) {
        if (principal.authMethod !== 'jwt') throw new AppError('FORBIDDEN');
        const { userId } = principal;
        if (running.has(userId)) {
          throw new AppError('RATE_LIMITED', {
            message: 'An export of this account is on its way already.',
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          });
        }
        running.add(userId);
        try {
          const command = { userId, ...originOf({ peerAddress, headers }) };
          await engine.submit(noteExport, command, { userId });
          const pieces = exportAccount(reads, { userId, atMs: clock.now() });
          const stream = Readable.from(pieces, { objectMode: false });
          stream.once('close', () => running.delete(userId));
          return new StreamAnswer(stream, {
            'content-disposition': 'attachment; filename="skein-account.json"',
            'cache-control': 'no-store',
          });
        } catch (problem) {
          running.delete(userId);
          throw problem;
        }
      },
    }),
  ];
}
