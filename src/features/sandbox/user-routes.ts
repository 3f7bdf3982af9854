import { Type } from 'typebox';
import { dollars } from '../../money/text.ts';
import { rawAnswer } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import {
  id,
  idParam,
  isoInstant,
  moneyString,
  nullable,
  oneOf,
  usdcAmount,
} from '../../platform/http/schema.ts';
import { deposit } from '../account/index.ts';
import { keyScopes } from '../identity/index.ts';
import type { SandboxDeps } from './deps.ts';
import { requireInstant } from './instant.ts';
import { SANDBOX_TAG as tag } from './tag.ts';

const SOURCE = 'sandbox';
const USER = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
const KEY = '01920f3c-7a2b-7c4d-9e66-1b2c3d4e5f60';
const SECRET = 'svc_4fT9aQ0000000000000000000000000000000000000';

const secret = Type.String({
  description: 'The API key. It is shown this once and stored nowhere.',
  examples: [SECRET],
});
const scopes = Type.Optional(
  Type.Array(oneOf(keyScopes, { description: 'A scope.' }), {
    description: 'What the key allows; all ordinary scopes where it is not given.',
    examples: [['read', 'trade:spot']],
  }),
);

/** Users, money and keys without a sign-up. */
export const userRoutes = (deps: SandboxDeps): readonly Route[] => [
  createUserRoute(deps),
  depositRoute(deps),
  createKeyRoute(deps),
  revokeKeyRoute(deps),
];

const createUserRoute = ({ identity, mode }: SandboxDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/users',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Make a user with a key',
    description:
      'A user with a wallet, a deposit where one is named, and a first API key. The region of the ' +
      'user is not known.',
    body: Type.Object({
      username: Type.String({
        description: '3 to 30 letters, digits and underscores, unique; letters become small.',
        examples: ['ada'],
      }),
      depositUsd: Type.Optional(usdcAmount('What the wallet starts with; nothing by default.')),
      scopes,
    }),
    response: Type.Object({
      userId: id('Id of the user.'),
      idpId: Type.String({
        description: 'Id of the user at the identity provider.',
        examples: [`idp_${USER}`],
      }),
      apiKey: secret,
    }),
    status: 201,
    examples: {
      request: { username: 'ada', depositUsd: '1000' },
      response: { userId: USER, idpId: `idp_${USER}`, apiKey: SECRET },
    },
    async handler({ body: { username, depositUsd = '0', scopes: wished = null } }) {
      const amount = dollars(depositUsd);
      const made = await identity.createUser({
        username,
        mode,
        deposit: amount === 0n ? null : { amount, source: SOURCE },
        key: { label: SOURCE, scopes: wished, expiresAt: null },
      });
      return { ...made, apiKey: made.apiKey ?? '' };
    },
  });

const depositRoute = ({ engine }: SandboxDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/users/{id}/deposits',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Deposit into a wallet',
    description: 'The amount is in the wallet, and spendable, when this answers.',
    params: Type.Object({ id: idParam('Id of the user.') }),
    body: Type.Object({ amountUsd: usdcAmount('What comes in, above 0.', '1000') }),
    response: Type.Object({
      depositId: id('Id of the deposit and of its movement in the ledger.'),
      userId: id('Id of the user.'),
      amountUsd: moneyString('What came in.', '1000'),
      cashBalanceUsd: moneyString('Spendable USDC afterwards.', '1500'),
    }),
    examples: {
      request: { amountUsd: '1000' },
      response: { depositId: KEY, userId: USER, amountUsd: '1000', cashBalanceUsd: '1500' },
    },
    async handler({ params, body }) {
      const command = { userId: params.id, amount: dollars(body.amountUsd), source: SOURCE };
      return rawAnswer(await engine.submit(deposit, command, { userId: params.id }));
    },
  });

const createKeyRoute = ({ identity }: SandboxDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/keys',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Make an API key',
    description: 'A further key of a user. `groups:pay` must be named to be given.',
    body: Type.Object({
      userId: id('Id of the user.'),
      label: Type.Optional(
        Type.String({ description: 'What to call it.', default: SOURCE, examples: ['bot'] }),
      ),
      scopes,
      expiresAt: Type.Optional(
        nullable(isoInstant('When it ends, in business time; never by default.')),
      ),
    }),
    response: Type.Object({ id: id('Id of the key.'), apiKey: secret }),
    status: 201,
    errors: ['NOT_FOUND'],
    examples: {
      request: { userId: USER, label: 'bot', scopes: ['read', 'trade:spot'] },
      response: { id: KEY, apiKey: SECRET },
    },
    handler: ({ body: { userId, label = SOURCE, scopes: wished = null, expiresAt = null } }) =>
      identity.createKey(userId, {
        label,
        scopes: wished,
        expiresAt: expiresAt === null ? null : requireInstant('expiresAt', expiresAt),
      }),
  });

const revokeKeyRoute = ({ identity }: SandboxDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/keys/{id}',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Revoke an API key',
    description: 'The key ends for good, in all processes within a second.',
    params: Type.Object({ id: idParam('Id of the key.') }),
    response: Type.Object({ id: id('Id of the key.') }),
    examples: { response: { id: KEY } },
    handler: ({ params }) => identity.revokeKey(params.id),
  });
