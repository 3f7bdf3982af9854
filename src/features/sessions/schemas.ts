import { Type } from 'typebox';
import { id, isoInstant, nullable, oneOf } from '../../platform/http/schema.ts';
import { MAX_EMAIL_CHARACTERS } from './credentials.ts';
import { MAX_OIDC_CODE_CHARACTERS, MAX_RETURN_PATH_CHARACTERS } from './oidc-limits.ts';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from './password.ts';

const TOKEN = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl';
const SECRET = 'q83vEjRWeJA7tDq9fZ0h1zQyQ0m1b2x3Y4z5A6B7C8D';
export const CHALLENGE = '5f0c8a52-6d1a-4b3e-8c55-0a1b2c3d4e5f';

/** Longer texts are refused before they cost anything; the rule itself is told by its own words. */
const MAX_SENT_CHARACTERS = 1_024;
/** A mailed secret: 256 bits in base64url. */
const SECRET_CHARACTERS = 43;
/** A code or a recovery code, as people type it. */
const MAX_CODE_CHARACTERS = 32;
/** What an authenticator answers, as JSON. */
const MAX_RESPONSE_CHARACTERS = 16_384;

const emailField = Type.String({
  description: 'E-mail address; letters become small.',
  maxLength: MAX_EMAIL_CHARACTERS,
  examples: ['ada@example.org'],
});
const passwordField = Type.String({
  description: `${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters.`,
  maxLength: MAX_SENT_CHARACTERS,
  examples: ['a violet skein of geese'],
});
const mailedToken = Type.String({
  description: 'What stands behind `#token=` in the mailed link.',
  maxLength: SECRET_CHARACTERS,
  examples: [SECRET],
});

export const signUpBody = Type.Object({
  email: emailField,
  password: passwordField,
  username: Type.String({
    description: '3 to 30 letters, digits and underscores; letters become small.',
    maxLength: 30,
    examples: ['ada'],
  }),
});
export const signInBody = Type.Object({ email: emailField, password: passwordField });
export const secondStepBody = Type.Object({
  challenge: Type.String({
    description: 'What the first step answered.',
    maxLength: 36,
    examples: [CHALLENGE],
  }),
  code: Type.String({
    description: 'The six digits that the authenticator shows, or a recovery code.',
    maxLength: MAX_CODE_CHARACTERS,
    examples: ['492039'],
  }),
});
export const mailedTokenBody = Type.Object({ token: mailedToken, password: passwordField });
export const emailBody = Type.Object({ email: emailField });
export const passkeyBody = Type.Object({
  challengeId: Type.String({
    description: 'As the options came with.',
    maxLength: 36,
    examples: [CHALLENGE],
  }),
  responseJson: Type.String({
    description: 'What navigator.credentials.get() gave, as JSON.',
    maxLength: MAX_RESPONSE_CHARACTERS,
    examples: ['{"id":"…","type":"public-key"}'],
  }),
});

export const acceptedSchema = Type.Object({
  accepted: Type.Boolean({ description: 'Always true: look into the mailbox.', examples: [true] }),
});
export const doneSchema = Type.Object({
  done: Type.Boolean({ description: 'Always true.', examples: [true] }),
});

const token = Type.String({
  description: 'Bearer token of the session. Keep it in memory, never in storage.',
  examples: [TOKEN],
});
export const tokenSchema = Type.Object(
  {
    userId: id('Id of the user.'),
    token,
    expiresAt: isoInstant('When the token ends, in real time; get the next one before.'),
  },
  { title: 'AccessToken', description: 'An access token of the session in the cookie.' },
);
export const tokenExample = {
  userId: '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f',
  token: TOKEN,
  expiresAt: '2026-01-31T14:40:00.000Z',
};

const challengeField = nullable(
  Type.String({
    description: 'Not null: the second factor is needed, and this goes with the code.',
    examples: [CHALLENGE],
  }),
);
const sessionField = (description: string) =>
  Type.Unsafe<typeof tokenExample | null>({
    ...tokenSchema,
    type: ['object', 'null'],
    title: undefined,
    description,
  });
export const signInSchema = Type.Object({
  challenge: challengeField,
  session: sessionField('Null while the second factor is missing.'),
});

const purposeField = oneOf(['sign-in', 'link'], {
  description: '`sign-in`, or `link`: let the account at the issuer sign in as who is signed in.',
});
const returnPath = Type.String({
  description: 'Path of the console to go on at; never another address.',
  // One slash, then neither a second one nor what browsers take for one.
  pattern: '^/(?![/\\\\])[!-\\[\\]-~]*$',
  maxLength: MAX_RETURN_PATH_CHARACTERS,
  examples: ['/groups'],
});
export const oidcStartBody = Type.Object({
  purpose: purposeField,
  to: returnPath,
});
export const oidcStartSchema = Type.Object({
  url: Type.String({
    description: 'The page of the issuer, which the browser opens next.',
    examples: ['https://id.example/authorize?response_type=code&client_id=skein-console'],
  }),
});
export const oidcFinishBody = Type.Object({
  state: Type.String({
    description: 'As the issuer sent it back.',
    maxLength: 36,
    examples: [CHALLENGE],
  }),
  code: Type.String({
    description: 'As the issuer sent it.',
    minLength: 1,
    maxLength: MAX_OIDC_CODE_CHARACTERS,
    examples: ['SplxlOBeZQQYbYS6WxSbIA'],
  }),
  iss: Type.Optional(
    Type.String({
      description: 'The issuer that sent it, where it names itself (RFC 9207).',
      maxLength: MAX_SENT_CHARACTERS,
      examples: ['https://id.example'],
    }),
  ),
});
export const oidcEndSchema = Type.Object({
  purpose: purposeField,
  to: returnPath,
  challenge: challengeField,
  session: sessionField('Null after a link, and while the second factor is missing.'),
});

export const optionsSchema = Type.Object({
  challengeId: Type.String({ description: 'Goes back with the answer.', examples: [CHALLENGE] }),
  optionsJson: Type.String({
    description: 'PublicKeyCredentialRequestOptions as JSON, for navigator.credentials.get().',
    examples: ['{"challenge":"…","rpId":"localhost","userVerification":"required"}'],
  }),
});

export const configSchema = Type.Object({
  issuer: Type.String({
    description: 'Issuer of the tokens of this service.',
    examples: ['http://localhost:3000'],
  }),
  minPasswordCharacters: Type.Integer({ description: 'Of a password.', examples: [12] }),
  outbox: Type.Boolean({
    description: 'Whether mail goes to the outbox page instead of a mail server.',
    examples: [true],
  }),
  sandbox: Type.Boolean({
    description: 'Whether there is a sandbox, which opens with the token of the operator.',
    examples: [true],
  }),
  clock: Type.Object(
    {
      now: isoInstant('The present instant of business time.'),
      rate: Type.String({
        description: 'Business seconds in a real second: 0 while the clock stands.',
        examples: ['1'],
      }),
    },
    { description: 'The clock that everything follows but tokens and codes.' },
  ),
  oidcIssuer: nullable(
    Type.String({
      description: 'OIDC issuer; null without one.',
      examples: ['https://id.example'],
    }),
  ),
  oidcName: nullable(
    Type.String({ description: 'How people call that issuer.', examples: ['Example ID'] }),
  ),
  oidcClientId: nullable(
    Type.String({ description: 'Client id of the console there.', examples: ['skein-console'] }),
  ),
});
