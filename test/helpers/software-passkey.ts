import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** An authenticator in software: one ES256 key pair and its counter (WebAuthn level 2). */
export interface SoftwarePasskey {
  readonly id: string;
  /** Answers PublicKeyCredentialCreationOptions; JSON as a browser gives it. */
  create(optionsJson: string, change?: PasskeyChange): string;
  /** Answers PublicKeyCredentialRequestOptions. */
  get(optionsJson: string, change?: PasskeyChange): string;
}

/** What a wrong answer has otherwise. */
export interface PasskeyChange {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the person showed a finger, a face or a PIN; true by default. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly tamper?: boolean;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** The head of a CBOR item (RFC 8949, 3): its major type and a number below 65,536. */
function head(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n]);
  if (n < 256) return Buffer.from([(major << 5) | 24, n]);
  return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
}
const bytes = (data: Buffer): Buffer => Buffer.concat([head(2, data.length), data]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const int = (n: number): Buffer => (n >= 0 ? head(0, n) : head(1, -1 - n));
const map = (...pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

export function softwarePasskey(origin: string): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let uses = 0;

  /** COSE_Key of an ES256 key (RFC 9053, 7.1). */
  const coseKey = map(
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  );
  const clientData = (type: string, challenge: string, change: PasskeyChange): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: change.type ?? type,
        challenge: change.challenge ?? challenge,
        origin: change.origin ?? origin,
        crossOrigin: false,
      }),
    );
  function authData(rpId: string, attested: Buffer | null, change: PasskeyChange): Buffer {
    uses += 1;
    const flags = 1 | ((change.verified ?? true) ? 4 : 0) | (attested ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(change.counter ?? uses);
    const parts = [sha256(change.rpId ?? rpId), Buffer.from([flags]), counter];
    return Buffer.concat(attested ? [...parts, attested] : parts);
  }

  return {
    id,
    create(optionsJson, change = {}) {
      const { challenge, rp } = JSON.parse(optionsJson);
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(authData(rp.id, attested, change))],
      );
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, change)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      });
    },
    get(optionsJson, change = {}) {
      const { challenge, rpId } = JSON.parse(optionsJson);
      const client = clientData('webauthn.get', challenge, change);
      const data = authData(rpId, null, change);
      const signed = change.tamper ? randomBytes(32) : Buffer.concat([data, sha256(client)]);
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', signed, privateKey)),
        },
      });
    },
  };
}
