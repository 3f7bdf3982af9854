import { graphql } from '../../api/client.ts';
import { operation } from '../../api/graphql.ts';
import { queryClient } from '../../api/queries.ts';

export interface Viewer {
  readonly id: string;
  readonly username: string;
  readonly avatar: string;
  /** Null for an account that has none: it has no password either. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly totpEnabled: boolean;
  readonly passkeys: readonly Passkey[];
  readonly oidcLinked: boolean;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface ApiKey {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface Session {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly userAgent: string;
  readonly current: boolean;
}

export interface Withdrawal {
  readonly id: string;
  readonly address: string;
  readonly amountUsd: string;
  readonly status: 'DELAYED' | 'PENDING' | 'SENT' | 'CONFIRMED' | 'CANCELED' | 'RETURNED';
  readonly availableAt: string;
  readonly txSignature: string | null;
  readonly createdAt: string;
  readonly cursor: string;
}

export interface WithdrawalLimits {
  readonly minimumUsd: string;
  readonly dailyLimitUsd: string;
  readonly remainingUsd: string;
  readonly delayMs: number;
}

export interface SecurityEvent {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly cursor: string;
}

export interface TotpEnrolment {
  readonly secret: string;
  readonly uri: string;
  readonly recoveryCodes: readonly string[];
}

type Nothing = Record<string, never>;

const KEY = 'id label prefix scopes createdAt lastUsedAt expiresAt revokedAt';
const WITHDRAWAL = 'id address amountUsd status availableAt txSignature createdAt cursor';
const VIEWER =
  'id username avatar email emailVerified totpEnabled oidcLinked passkeys { id name createdAt }';

const viewer = operation<Nothing, { viewer: Viewer }>(`{ viewer { ${VIEWER} } }`);
const apiKeys = operation<Nothing, { apiKeys: ApiKey[] }>(`{ apiKeys { ${KEY} } }`);
const sessions = operation<Nothing, { sessions: Session[] }>(
  '{ sessions { id createdAt lastSeenAt userAgent current } }',
);
const limits = operation<Nothing, { withdrawalLimits: WithdrawalLimits }>(
  '{ withdrawalLimits { minimumUsd dailyLimitUsd remainingUsd delayMs } }',
);
const withdrawals = operation<{ cursor: string | null }, { withdrawals: Withdrawal[] }>(
  `query ($cursor: String) { withdrawals(cursor: $cursor, limit: 50) { ${WITHDRAWAL} } }`,
);
const securityLog = operation<{ cursor: string | null }, { securityLog: SecurityEvent[] }>(
  `query ($cursor: String) {
    securityLog(cursor: $cursor, limit: 50) { id kind at ip userAgent cursor } }`,
);

/** Rows of one page of the lists below. */
export const PAGE = 50;

/** What the session may read, for useQuery. */
export const reads = {
  viewer: {
    queryKey: ['graphql', 'viewer'],
    queryFn: async () => (await graphql(viewer, {})).viewer,
  },
  apiKeys: {
    queryKey: ['graphql', 'apiKeys'],
    queryFn: async () => (await graphql(apiKeys, {})).apiKeys,
  },
  sessions: {
    queryKey: ['graphql', 'sessions'],
    queryFn: async () => (await graphql(sessions, {})).sessions,
  },
  limits: {
    queryKey: ['graphql', 'withdrawalLimits'],
    queryFn: async () => (await graphql(limits, {})).withdrawalLimits,
  },
} as const;

const after = <Row extends { cursor: string }>(rows: readonly Row[]): string | null =>
  rows.length < PAGE ? null : (rows.at(-1)?.cursor ?? null);

/** Long lists of the session, for useInfiniteQuery. */
export const pages = {
  withdrawals: {
    queryKey: ['graphql', 'withdrawals'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }: { pageParam: string | null }) =>
      (await graphql(withdrawals, { cursor: pageParam })).withdrawals,
    getNextPageParam: after<Withdrawal>,
  },
  securityLog: {
    queryKey: ['graphql', 'securityLog'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }: { pageParam: string | null }) =>
      (await graphql(securityLog, { cursor: pageParam })).securityLog,
    getNextPageParam: after<SecurityEvent>,
  },
};

/** What the session may change. */
export const changes = {
  createApiKey: operation<
    { label: string; scopes: readonly string[]; expiresAt: string | null },
    { createApiKey: { secret: string; apiKey: ApiKey } }
  >(`mutation ($label: String!, $scopes: [String!], $expiresAt: String) {
    createApiKey(label: $label, scopes: $scopes, expiresAt: $expiresAt) {
      secret apiKey { ${KEY} } } }`),
  revokeApiKey: operation<{ id: string }, { revokeApiKey: { id: string } }>(
    'mutation ($id: ID!) { revokeApiKey(id: $id) { id } }',
  ),
  revokeSession: operation<{ id: string }, { revokeSession: { id: string } }>(
    'mutation ($id: ID!) { revokeSession(id: $id) { id } }',
  ),
  withdraw: operation<
    { address: string; amountUsd: string; totp: string },
    { withdraw: Withdrawal }
  >(`mutation ($address: String!, $amountUsd: String!, $totp: String!) {
    withdraw(address: $address, amountUsd: $amountUsd, totp: $totp) { ${WITHDRAWAL} } }`),
  cancelWithdrawal: operation<{ id: string }, { cancelWithdrawal: { id: string } }>(
    'mutation ($id: ID!) { cancelWithdrawal(id: $id) { id } }',
  ),
  changePassword: operation<
    { currentPassword: string; newPassword: string },
    { changePassword: { id: string } }
  >(`mutation ($currentPassword: String!, $newPassword: String!) {
    changePassword(currentPassword: $currentPassword, newPassword: $newPassword) { id } }`),
  deleteAccount: operation<
    { totp: string | null; password: string | null },
    { deleteAccount: { id: string } }
  >(`mutation ($totp: String, $password: String) {
    deleteAccount(totp: $totp, password: $password) { id } }`),
  beginTotp: operation<{ password: string | null }, { beginTotp: TotpEnrolment }>(
    'mutation ($password: String) { beginTotp(password: $password) { secret uri recoveryCodes } }',
  ),
  confirmTotp: operation<{ code: string }, { confirmTotp: { id: string } }>(
    'mutation ($code: String!) { confirmTotp(code: $code) { id } }',
  ),
  removeTotp: operation<{ code: string }, { removeTotp: { id: string } }>(
    'mutation ($code: String!) { removeTotp(code: $code) { id } }',
  ),
  beginPasskey: operation<Nothing, { beginPasskey: { optionsJson: string } }>(
    'mutation { beginPasskey { optionsJson } }',
  ),
  finishPasskey: operation<
    { name: string; responseJson: string },
    { finishPasskey: { id: string } }
  >(`mutation ($name: String!, $responseJson: String!) {
    finishPasskey(name: $name, responseJson: $responseJson) { id } }`),
  unlinkOidc: operation<Nothing, { unlinkOidc: { id: string } }>('mutation { unlinkOidc { id } }'),
  removePasskey: operation<{ id: string }, { removePasskey: { id: string } }>(
    'mutation ($id: ID!) { removePasskey(id: $id) { id } }',
  ),
};

/** Reads anew what was read of the session. */
export const refreshSession = (): void =>
  void queryClient.invalidateQueries({ queryKey: ['graphql'] });
