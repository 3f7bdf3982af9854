import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { AppError, invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import type { Caller, PasskeyView } from './contract.ts';
import type { CredentialsDeps } from './credentials.ts';
import type { Origin } from './deps.ts';
import {
  type ChallengeRow,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  notePasskeyUse,
  type PasskeyRow,
  passkeyOfId,
  passkeysOfUser,
  takeChallenge,
  takeChallengesOfUser,
} from './factors.sql.ts';
import { letters } from './letters.ts';
import { secretId } from './secrets.ts';
import type { StartedSession } from './session-store.ts';
import { inTransaction } from './transaction.ts';

/** A ceremony with a passkey must be finished within this time. */
export const PASSKEY_CEREMONY_MS = 300_000;
/** Passkeys of one account. */
export const MAX_PASSKEYS = 20;
/** Longest name of a passkey. */
export const MAX_PASSKEY_NAME_CHARACTERS = 64;

type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** Passkeys: each is two factors at once, since it asks for a finger, a face or a PIN. */
export interface Passkeys {
  ofUser(userId: string): Promise<readonly PasskeyView[]>;
  begin(caller: Caller): Promise<string>;
  finish(caller: Caller, wish: { name: string; responseJson: string }): Promise<PasskeyView>;
  remove(caller: Caller, passkeyId: string): Promise<void>;
  /** Options for navigator.credentials.get(), without saying who wants to sign in. */
  beginSignIn(origin: Origin): Promise<{ challengeId: string; optionsJson: string }>;
  /** UNAUTHORIZED for everything but a good answer to a challenge of this service. */
  signIn(
    wish: { readonly challengeId: string; readonly responseJson: string },
    origin: Origin,
  ): Promise<StartedSession>;
}

const viewOf = ({ id, name, createdAt }: PasskeyRow): PasskeyView => ({ id, name, createdAt });
const originOf = ({ ip, userAgent }: Caller): Origin => ({ ip, userAgent });

/** JSON of a browser; null when it is none. */
function objectOf<Response extends object>(json: string): Response | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Response) : null;
  } catch {
    return null;
  }
}

export function createPasskeys(deps: CredentialsDeps): Passkeys {
  const { database, random, wallClock, config, journal, store, throttle } = deps;
  const write = letters(config.publicUrl);
  const rpID = new URL(config.publicUrl).hostname;
  const party = { expectedOrigin: config.publicUrl, expectedRPID: rpID };
  const at = (ms = 0): string => isoTime(wallClock.now() + ms);

  const rowsOf = (userId: string): Promise<PasskeyRow[]> =>
    database.reads.query<PasskeyRow & Record<string, unknown>>(passkeysOfUser, [userId]);

  async function open(kind: string, userId: string | null, challenge: string): Promise<string> {
    const id = secretId(random);
    await inTransaction(database, async (run) => {
      if (userId !== null) await run(takeChallengesOfUser, [userId, kind]);
      await run(insertChallenge, [id, kind, userId, challenge, at(PASSKEY_CEREMONY_MS)]);
    });
    return id;
  }

  async function checkedCreation(userId: string, responseJson: string) {
    const [open] = await inTransaction(database, (run) =>
      run<{ value: string; expiresAt: number }>(takeChallengesOfUser, [userId, 'passkey-add']),
    );
    const response = objectOf<RegistrationResponse>(responseJson);
    if (!open || open.expiresAt <= wallClock.now() || !response) return null;
    try {
      const verified = await verifyRegistrationResponse({
        response,
        expectedChallenge: open.value,
        ...party,
        requireUserVerification: true,
      });
      return verified.verified ? verified.registrationInfo.credential : null;
    } catch {
      return null;
    }
  }

  /** The passkey that has answered, or null; the challenge is gone either way. */
  async function checkedUse(challengeId: string, responseJson: string): Promise<PasskeyRow | null> {
    const response = objectOf<AuthenticationResponse>(responseJson);
    if (!isId(challengeId) || typeof response?.id !== 'string') return null;
    const [open] = await inTransaction(database, (run) =>
      run<ChallengeRow>(takeChallenge, [challengeId, 'passkey-sign-in', at()]),
    );
    const [passkey] = await database.reads.query<PasskeyRow & Record<string, unknown>>(
      passkeyOfId,
      [response.id],
    );
    if (!open || !passkey) return null;
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: open.value,
        ...party,
        requireUserVerification: true,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: 0,
        },
      });
      if (!verified) return null;
      const values = [passkey.id, authenticationInfo.newCounter, at()];
      const used = await inTransaction(database, (run) => run(notePasskeyUse, values));
      return used.length > 0 ? passkey : null;
    } catch {
      return null;
    }
  }

  return {
    ofUser: async (userId) => (await rowsOf(userId)).map(viewOf),

    async begin({ principal: { userId, username } }) {
      const known = await rowsOf(userId);
      if (known.length >= MAX_PASSKEYS) throw invalid(`at most ${MAX_PASSKEYS} passkeys`);
      const options = await generateRegistrationOptions({
        rpName: 'Skein',
        rpID,
        userName: username,
        userID: new Uint8Array(Buffer.from(userId)),
        attestationType: 'none',
        excludeCredentials: known.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await open('passkey-add', userId, options.challenge);
      return JSON.stringify(options);
    },

    async finish(caller, { name, responseJson }) {
      const label = name.trim();
      if (label === '' || label.length > MAX_PASSKEY_NAME_CHARACTERS) {
        throw invalid(`name must have 1 to ${MAX_PASSKEY_NAME_CHARACTERS} characters`);
      }
      const { userId } = caller.principal;
      const credential = await checkedCreation(userId, responseJson);
      if (!credential) throw invalid('responseJson does not answer an open enrolment; begin again');
      const createdAt = wallClock.now();
      const key = Buffer.from(credential.publicKey).toString('base64url');
      const transports = (credential.transports ?? []).join(',');
      const { id, counter } = credential;
      await inTransaction(database, async (run) => {
        const values = [id, userId, label, key, counter, transports, isoTime(createdAt)];
        const added = await run(insertPasskey, values);
        if (added.length === 0) throw invalid('this passkey is enrolled already');
        const details = { name: label };
        await journal.note(run, { userId, kind: 'passkey_added', ...originOf(caller), details });
        await journal.mail(run, { userId, ...write.passkeyAdded(label) });
      });
      return { id, name: label, createdAt };
    },

    async remove(caller, passkeyId) {
      const { userId } = caller.principal;
      await inTransaction(database, async (run) => {
        const [removed] = await run<{ name: string }>(deletePasskey, [passkeyId, userId]);
        if (!removed) throw new AppError('NOT_FOUND', { message: 'No such passkey.' });
        const details = { name: removed.name };
        await journal.note(run, { userId, kind: 'passkey_removed', ...originOf(caller), details });
        await journal.mail(run, { userId, ...write.passkeyRemoved(removed.name) });
      });
    },

    async beginSignIn(origin) {
      await throttle.take({ kind: 'address', of: origin.ip ?? '' });
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      const challengeId = await open('passkey-sign-in', null, options.challenge);
      return { challengeId, optionsJson: JSON.stringify(options) };
    },

    async signIn({ challengeId, responseJson }, origin) {
      await throttle.take({ kind: 'address', of: origin.ip ?? '' });
      const passkey = await checkedUse(challengeId, responseJson);
      if (!passkey) throw new AppError('UNAUTHORIZED', { message: 'The passkey is not accepted.' });
      const { userId } = passkey;
      return inTransaction(database, (run) =>
        store.start(run, { userId, method: 'passkey', origin }),
      );
    },
  };
}
