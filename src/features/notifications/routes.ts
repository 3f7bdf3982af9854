import { Type } from 'typebox';
import { claimOf } from '../../engine/claim.ts';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { rawAnswer } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { changeSettings } from './change-settings.ts';
import { readNotificationSettings } from './read-settings.ts';
import { defaultSettings, settingsObject } from './settings.ts';

const tag = 'Account';
const path = '/account/notifications';

const mail = Type.Boolean({ description: 'Whether it is mailed.', examples: [false] });
const inApp = Type.Boolean({ description: 'Whether clients show it.', examples: [true] });
const kinds = {
  followResults: 'Results of the own follows.',
  calls: 'New calls in groups.',
  liquidations: 'Liquidation and deleveraging of own positions.',
  security: 'Sign-in, keys, withdrawals: always on.',
  digest: 'The day in the account, after midnight UTC.',
};
const channels = (description: string) => Type.Object({ mail, inApp }, { description });
const change = (description: string) =>
  Type.Optional(
    Type.Object({ mail: Type.Optional(mail), inApp: Type.Optional(inApp) }, { description }),
  );

const settingsSchema = Type.Object(
  {
    followResults: channels(kinds.followResults),
    calls: channels(kinds.calls),
    liquidations: channels(kinds.liquidations),
    security: channels(kinds.security),
    digest: channels(kinds.digest),
  },
  { title: 'NotificationSettings', description: 'What the user wants to hear of, and where.' },
);
const changeBody = Type.Object({
  followResults: change(kinds.followResults),
  calls: change(kinds.calls),
  liquidations: change(kinds.liquidations),
  security: change(kinds.security),
  digest: change(kinds.digest),
});

const example = settingsObject(defaultSettings);
const changedExample = settingsObject({ ...defaultSettings, mail: 'digest' });

/** What a user wants to hear of. */
export const notificationRoutes = ({
  engine,
  reads,
}: {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
}): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path,
    scope: 'read',
    tag,
    summary: 'What the caller wants to hear of',
    description:
      'Mail is sent by these settings. `inApp` is for clients: streams and sockets tell everything.',
    response: settingsSchema,
    examples: { response: example },
    handler: ({ principal }) => readNotificationSettings(reads, principal.userId),
  }),
  defineRoute({
    method: 'PATCH',
    path,
    scope: 'none',
    tag,
    summary: 'Choose what to hear of',
    description:
      'For a signed-in person, not for an API key. What is not named stays. Security is always on.',
    body: changeBody,
    response: settingsSchema,
    errors: ['FORBIDDEN'],
    examples: { request: { digest: { mail: true } }, response: changedExample },
    async handler({ principal: { userId, authMethod }, body, idempotency }) {
      if (authMethod !== 'jwt') throw new AppError('FORBIDDEN');
      const command = { userId, change: body };
      const claim = claimOf(userId, idempotency);
      return rawAnswer(
        await engine.submit(changeSettings, command, { userId, idempotency: claim }),
      );
    },
  }),
];
