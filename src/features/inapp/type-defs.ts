/**
 * The schema of `/graphql`: what an interactive session may do and an API key never (contract 14).
 * Money is decimal text, instants are ISO 8601 UTC with milliseconds.
 */
export const typeDefs = /* GraphQL */ `
"What a signed-in person may ask. Every answer is about the caller alone."
type Query {
  "Who is signed in."
  viewer: Viewer!
  "Keys of the caller, the newest first, revoked ones too."
  apiKeys: [ApiKey!]!
  "Sessions that are signed in, the newest first."
  sessions: [Session!]!
  "Withdrawals, the newest first: limit 50, at most 200; cursor is that of the last row read."
  withdrawals(cursor: String, limit: Int): [Withdrawal!]!
  "What may be withdrawn now."
  withdrawalLimits: WithdrawalLimits!
  "Sensitive actions of the account, the newest first: limit 50, at most 200."
  securityLog(cursor: String, limit: Int): [SecurityEvent!]!
}

"Every mutation is of the caller's own. One operation makes one change."
type Mutation {
  "Makes a key. Without scopes it has all ordinary ones; groups:pay only by name."
  createApiKey(label: String!, scopes: [String!], expiresAt: String): CreatedApiKey!
  "Ends a key for good, in every process at once."
  revokeApiKey(id: ID!): ApiKey!
  "Sends USDC to a Solana address. totp is a code of the second factor, which works once."
  withdraw(address: String!, amountUsd: String!, totp: String!): Withdrawal!
  "Takes a withdrawal back that has not been sent: the money is spendable again."
  cancelWithdrawal(id: ID!): Withdrawal!
  "Signs a session out, in every process at once."
  revokeSession(id: ID!): Session!
  "Begins the enrolment of an authenticator; it counts once a code has confirmed it."
  beginTotp(password: String): TotpEnrolment!
  confirmTotp(code: String!): Viewer!
  removeTotp(code: String!): Viewer!
  "Begins the enrolment of a passkey: the options for navigator.credentials.create()."
  beginPasskey: PasskeyCreation!
  finishPasskey(name: String!, responseJson: String!): Passkey!
  removePasskey(id: ID!): Viewer!
  "Changes the password and signs all other sessions out."
  changePassword(currentPassword: String!, newPassword: String!): Viewer!
  "Lets an account of the configured OIDC issuer sign in as the caller; token is its JWT."
  linkOidc(token: String!): Viewer!
  "Takes the link away and signs all other sessions out; refused where it is the only way in."
  unlinkOidc: Viewer!
  "Ends the account for good, once it is empty. password where there is one, totp where a second factor is enrolled."
  deleteAccount(totp: String, password: String): DeletedAccount!
}

type Viewer {
  id: ID!
  "Id at the identity provider."
  idpId: String!
  username: String!
  avatar: String!
  "Null for an account that has none, such as one of the sandbox."
  email: String
  emailVerified: Boolean!
  totpEnabled: Boolean!
  passkeys: [Passkey!]!
  oidcLinked: Boolean!
}

type DeletedAccount {
  id: ID!
  "How others see the user from now on."
  username: String!
  deletedAt: String!
}

type Passkey {
  id: ID!
  name: String!
  createdAt: String!
}

type ApiKey {
  id: ID!
  label: String!
  "First characters of the key: they tell keys apart without giving one away."
  prefix: String!
  scopes: [String!]!
  createdAt: String!
  lastUsedAt: String
  "Null for a key that never ends."
  expiresAt: String
  revokedAt: String
}

type CreatedApiKey {
  "The whole key, shown this once and stored nowhere."
  secret: String!
  apiKey: ApiKey!
}

type Session {
  id: ID!
  createdAt: String!
  lastSeenAt: String!
  userAgent: String!
  "Whether this request belongs to it."
  current: Boolean!
}

enum WithdrawalStatus {
  "To a new address: it waits until availableAt and can be canceled."
  DELAYED
  "To be sent next."
  PENDING
  "Left for the chain; txSignature names the transaction."
  SENT
  "Final on the chain."
  CONFIRMED
  "Taken back by its owner; the money is spendable again."
  CANCELED
  "Could not be delivered; the money is spendable again."
  RETURNED
}

type Withdrawal {
  id: ID!
  "Solana address that receives."
  address: String!
  "USDC, dollars as decimal text."
  amountUsd: String!
  status: WithdrawalStatus!
  "When it is sent at the earliest."
  availableAt: String!
  "Null until it is sent; paper_ and the id of a paper withdrawal."
  txSignature: String
  createdAt: String!
  updatedAt: String!
  "The page after this row begins here."
  cursor: String!
}

type WithdrawalLimits {
  "Least amount of one withdrawal."
  minimumUsd: String!
  "Most that leaves in any 24 hours."
  dailyLimitUsd: String!
  "What is left of it now."
  remainingUsd: String!
  "How long the first withdrawal to an address waits, in milliseconds."
  delayMs: Int!
}

type SecurityEvent {
  id: ID!
  "Such as sign_in, key_created or withdrawal_requested."
  kind: String!
  at: String!
  ip: String
  userAgent: String
  "What was done, as JSON; never a secret."
  details: String!
  "The page after this row begins here."
  cursor: String!
}

type TotpEnrolment {
  "For authenticators that take it by hand: base32."
  secret: String!
  "otpauth:// address for a QR code."
  uri: String!
  "Each works once in place of a code; shown this once."
  recoveryCodes: [String!]!
}

type PasskeyCreation {
  "PublicKeyCredentialCreationOptions as JSON."
  optionsJson: String!
}
`;
